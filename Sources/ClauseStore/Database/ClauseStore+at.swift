import Foundation
import GRDB
public import ImageGeometry

extension ClauseStore {
    /// The clauses and details at a point, the most specific first: by the area of the smallest of their regions that
    /// holds the point, then by id.
    ///
    /// A point on a border that two regions share belongs to exactly one of them; see `Polygon`.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - point: The point in the page's image space.
    ///   - page: The page's number, from 1.
    ///   - categories: The ids of the categories to consider; `all` stands for the clauses of `all`, empty for
    ///     everything, details included.
    ///   - lang: The language to answer in, as a BCP 47 tag; where a clause has no text in it, the document's first.
    ///   - includingRegions: Whether the answers hold their regions.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, ``ClauseStoreError/noPage(_:document:count:)``,
    ///   ``ClauseStoreError/noCategory(_:document:)``, or ``ClauseStoreError/pointOutsidePage(_:page:width:height:)``.
    /// - Complexity: That of `PolygonIndex.containing`, and O(log *n*) in the library's clauses for each that is found; the
    ///   first time that a page is asked for, O(*n*) in the bytes of its index.
    public func clauses(
        of document: String, at point: Point, page: Int = 1, categories: [String] = [], lang: String? = nil,
        includingRegions: Bool = false
    ) throws(ClauseStoreError) -> [ClauseAnswer] {
        try read { database in
            let reader = DocumentReader(database)
            let key = try reader.key(of: document)
            let (pageKey, width, height) = try reader.page(page, of: document, key: key.document)
            // Written so that a coordinate that is not a number is refused, too.
            guard point.x >= 0, point.y >= 0, point.x < Double(width), point.y < Double(height) else {
                throw ClauseStoreError.pointOutsidePage(point, page: page, width: width, height: height)
            }
            let chosen = try CategoryReader(database).keys(
                of: categories, documentKey: key.document, document: document)
            let index = try pageIndexes.index(
                PageIndexes.Page(key: pageKey, number: page, version: key.version), database)
            var found = index.containing(point).map(Int64.init)
            if !categories.isEmpty {
                found = try Self.keep(found, in: chosen, orAll: categories.contains("all"), database)
            }
            return try AnswerReader(database: database).answers(
                found, lang: lang, occasion: .itself, includingRegions: includingRegions)
        }
    }

    private static func keep(
        _ clauses: [Int64], in categories: [Int64], orAll: Bool, _ database: Database
    ) throws -> [Int64] {
        let request: SQLRequest<Int64> = """
            SELECT key FROM clause WHERE key IN (SELECT value FROM json_each(\(KeyList(clauses).json))) AND (
                (inAll AND \(orAll)) OR key IN (SELECT clause FROM clauseCategory WHERE category IN (
                    SELECT value FROM json_each(\(KeyList(categories).json)))))
            """
        let kept = try Set(request.fetchAll(database))
        return clauses.filter(kept.contains)
    }
}

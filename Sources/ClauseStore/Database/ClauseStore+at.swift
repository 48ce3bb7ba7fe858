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
    /// - Complexity: O(*n*) in the number of the page's regions, and the first time in that of their vertices.
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
            let index = try pageIndexes.index(PageIndexCache.Key(version: key.version, page: page)) {
                try Self.readIndex(database, page: pageKey)
            }
            var found = index.clauses(at: point)
            if !categories.isEmpty {
                found = try Self.keep(found, in: chosen, orAll: categories.contains("all"), database)
            }
            return try AnswerReader(database: database).answers(
                found, lang: lang, occasion: .itself, includingRegions: includingRegions)
        }
    }

    /// Reads the regions of a page, by their clauses' ids, as that is the order among regions of the same area.
    private static func readIndex(_ database: Database, page: Int64) throws -> PageIndex {
        let request: SQLRequest<Row> = """
            SELECT region.clause, region.polygon FROM region JOIN clause ON clause.key = region.clause
            WHERE region.page = \(page) ORDER BY clause.id, region.key
            """
        var polygons: [Polygon] = []
        var clauses: [Int64] = []
        let rows = try request.fetchCursor(database)
        while let row = try rows.next() {
            polygons.append(try PolygonBlob.decode(row["polygon"]))
            clauses.append(row["clause"])
        }
        // A region without vertices would still take a box and an array: about as much as eight vertices.
        let cost = polygons.reduce(1) { $0 + $1.vertexCount + 8 }
        return PageIndex(polygons: PolygonIndex(polygons), clauses: clauses, cost: cost)
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

extension PageIndex {
    /// The keys of the clauses at a point, each once, most specific first.
    func clauses(at point: Point) -> [Int64] {
        var seen: Set<Int64> = []
        return polygons.containing(point).map { clauses[$0] }.filter { seen.insert($0).inserted }
    }
}

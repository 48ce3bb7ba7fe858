public import DocumentModel
import Foundation
import GRDB
public import ImageGeometry

/// The key of a clause in one version of a document. It is never reused within a library.
public struct ClauseKey: Hashable, Sendable {
    let version: Int64
    let key: Int64

    /// The block that the clause belongs to.
    public var block: ClauseBlock { ClauseBlock(version: version, number: key / ClauseBlock.keyCount) }
}

/// A block of consecutive clauses of one version of a document. They are mostly on the same pages and are fetched
/// together.
public struct ClauseBlock: Hashable, Sendable {
    static let keyCount: Int64 = 16

    let version: Int64
    let number: Int64

    var keys: Range<Int64> { number * Self.keyCount..<(number + 1) * Self.keyCount }
}

/// A snapshot of a page. It remains valid for its version, even if that is replaced in the meantime.
public struct IndexedPage: Sendable {
    /// The number, from 1.
    public let number: Int
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int

    let documentKey: Int64
    let stored: StoredPage
    let index: PolygonIndex
    /// The possible languages of the document's texts, as tags in lower case.
    let tags: Set<String>

    /// Returns the language in which clauses are returned when `lang` is requested. Two languages with the same tag
    /// produce the same results.
    ///
    /// - Parameter lang: The requested language, as a BCP 47 tag.
    /// - Returns: The tag in lower case; empty for the document's first language.
    public func tag(for lang: String?) -> String {
        guard let lang else { return "" }
        return ShownLanguage.tags(lang).lazy.compactMap { $0 }.first(where: tags.contains) ?? ""
    }

    /// Returns the clauses and details at a point, the most specific first.
    ///
    /// - Throws: ``ClauseStoreError/pointOutsidePage(_:page:width:height:)``.
    /// - Complexity: As `PolygonIndex.containing`. Nothing is read from the database.
    public func clauses(at point: Point) throws(ClauseStoreError) -> [ClauseKey] {
        // This form of the condition also rejects NaN.
        guard point.x >= 0, point.y >= 0, point.x < Double(width), point.y < Double(height) else {
            throw .pointOutsidePage(point, page: number, width: width, height: height)
        }
        return index.containing(point).map { ClauseKey(version: stored.version, key: Int64($0)) }
    }
}

extension ClauseStore {
    /// Returns the clauses and details at a point, the most specific first: sorted by the area of the smallest of their
    /// regions that contains the point, then by id. Their regions are not included.
    ///
    /// A point on a border that two regions share belongs to exactly one of them; see `Polygon`.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - point: The point in the page's image space.
    ///   - page: The page's number, from 1.
    ///   - categories: The ids of the categories to consider; `all` stands for the clauses of `all`, empty for
    ///     everything, details included.
    ///   - lang: The language of the results, as a BCP 47 tag. A clause that has no text in it is returned in the
    ///     document's first language.
    ///   - principal: The identity whose access applies.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, ``ClauseStoreError/noPage(_:document:count:)``,
    ///   ``ClauseStoreError/noCategory(_:document:)``, or ``ClauseStoreError/pointOutsidePage(_:page:width:height:)``.
    /// - Complexity: As `PolygonIndex.containing`, and O(log *n*) in the library's clauses for each result. The first
    ///   request for a page takes O(*n*) in the bytes of its index.
    public func clauses(
        of document: String, at point: Point, page: Int = 1, categories: [String] = [], lang: String? = nil,
        for principal: Principal = .administrator
    ) throws(ClauseStoreError) -> [ClauseResult] {
        try read { database in
            let found = try indexedPage(page, of: document, for: principal, database)
            var keys = try found.clauses(at: point).map(\.key)
            if !categories.isEmpty {
                let chosen = try DocumentReader(database).keys(
                    ofCategories: categories, documentKey: found.documentKey, document: document)
                keys = try Self.keep(keys, in: chosen, orAll: categories.contains("all"), database)
            }
            return try ClauseResultReader(database: database).results(
                for: keys, lang: lang, reason: .itself, includingRegions: false)
        }
    }

    /// Returns a page of the served version, prepared for hit tests.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)`` or ``ClauseStoreError/noPage(_:document:count:)``.
    /// - Complexity: O(log *n*) in the library's documents; on the first request, O(*n*) in the bytes of the page's
    ///   index.
    public func indexedPage(
        _ number: Int, of document: String, for principal: Principal = .administrator
    ) throws(ClauseStoreError) -> IndexedPage {
        try read { try indexedPage(number, of: document, for: principal, $0) }
    }

    /// Returns the clauses of a block found on an indexed page, without their regions.
    ///
    /// - Returns: Nil if the page's version is no longer served.
    /// - Complexity: O(log *n*) in the number of the library's clauses.
    public func clauses(
        in block: ClauseBlock, of page: IndexedPage, lang: String? = nil
    ) throws(ClauseStoreError) -> [(key: ClauseKey, clause: ClauseResult)]? {
        try read { database in
            guard block.version == page.stored.version, try isServed(page, database) else { return nil }
            let keys = try Int64.fetchAll(
                database.cachedStatement(sql: Self.keysOfBlock),
                arguments: [block.keys.lowerBound, block.keys.upperBound, page.documentKey])
            let clauses = try ClauseResultReader(database: database).results(
                for: keys, lang: lang, reason: .itself, includingRegions: false)
            return zip(keys, clauses).map { (ClauseKey(version: block.version, key: $0), $1) }
        }
    }

    private func indexedPage(
        _ number: Int, of document: String, for principal: Principal, _ database: Database
    ) throws -> IndexedPage {
        let place = try DocumentReader(database).place(page: number, of: document, for: principal)
        let page = StoredPage(key: place.page, number: number, version: place.version)
        let header: HeaderLanguages = try StoredJSON.decode(place.header)
        return IndexedPage(
            number: number, width: place.width, height: place.height, documentKey: place.document, stored: page,
            index: try pageIndexes.index(page, database),
            tags: Set((header.languages + [header.language]).map { $0.lowercased() }))
    }

    /// Selects the keys of a block's clauses in ascending order. The unary plus keeps SQLite from scanning all clauses
    /// of the document instead of those of the block.
    static let keysOfBlock = "SELECT key FROM clause WHERE key >= ? AND key < ? AND +document = ? ORDER BY key"

    private func isServed(_ page: IndexedPage, _ database: Database) throws -> Bool {
        let sql = "SELECT 1 FROM document WHERE key = ? AND version = ?"
        let statement = try database.cachedStatement(sql: sql)
        return try Row.fetchOne(statement, arguments: [page.documentKey, page.stored.version]) != nil
    }

    private static func keep(
        _ clauses: [Int64], in categories: [Int64], orAll: Bool, _ database: Database
    ) throws -> [Int64] {
        let request: SQLRequest<Int64> = """
            SELECT key FROM clause WHERE key IN (SELECT value FROM json_each(\(clauses.json))) AND (
                (inAll AND \(orAll)) OR key IN (SELECT clause FROM clauseCategory WHERE category IN (
                    SELECT value FROM json_each(\(categories.json)))))
            """
        let kept = try Set(request.fetchAll(database))
        return clauses.filter(kept.contains)
    }
}

/// The part of a header that hit tests need. A full header may contain a long table of contents.
private struct HeaderLanguages: Decodable {
    let language: String
    let languages: [String]
}

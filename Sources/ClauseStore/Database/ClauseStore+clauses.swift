public import DocumentModel
import Foundation
import GRDB
import ImageGeometry

extension ClauseStore {
    /// Returns the clauses of a document that match a filter, in reading order; see ``clausePart(of:_:)``.
    public func clauses(
        of document: String, _ filter: ClauseFilter = ClauseFilter()
    ) throws(ClauseStoreError) -> [ClauseResult] {
        try clausePart(of: document, filter).clauses
    }

    /// Returns the clauses of a document that match a filter, in reading order, up to the filter's limit.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - filter: The conditions; by default, the clauses in `all`.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, ``ClauseStoreError/noCategory(_:document:)`` or
    ///   ``ClauseStoreError/noPage(_:document:count:)``.
    public func clausePart(
        of document: String, _ filter: ClauseFilter = ClauseFilter()
    ) throws(ClauseStoreError) -> ClausePart {
        try read { database in
            let reader = try FilterReader(database: database, document: document, filter: filter)
            let (keys, total, next) = try reader.part()
            let results = try ClauseResultReader(database: database).results(
                for: keys, lang: filter.lang, reason: .categories(reader.categories),
                includingRegions: filter.includingRegions)
            return ClausePart(total: total, clauses: results, next: next)
        }
    }

    /// Returns the number of matching clauses for each category, ignoring the categories in the filter.
    ///
    /// - Throws: As ``clauses(of:_:)``.
    public func categoryCounts(
        of document: String, _ filter: ClauseFilter = ClauseFilter()
    ) throws(ClauseStoreError) -> CategoryCounts {
        try read { database in
            try FilterReader(database: database, document: document, filter: filter).counts()
        }
    }

    /// Returns a clause of a document.
    ///
    /// - Parameters:
    ///   - id: The clause's id.
    ///   - document: The document's id.
    ///   - lang: The language of the result, as a BCP 47 tag. A clause that has no text in it is returned in the
    ///     document's first language.
    ///   - includingRegions: Whether the result includes the regions.
    /// - Throws: ``ClauseStoreError/noDocument(_:)`` or ``ClauseStoreError/noClause(_:document:)``.
    public func clause(
        _ id: String, of document: String, lang: String? = nil, includingRegions: Bool = false
    ) throws(ClauseStoreError) -> ClauseResult {
        try read { database in
            let documentKey = try DocumentReader(database).key(of: document).document
            let sql = "SELECT key FROM clause WHERE document = ? AND id = ?"
            let key = try Int64.fetchOne(database, sql: sql, arguments: [documentKey, id])
            let results = try ClauseResultReader(database: database).results(
                for: key.map { [$0] } ?? [], lang: lang, reason: .itself, includingRegions: includingRegions)
            guard let result = results.first else { throw ClauseStoreError.noClause(id, document: document) }
            return result
        }
    }
}

/// Finds the clauses that match a filter, within one state of the database.
private struct FilterReader {
    private static let largestPart = 10_000

    let database: Database
    let document: String
    let filter: ClauseFilter
    /// The ids of the requested categories.
    let categories: [String]
    private let documentKey: Int64

    init(database: Database, document: String, filter: ClauseFilter) throws {
        self.database = database
        self.document = document
        self.filter = filter
        categories = filter.categories.isEmpty ? ["all"] : filter.categories
        documentKey = try DocumentReader(database).key(of: document).document
    }

    /// Returns the keys of the clauses on the requested result page, the total number, and the start of the next result
    /// page.
    func part() throws -> (keys: [Int64], total: Int, next: ClauseCursor?) {
        let conditions: SQL = try "\(conditionsBesideCategories()) AND \(categoryCondition())"
        guard filter.limit != nil || filter.cursor != nil else {
            let request: SQLRequest<Int64> = """
                SELECT clause.key FROM clause WHERE \(conditions) ORDER BY clause.position
                """
            let keys = try request.fetchAll(database)
            return (keys, keys.count, nil)
        }
        let count: SQLRequest<Int> = "SELECT count(*) FROM clause WHERE \(conditions)"
        let limit = min(max(filter.limit ?? Self.largestPart, 1), Self.largestPart)
        let request: SQLRequest<Row> = try """
        SELECT clause.key, clause.position, clause.id FROM clause
        WHERE \(conditions) AND clause.position >= \(firstPosition()) ORDER BY clause.position LIMIT \(limit + 1)
        """
        let rows = try request.fetchAll(database)
        let part = rows.prefix(limit)
        let next = rows.count > limit ? part.last.map { ClauseCursor(position: $0[1], id: $0[2]) } : nil
        return (part.map { $0[0] }, try count.fetchOne(database) ?? 0, next)
    }

    func counts() throws -> CategoryCounts {
        let conditions = try conditionsBesideCategories()
        let all: SQLRequest<Int> = "SELECT count(*) FROM clause WHERE \(conditions) AND clause.inAll"
        let each: SQLRequest<Row> = """
            SELECT category.id, count(matching.key) FROM category
            LEFT JOIN clauseCategory ON clauseCategory.category = category.key
            LEFT JOIN (SELECT clause.key FROM clause WHERE \(conditions)) AS matching
                ON matching.key = clauseCategory.clause
            WHERE category.document = \(documentKey) GROUP BY category.key ORDER BY category.position
            """
        return CategoryCounts(
            all: try all.fetchOne(database) ?? 0,
            categories: try each.fetchAll(database).map { CategoryCounts.Count(id: $0[0], count: $0[1]) })
    }

    /// Returns the first position of the result page: after the cursor's clause, or its former position if it no longer
    /// exists.
    private func firstPosition() throws -> Int {
        guard let cursor = filter.cursor else { return 0 }
        let position: SQLRequest<Int> = """
            SELECT position + 1 FROM clause WHERE document = \(documentKey) AND id = \(cursor.id)
            """
        return try position.fetchOne(database) ?? cursor.position
    }

    private func conditionsBesideCategories() throws -> SQL {
        var conditions: [SQL] = ["clause.document = \(documentKey)"]
        if let kind = filter.kind { conditions.append("clause.kind = \(kind.rawValue)") }
        if let place = try placeCondition() { conditions.append(place) }
        if let tag = filter.textLanguage?.lowercased() {
            conditions.append(
                """
                EXISTS (SELECT 1 FROM text WHERE text.clause = clause.key AND text.tag = \(tag)
                    AND (text.hasWords OR text.transcription IS NOT NULL))
                """)
        }
        if let words = SearchWords(filter.search) {
            let withWords: SQL? =
                words.phrases.isEmpty ? nil : words.clauses(lang: filter.lang, documentKey: documentKey)
            let queries = [withWords, ClauseNumber(filter.search)?.keys(documentKey: documentKey)].compactMap { $0 }
            conditions.append("clause.key IN (\(queries.joined(separator: " UNION ")))")
        }
        return conditions.joined(separator: " AND ")
    }

    private func categoryCondition() throws -> SQL {
        let keys = try DocumentReader(database).keys(
            ofCategories: categories, documentKey: documentKey, document: document)
        let isAll = filter.matchesAllCategories
        var alternatives: [SQL] = categories.contains("all") ? ["clause.inAll"] : []
        if !keys.isEmpty {
            let each: SQL = isAll ? "GROUP BY clause HAVING count(DISTINCT category) = \(Set(keys).count)" : ""
            alternatives.append(
                """
                clause.key IN (SELECT clause FROM clauseCategory WHERE category IN (
                    SELECT value FROM json_each(\(keys.json))) \(each))
                """)
        }
        return "(\(alternatives.joined(separator: isAll ? " AND " : " OR ")))"
    }

    /// Returns the condition for page and rectangle, which must hold for the same region.
    private func placeCondition() throws -> SQL? {
        let page = try filter.page.map { number in
            try DocumentReader(database).place(page: number, of: document, for: .administrator).page
        }
        guard let bounds = filter.bounds else {
            return page.map { "clause.key IN (SELECT clause FROM region WHERE page = \($0))" }
        }
        let pages: SQL
        if let page {
            pages = "regionBox.minPage <= \(page) AND regionBox.maxPage >= \(page) AND region.page = \(page)"
        } else {
            // The pages of a document are written together, so their keys are contiguous.
            pages = """
                regionBox.minPage <= (SELECT max(key) FROM page WHERE document = \(documentKey))
                AND regionBox.maxPage >= (SELECT min(key) FROM page WHERE document = \(documentKey))
                """
        }
        return """
            clause.key IN (
                SELECT region.clause FROM regionBox JOIN region ON region.key = regionBox.key
                WHERE regionBox.minX <= \(bounds.maxX) AND regionBox.maxX >= \(bounds.x)
                AND regionBox.minY <= \(bounds.maxY) AND regionBox.maxY >= \(bounds.y) AND \(pages)
                AND region.minX < \(bounds.maxX) AND region.maxX > \(bounds.x)
                AND region.minY < \(bounds.maxY) AND region.maxY > \(bounds.y)
            )
            """
    }
}

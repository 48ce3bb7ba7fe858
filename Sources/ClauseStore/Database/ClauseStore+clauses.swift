import Foundation
import GRDB
import ImageGeometry

extension ClauseStore {
    /// The clauses of a document that a filter lets through, in reading order.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - filter: The conditions; by default the clauses of `all`.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, ``ClauseStoreError/noCategory(_:document:)`` or
    ///   ``ClauseStoreError/noPage(_:document:count:)``.
    public func clauses(
        of document: String, _ filter: ClauseFilter = ClauseFilter()
    ) throws(ClauseStoreError) -> [ClauseAnswer] {
        try read { database in
            let named = filter.categories.isEmpty ? ["all"] : filter.categories
            let keys = try FilterReader(database: database, document: document).keys(filter, categories: named)
            return try AnswerReader(database: database).answers(
                keys, lang: filter.lang, occasion: .categories(named), includingRegions: filter.includingRegions)
        }
    }

    /// One clause of a document.
    ///
    /// - Parameters:
    ///   - id: The clause's id.
    ///   - document: The document's id.
    ///   - lang: The language to answer in, as a BCP 47 tag; where the clause has no text in it, the document's first.
    ///   - includingRegions: Whether the answer holds its regions.
    /// - Throws: ``ClauseStoreError/noDocument(_:)`` or ``ClauseStoreError/noClause(_:document:)``.
    public func clause(
        _ id: String, of document: String, lang: String? = nil, includingRegions: Bool = false
    ) throws(ClauseStoreError) -> ClauseAnswer {
        try read { database in
            let documentKey = try DocumentReader(database).key(of: document).document
            let sql = "SELECT key FROM clause WHERE document = ? AND id = ?"
            let key = try Int64.fetchOne(database, sql: sql, arguments: [documentKey, id])
            let answer = try AnswerReader(database: database).answers(
                key.map { [$0] } ?? [], lang: lang, occasion: .itself, includingRegions: includingRegions)
            guard let answer = answer.first else { throw ClauseStoreError.noClause(id, document: document) }
            return answer
        }
    }
}

/// Finds the clauses that a filter lets through, within one state of the database.
struct FilterReader {
    let database: Database
    let document: String

    /// The keys of the clauses, in reading order.
    ///
    /// - Parameter categories: The ids of the categories, at least one; `all` stands for the clauses of `all`.
    func keys(_ filter: ClauseFilter, categories: [String]) throws -> [Int64] {
        let documentKey = try DocumentReader(database).key(of: document).document
        var conditions: [SQL] = ["clause.document = \(documentKey)"]
        conditions.append(try condition(categories: categories, documentKey: documentKey))
        if let kind = filter.kind { conditions.append("clause.kind = \(kind.rawValue)") }
        if let place = try placeCondition(filter, documentKey: documentKey) { conditions.append(place) }
        if let words = SearchWords(filter.search) {
            conditions += SearchConditions(words: words, lang: filter.lang).everyWord
        }
        let request: SQLRequest<Int64> = """
            SELECT clause.key FROM clause WHERE \(conditions.joined(separator: " AND ")) ORDER BY clause.position
            """
        return try request.fetchAll(database)
    }

    /// The keys of the categories named, `all` left out.
    ///
    /// - Throws: ``ClauseStoreError/noCategory(_:document:)`` for an id that no category has.
    func categoryKeys(_ ids: [String], documentKey: Int64) throws -> [Int64] {
        try ids.filter { $0 != "all" }.map { id in
            let sql = "SELECT key FROM category WHERE document = ? AND id = ?"
            guard let key = try Int64.fetchOne(database, sql: sql, arguments: [documentKey, id]) else {
                throw ClauseStoreError.noCategory(id, document: document)
            }
            return key
        }
    }

    private func condition(categories: [String], documentKey: Int64) throws -> SQL {
        var alternatives: [SQL] = categories.contains("all") ? ["clause.inAll"] : []
        let keys = try categoryKeys(categories, documentKey: documentKey)
        if !keys.isEmpty {
            alternatives.append(
                """
                clause.key IN (SELECT clause FROM clauseCategory WHERE category IN (
                    SELECT value FROM json_each(\(KeyList(keys).json))))
                """)
        }
        return "(\(alternatives.joined(separator: " OR ")))"
    }

    /// Page and rectangle, which one and the same region must meet.
    private func placeCondition(_ filter: ClauseFilter, documentKey: Int64) throws -> SQL? {
        let page = try filter.page.map { number in
            try DocumentReader(database).page(number, of: document, key: documentKey).key
        }
        guard let bounds = filter.bounds else {
            return page.map { "clause.key IN (SELECT clause FROM region WHERE page = \($0))" }
        }
        let pages: SQL
        if let page {
            pages = "regionBox.minPage <= \(page) AND regionBox.maxPage >= \(page) AND region.page = \(page)"
        } else {
            // The pages of a document are written together, so their keys have no others between them.
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

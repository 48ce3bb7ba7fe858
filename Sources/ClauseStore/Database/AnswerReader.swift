import Foundation
import GRDB
import ImageGeometry

/// The SQL that picks what to show of a clause in a language.
struct ShownLanguage {
    /// The tags asked for, in lower case, the closest first; at most four.
    private let chain: [String]

    init(_ language: String?) {
        chain = Array(LanguageTag.lookupChain(language).prefix(4))
    }

    /// A subquery for the key of the text that is shown of a clause: in the language asked for, else in the document's
    /// first, else in the next.
    ///
    /// - Parameter clause: SQL for the clause's key.
    func textKey(of clause: String) -> SQL {
        var order: SQL = "shown.position"
        if !chain.isEmpty {
            let cases = chain.enumerated().map { place, tag in SQL("WHEN \(tag) THEN \(place)") }
            order = "CASE shown.tag \(cases.joined(separator: " ")) ELSE 100 + shown.position END"
        }
        return """
            (SELECT shown.key FROM text AS shown WHERE shown.clause = \(sql: clause) AND shown.hasWords
                ORDER BY \(order) LIMIT 1)
            """
    }
}

/// Keys as one argument of a statement, for `json_each`: so there may be any number of them, and the statement stays the
/// same and need not be compiled again.
struct KeyList {
    /// `[1,2,3]`
    let json: String

    init(_ keys: [Int64]) {
        json = "[" + keys.map(String.init).joined(separator: ",") + "]"
    }
}

/// Makes answers of clauses' keys, within one state of the database.
struct AnswerReader {
    /// For what a clause is shown, which decides how it is drawn.
    enum Occasion {
        /// For itself: all its categories count.
        case itself
        /// For these categories, by id, of which `all` stands for the categories that are included in all.
        case categories([String])
    }

    private struct ClauseCategory {
        let id: String
        let style: CategoryStyle
        let includedInAll: Bool
    }

    let database: Database

    /// The clauses of these keys, in this order.
    ///
    /// - Complexity: O(*n* log *m*) in the number of keys and of the library's clauses.
    func answers(
        _ keys: [Int64], lang: String?, occasion: Occasion, includingRegions: Bool
    ) throws -> [ClauseAnswer] {
        guard !keys.isEmpty else { return [] }
        let list = KeyList(keys).json
        let categories = try categories(list)
        let regions = includingRegions ? try regions(list) : nil
        let sql: SQL = """
            SELECT clause.key, clause.id, clause.number, clause.kind, clause.incipit,
                text.title, text.translation, text.context, text.language,
                (SELECT own.transcription FROM text AS own WHERE own.clause = clause.key
                    AND own.transcription IS NOT NULL ORDER BY own.isOwn DESC, own.position LIMIT 1) AS transcription
            FROM json_each(\(list)) AS wanted
            JOIN clause ON clause.key = wanted.value
            LEFT JOIN text ON text.key = \(ShownLanguage(lang).textKey(of: "clause.key"))
            ORDER BY wanted.key
            """
        return try SQLRequest<Row>(literal: sql, cached: true).fetchAll(database).map { row in
            let key: Int64 = row["key"]
            let own = categories[key] ?? []
            return ClauseAnswer(
                id: row["id"], number: row["number"], kind: try StoredJSON.choice(row["kind"]),
                incipit: row["incipit"], title: row["title"], translation: row["translation"],
                context: row["context"], transcription: row["transcription"], lang: row["language"],
                categories: own.map(\.id), style: style(own, occasion), regions: regions.map { $0[key] ?? [] })
        }
    }

    private func style(_ categories: [ClauseCategory], _ occasion: Occasion) -> CategoryStyle {
        let shownFor =
            switch occasion {
            case .itself: categories
            case .categories(let ids):
                categories.filter { ids.contains($0.id) || $0.includedInAll && ids.contains("all") }
            }
        return shownFor.contains { $0.style == .outline } ? .outline : .filled
    }

    private func categories(_ list: String) throws -> [Int64: [ClauseCategory]] {
        let sql: SQL = """
            SELECT clauseCategory.clause, category.id, category.style, category.includedInAll
            FROM json_each(\(list)) AS wanted
            JOIN clauseCategory ON clauseCategory.clause = wanted.value
            JOIN category ON category.key = clauseCategory.category
            ORDER BY clauseCategory.clause, clauseCategory.position
            """
        var found: [Int64: [ClauseCategory]] = [:]
        let rows = try SQLRequest<Row>(literal: sql, cached: true).fetchCursor(database)
        while let row = try rows.next() {
            let category = ClauseCategory(
                id: row["id"], style: try StoredJSON.choice(row["style"]), includedInAll: row["includedInAll"])
            found[row["clause"], default: []].append(category)
        }
        return found
    }

    private func regions(_ list: String) throws -> [Int64: [Region]] {
        let sql: SQL = """
            SELECT region.clause, page.number, region.polygon
            FROM json_each(\(list)) AS wanted
            JOIN region ON region.clause = wanted.value
            JOIN page ON page.key = region.page
            ORDER BY region.clause, region.key
            """
        var found: [Int64: [Region]] = [:]
        let rows = try SQLRequest<Row>(literal: sql, cached: true).fetchCursor(database)
        while let row = try rows.next() {
            let region = Region(page: row["number"], polygon: try PolygonBlob.decode(row["polygon"]))
            found[row["clause"], default: []].append(region)
        }
        return found
    }
}

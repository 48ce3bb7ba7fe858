import DocumentModel
import Foundation
import GRDB
import ImageGeometry

/// The SQL that selects a clause's text in a language.
enum ShownLanguage {
    /// Returns the values of the four placeholders in ``textKey(of:)``: the requested tags in lower case, the closest
    /// first.
    static func tags(_ lang: String?) -> [String?] {
        Array((LanguageTag.lookupChain(lang) + [nil, nil, nil, nil]).prefix(4))
    }

    /// Returns a subquery for the key of the text to show for a clause: in the requested language, or else in the
    /// document's first language that has one.
    ///
    /// - Parameter clause: SQL for the clause's key.
    static func textKey(of clause: String) -> String {
        """
        (SELECT shown.key FROM text AS shown WHERE shown.clause = \(clause) AND shown.hasWords
            ORDER BY CASE shown.tag WHEN ? THEN 0 WHEN ? THEN 1 WHEN ? THEN 2 WHEN ? THEN 3 ELSE 100 + shown.position END
            LIMIT 1)
        """
    }

    /// Returns the condition on `text` for the texts that are searched: those shown in the language, and those in the
    /// document's own; without a language, any text.
    static func searched(_ lang: String?) -> SQL {
        guard let lang else { return "1" }
        return SQL(
            sql: "(text.isOwn OR text.key = \(textKey(of: "text.clause")))",
            arguments: StatementArguments(ShownLanguage.tags(lang)))
    }
}

extension [Int64] {
    /// `[1,2,3]`: keys as a single statement argument, for `json_each`. There can be any number, and the statement
    /// stays the same and need not be compiled again.
    var json: String { "[" + map(String.init).joined(separator: ",") + "]" }
}

/// Reads clauses by their keys, within one state of the database.
struct ClauseResultReader {
    /// The reason why a clause is shown, which determines its style.
    enum DisplayReason {
        /// It is shown by itself: all its categories count.
        case itself
        /// It is shown for these category ids; `all` stands for the categories that are included in all.
        case categories([String])
    }

    private struct ClauseCategory {
        let id: String
        let style: CategoryStyle
        let includedInAll: Bool
    }

    let database: Database

    /// Returns the clauses with these keys, in this order.
    ///
    /// - Complexity: O(*n* log *m*) in the number of keys and of the library's clauses.
    func results(
        for keys: [Int64], lang: String?, reason: DisplayReason, includingRegions: Bool
    ) throws -> [ClauseResult] {
        guard !keys.isEmpty else { return [] }
        let list = keys.json
        let categories = try categories(list)
        let regions = includingRegions ? try regions(list) : nil
        let arguments = StatementArguments([list] + ShownLanguage.tags(lang))
        return try rows(Self.clauses, arguments) { row in
            let key: Int64 = row[0]
            let own = categories[key] ?? []
            return ClauseResult(
                id: row[1], number: row[2], kind: try StoredJSON.choice(row[3]), incipit: row[4], title: row[5],
                translation: row[6], context: row[7], transcription: row[9], lang: row[8], categories: own.map(\.id),
                style: style(own, reason), regions: regions.map { $0[key] ?? [] })
        }
    }

    /// Uses a cached statement. Its SQL does not depend on the request, so each connection compiles it only once.
    private func rows<Value>(
        _ sql: String, _ arguments: StatementArguments, _ body: (Row) throws -> Value
    ) throws -> [Value] {
        let cursor = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while let row = try cursor.next() { values.append(try body(row)) }
        return values
    }

    private static let clauses = """
        SELECT clause.key, clause.id, clause.number, clause.kind, clause.incipit,
            text.title, text.translation, text.context, text.language,
            (SELECT own.transcription FROM text AS own WHERE own.clause = clause.key
                AND own.transcription IS NOT NULL ORDER BY own.isOwn DESC, own.position LIMIT 1)
        FROM json_each(?) AS wanted JOIN clause ON clause.key = wanted.value
        LEFT JOIN text ON text.key = \(ShownLanguage.textKey(of: "clause.key"))
        ORDER BY wanted.key
        """

    private func style(_ categories: [ClauseCategory], _ reason: DisplayReason) -> CategoryStyle {
        let shownFor =
            switch reason {
            case .itself: categories
            case .categories(let ids):
                categories.filter { ids.contains($0.id) || $0.includedInAll && ids.contains("all") }
            }
        return shownFor.contains { $0.style == .outline } ? .outline : .filled
    }

    private func categories(_ list: String) throws -> [Int64: [ClauseCategory]] {
        let sql = """
            SELECT clauseCategory.clause, category.id, category.style, category.includedInAll
            FROM json_each(?) AS wanted
            JOIN clauseCategory ON clauseCategory.clause = wanted.value
            JOIN category ON category.key = clauseCategory.category
            ORDER BY clauseCategory.clause, clauseCategory.position
            """
        let found = try rows(sql, [list]) { row in
            (row[0] as Int64, ClauseCategory(id: row[1], style: try StoredJSON.choice(row[2]), includedInAll: row[3]))
        }
        return Dictionary(grouping: found, by: \.0).mapValues { $0.map(\.1) }
    }

    private func regions(_ list: String) throws -> [Int64: [Region]] {
        let sql = """
            SELECT region.clause, page.number, region.polygon
            FROM json_each(?) AS wanted
            JOIN region ON region.clause = wanted.value
            JOIN page ON page.key = region.page
            ORDER BY region.clause, region.key
            """
        let found = try rows(sql, [list]) { row in
            (row[0] as Int64, Region(page: row[1], polygon: try PolygonBlob.decode(row[2])))
        }
        return Dictionary(grouping: found, by: \.0).mapValues { $0.map(\.1) }
    }
}

import GRDB

/// The number of a clause that a search may name: `39`, `clause 40` or `cl. 40`.
///
/// The viewer has the same rules for searches without a server, in `clause-search.js`.
struct ClauseNumber {
    /// How many letters a number has at most.
    private static let lengthLimit = 20
    /// What may stand before a number, folded.
    private static let designators: Set<String> = [
        "article", "art", "artikel", "c", "cap", "capitulum", "caput", "ch", "chap", "chapter", "chapitre", "cl",
        "clause",
        "clauses", "kapitel", "kap", "n", "no", "nr", "num", "number", "numero", "nummer", "para", "paragraph",
        "paragraphe", "par", "sec", "sect", "section",
    ]

    /// The number's words, folded.
    let words: String

    /// - Parameter text: What the reader typed.
    /// - Returns: Nil if it is no number that a clause could have.
    init?(_ text: String?) {
        let start = String((text ?? "").unicodeScalars.prefix(4 * Self.lengthLimit))
        var tokens = FoldedText.tokens(of: start).map(\.word)
        if tokens.count > 1, Self.designators.contains(tokens[0]) { tokens.removeFirst() }
        words = tokens.joined(separator: " ")
        guard !words.isEmpty, words.unicodeScalars.count <= Self.lengthLimit else { return nil }
    }

    /// A query for the keys of a document's clauses that have this number. SQLite's own comparison is tried first: to
    /// fold the numbers of a million clauses takes seconds.
    func keys(documentKey: Int64) -> SQL {
        var mayMatch: SQL = "number GLOB '*[^ -~]*'"
        if let first = words.split(separator: " ").first, words.utf8.allSatisfy({ $0 < 0x80 }) {
            mayMatch = "(number LIKE \("%\(first)%") OR \(mayMatch))"
        }
        return """
            SELECT key FROM clause
            WHERE document = \(documentKey) AND number IS NOT NULL AND \(mayMatch) AND numberWords(number) = \(words)
            """
    }

    /// The function `numberWords` of SQL: the words of a clause's number, NULL of NULL.
    static let function = DatabaseFunction("numberWords", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map { FoldedText.tokens(of: $0).map(\.word).joined(separator: " ") }
    }
}

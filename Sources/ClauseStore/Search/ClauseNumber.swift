import GRDB

/// A clause number in a search: `39`, `clause 40` or `cl. 40`.
///
/// The viewer follows the same rules for searches without a server, in `clause-search.js`.
struct ClauseNumber {
    /// The maximum length of a number, in Unicode scalars.
    private static let lengthLimit = 20
    /// The words that may precede a number, folded.
    private static let designators: Set<String> = [
        "article", "art", "artikel", "c", "cap", "capitulum", "caput", "ch", "chap", "chapter", "chapitre", "cl",
        "clause",
        "clauses", "kapitel", "kap", "n", "no", "nr", "num", "number", "numero", "nummer", "para", "paragraph",
        "paragraphe", "par", "sec", "sect", "section",
    ]

    /// The number's words, folded.
    let words: String

    /// - Parameter text: The text that the reader typed.
    /// - Returns: Nil if the text cannot be the number of a clause.
    init?(_ text: String?) {
        let start = String((text ?? "").unicodeScalars.prefix(4 * Self.lengthLimit))
        var tokens = FoldedText.tokens(of: start).map(\.word)
        if tokens.count > 1, Self.designators.contains(tokens[0]) { tokens.removeFirst() }
        words = tokens.joined(separator: " ")
        guard !words.isEmpty, words.unicodeScalars.count <= Self.lengthLimit else { return nil }
    }

    /// Returns a query for the keys of a document's clauses that have this number. SQLite's own comparison is used as a
    /// prefilter, as folding the numbers of a million clauses takes seconds.
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

    /// The SQL function `numberWords`, which returns the folded words of a clause's number; NULL for NULL.
    static let function = DatabaseFunction("numberWords", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map { FoldedText.tokens(of: $0).map(\.word).joined(separator: " ") }
    }
}

import DocumentModel
import GRDB

/// The words of a search as typed by a reader, with a corresponding FTS5 query that is always valid.
///
/// Words match literally, and words in quotation marks match as a phrase. The last word matches as a prefix, as it may
/// still be being typed, unless a closing quotation mark follows it.
struct SearchWords {
    /// The maximum number of words; further ones are ignored.
    static let limit = 32
    private static let lengthLimit = 2_000

    /// Consecutive words.
    struct Phrase: Equatable {
        /// The words as in the index.
        let words: [String]
        /// Whether the last word matches as a prefix.
        let isPrefix: Bool

        /// The phrase as an FTS5 query. The words contain only letters and digits.
        var match: String { "\"\(words.joined(separator: " "))\"" + (isPrefix ? " *" : "") }
    }

    /// The phrases, all of which must occur. Empty if the text contains nothing to search for.
    let phrases: [Phrase]

    init(phrases: [Phrase]) {
        self.phrases = phrases
    }

    /// - Parameter text: The text that the reader typed.
    /// - Returns: Nil if the text is nil or blank.
    init?(_ text: String?) {
        let scalars = (text ?? "").unicodeScalars.prefix(Self.lengthLimit)
        let parts = scalars.split(omittingEmptySubsequences: false, whereSeparator: Self.isQuotationMark)
        guard scalars.contains(where: { !Self.isBlank($0) }) else { return nil }
        var found: [(words: [String], isClosed: Bool)] = []
        // The text between two quotation marks is a phrase, and so is the text after an unclosed one.
        for (number, part) in parts.enumerated() {
            if number % 2 == 1 {
                found.append((Self.words(of: part), number < parts.count - 1))
            } else {
                found += part.split(whereSeparator: Self.isBlank).map { (Self.words(of: $0), false) }
            }
        }
        var count = 0
        found = found.compactMap { words, isClosed in
            let left = Self.limit - count
            let kept = words.prefix(left)
            count += kept.count
            return kept.isEmpty ? nil : (Array(kept), isClosed)
        }
        phrases = found.enumerated().map { number, phrase in
            Phrase(words: phrase.words, isPrefix: number == found.count - 1 && !phrase.isClosed)
        }
    }

    /// The FTS5 query, for a single text.
    var match: String { phrases.map(\.match).joined(separator: " AND ") }

    /// Returns the FTS5 query limited to some parts of a text, which must not be empty.
    func match(in fields: [Snippet.Field]?) -> String {
        fields.map { "{\($0.map(\.rawValue).joined(separator: " "))} : (\(match))" } ?? match
    }

    /// Returns a query for the keys of the clauses that have all words in one text that is searched in the language.
    ///
    /// - Parameters:
    ///   - fields: The parts of a text to search; nil for all.
    ///   - documentKey: The document; nil for all.
    func clauses(in fields: [Snippet.Field]? = nil, lang: String?, documentKey: Int64?) -> SQL {
        let query: SQL = """
            SELECT text.clause FROM textIndex JOIN text ON text.key = textIndex.rowid
            WHERE textIndex MATCH \(match(in: fields)) AND \(ShownLanguage.searched(lang))
            """
        guard let documentKey else { return query }
        return """
            \(query) AND textIndex.rowid >= (SELECT firstText FROM document WHERE key = \(documentKey))
            AND textIndex.rowid <= (SELECT lastText FROM document WHERE key = \(documentKey))
            """
    }

    private static func words(of part: Substring.UnicodeScalarView) -> [String] {
        FoldedText.tokens(of: String(part)).map(\.word)
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }

    private static func isQuotationMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}": true
        default: false
        }
    }
}

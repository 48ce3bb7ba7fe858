import DocumentModel

/// The words of a search, as a reader types them, turned into a condition that FTS5 cannot misread.
///
/// Words stand for themselves; several in quotation marks must follow each other. The last word may go on, as long as it
/// is being typed: unless a closing mark stands behind it.
struct SearchWords {
    /// How many words count at most; what comes after them is left out.
    static let limit = 32
    private static let lengthLimit = 2_000

    /// Words that follow each other.
    struct Phrase: Equatable {
        /// The words as the index has them.
        let words: [String]
        /// Whether the last of them is the beginning of a word.
        let isPrefix: Bool

        /// The phrase in FTS5's language. The words hold letters and digits alone.
        var match: String { "\"\(words.joined(separator: " "))\"" + (isPrefix ? " *" : "") }
    }

    /// All must occur. Empty when nothing of the text can be searched for.
    let phrases: [Phrase]

    init(phrases: [Phrase]) {
        self.phrases = phrases
    }

    /// - Parameter text: What the reader typed.
    /// - Returns: Nil for nil or blank text, which asks for nothing.
    init?(_ text: String?) {
        let scalars = (text ?? "").unicodeScalars.prefix(Self.lengthLimit)
        let parts = scalars.split(omittingEmptySubsequences: false, whereSeparator: Self.isQuotationMark)
        guard scalars.contains(where: { !Self.isBlank($0) }) else { return nil }
        var found: [(words: [String], isClosed: Bool)] = []
        // What stands between two marks is a phrase, and so is what stands behind an open one.
        for (number, part) in parts.enumerated() {
            if number % 2 == 1 {
                found.append((Self.words(of: part), number < parts.count - 1))
            } else {
                found += part.split(whereSeparator: Self.isBlank).map { (Self.words(of: $0), false) }
            }
        }
        var count = 0
        found = found.compactMap { words, isClosed in
            let room = Self.limit - count
            let kept = words.prefix(room)
            count += kept.count
            return kept.isEmpty ? nil : (Array(kept), isClosed)
        }
        phrases = found.enumerated().map { number, phrase in
            Phrase(words: phrase.words, isPrefix: number == found.count - 1 && !phrase.isClosed)
        }
    }

    /// The condition in FTS5's language, on one text.
    var match: String { phrases.map(\.match).joined(separator: " AND ") }

    /// The same on some parts of a text; they must not be none.
    func match(in fields: [Snippet.Field]?) -> String {
        fields.map { "{\($0.map(\.rawValue).joined(separator: " "))} : (\(match))" } ?? match
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

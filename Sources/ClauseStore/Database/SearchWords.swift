/// The words of a search, as a reader types them, turned into conditions that FTS5 cannot misread.
struct SearchWords {
    /// How many words count at most; what comes after them is left out.
    static let limit = 32

    /// One FTS5 phrase a word, the last one as a prefix. Empty when nothing of the text can be searched for.
    let phrases: [String]

    /// - Parameter text: What the reader typed.
    /// - Returns: Nil for nil or blank text, which asks for nothing.
    init?(_ text: String?) {
        let words = (text ?? "").prefix(2000).unicodeScalars.split { scalar in
            scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
        }
        guard !words.isEmpty else { return nil }
        let searchable = words.filter { $0.contains(where: Self.isPartOfToken) }.prefix(Self.limit)
        phrases = searchable.enumerated().map { position, word in
            var phrase = "\""
            for scalar in word { phrase += scalar == "\"" ? "\"\"" : String(scalar) }
            return phrase + (position == searchable.count - 1 ? "\" *" : "\"")
        }
    }

    /// Whether FTS5's tokenizer takes the character for a part of a word; a word without any would match nothing.
    private static func isPartOfToken(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}

import DocumentModel

extension TextQuote {
    /// The number of words of context before and after a match.
    private static let wordsAround = 5

    /// Returns the matches of a search in a text, in order, each with the words around it.
    ///
    /// - Parameters:
    ///   - words: The words of the search.
    ///   - text: The text.
    ///   - tokens: The words of the text.
    ///   - limit: The maximum number of matches to return.
    /// - Complexity: O(*n m*) in the number of words in the text and the search.
    static func all(
        of words: SearchWords, in text: String, _ tokens: [FoldedText.Token], limit: Int
    ) -> [TextQuote] {
        Snippet.matches(of: words, in: tokens).prefix(limit).map { match in
            let from = max(0, match.tokens.lowerBound - wordsAround)
            let to = min(tokens.count, match.tokens.upperBound + wordsAround)
            return TextQuote(
                in: text, from: from == 0 ? 0 : tokens[from].range.lowerBound,
                exact: tokens[match.tokens.lowerBound].range
                    .lowerBound..<tokens[match.tokens.upperBound - 1].range
                    .upperBound,
                to: to == tokens.count ? text.utf16.count : tokens[to - 1].range.upperBound)
        }
    }

    /// Creates a quote of the first match that a snippet marks.
    init?(_ snippet: Snippet) {
        guard let mark = snippet.marks.first else { return nil }
        self.init(in: snippet.text, from: 0, exact: mark, to: snippet.text.utf16.count)
    }

    /// - Parameters: Offsets in UTF-16 code units, in order and within the text.
    private init(in text: String, from: Int, exact: Range<Int>, to: Int) {
        self.init(
            prefix: text.part(from..<exact.lowerBound), exact: text.part(exact),
            suffix: text.part(exact.upperBound..<to))
    }
}

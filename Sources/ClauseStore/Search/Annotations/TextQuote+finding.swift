import DocumentModel

extension TextQuote {
    /// How many words are given before and behind what was found.
    private static let wordsAround = 5

    /// All places of a text where the words of a search stand, in order, each with the words around it.
    ///
    /// - Parameters:
    ///   - words: The words of the search.
    ///   - text: The text.
    ///   - tokens: Its words.
    ///   - limit: How many places are told at most.
    /// - Complexity: O(*n m*) in the numbers of the text's words and the search's.
    static func all(
        of words: SearchWords, in text: String, _ tokens: [FoldedText.Token], limit: Int
    ) -> [TextQuote] {
        Snippet.finds(of: words, in: tokens).prefix(limit).map { find in
            let from = max(0, find.tokens.lowerBound - wordsAround)
            let to = min(tokens.count, find.tokens.upperBound + wordsAround)
            return TextQuote(
                in: text, from: from == 0 ? 0 : tokens[from].range.lowerBound,
                exact: tokens[find.tokens.lowerBound].range
                    .lowerBound..<tokens[find.tokens.upperBound - 1].range
                    .upperBound,
                to: to == tokens.count ? text.utf16.count : tokens[to - 1].range.upperBound)
        }
    }

    /// The first place that a snippet marks.
    init?(_ snippet: Snippet) {
        guard let mark = snippet.marks.first else { return nil }
        self.init(in: snippet.text, from: 0, exact: mark, to: snippet.text.utf16.count)
    }

    /// - Parameters: Offsets in UTF-16 code units, in order and within the text.
    private init(in text: String, from: Int, exact: Range<Int>, to: Int) {
        let units = text.utf16
        func index(_ offset: Int) -> String.Index { units.index(units.startIndex, offsetBy: offset) }
        let (start, end) = (index(exact.lowerBound), index(exact.upperBound))
        self.init(
            prefix: String(text[index(from)..<start]), exact: String(text[start..<end]),
            suffix: String(text[end..<index(to)]))
    }
}

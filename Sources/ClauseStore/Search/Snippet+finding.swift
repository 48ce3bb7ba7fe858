import DocumentModel

extension Snippet {
    /// The number of words in a snippet, and the number of them before the first match.
    private static let (wordCount, leadingWordCount) = (24, 5)

    /// Creates the best snippet of a text for a search: from the first of the fields that contain most of the phrases,
    /// where most of them are close together.
    ///
    /// - Returns: Nil if no phrase occurs.
    /// - Complexity: O(*n m*) in the number of words in the text and the search.
    init?(of words: SearchWords, in fields: [(field: Field, text: String)], lang: String) {
        var best: (field: Field, text: String, tokens: [FoldedText.Token], matches: [Match], count: Int)?
        for (field, text) in fields {
            let tokens = FoldedText.tokens(of: text)
            let matches = Self.matches(of: words, in: tokens)
            let count = Set(matches.map(\.phrase)).count
            if count > best?.count ?? 0 { best = (field, text, tokens, matches, count) }
        }
        guard let best, let first = Self.start(of: best.matches) else { return nil }
        let from = max(0, min(first - Self.leadingWordCount, best.tokens.count - Self.wordCount))
        let to = min(best.tokens.count, from + Self.wordCount)
        let lower = from == 0 ? 0 : best.tokens[from].range.lowerBound
        let upper = to == best.tokens.count ? best.text.utf16.count : best.tokens[to - 1].range.upperBound
        let marks = best.matches.filter { $0.tokens.lowerBound >= from && $0.tokens.upperBound <= to }.map { match in
            let firstToken = best.tokens[match.tokens.lowerBound]
            let lastToken = best.tokens[match.tokens.upperBound - 1]
            return firstToken.range.lowerBound - lower..<lastToken.range.upperBound - lower
        }
        self.init(
            field: best.field, lang: lang, text: best.text.part(lower..<upper), marks: marks, isCutBefore: from > 0,
            isCutAfter: to < best.tokens.count)
    }

    /// An occurrence of a phrase among the words of a text.
    struct Match {
        let phrase: Int
        let tokens: Range<Int>
    }

    /// Returns the occurrences of the phrases, in order; of overlapping ones, the first.
    static func matches(of words: SearchWords, in tokens: [FoldedText.Token]) -> [Match] {
        var matches: [Match] = []
        var position = 0
        while position < tokens.count {
            let phrase = words.phrases.firstIndex { $0.occurs(at: position, in: tokens) }
            let length = phrase.map { words.phrases[$0].words.count } ?? 1
            if let phrase { matches.append(Match(phrase: phrase, tokens: position..<position + length)) }
            position += length
        }
        return matches
    }

    /// Returns the index of the first matching word at which a snippet contains the most phrases.
    private static func start(of matches: [Match]) -> Int? {
        var best: (start: Int, count: Int)?
        for (number, match) in matches.enumerated() {
            let end = match.tokens.lowerBound + wordCount - leadingWordCount
            let close = matches[number...].prefix { $0.tokens.upperBound <= end }
            let count = Set(close.map(\.phrase)).count
            if count > best?.count ?? -1 { best = (match.tokens.lowerBound, count) }
        }
        return best?.start
    }
}

extension SearchWords.Phrase {
    /// Whether the phrase occurs at a word of a text.
    func occurs(at position: Int, in tokens: [FoldedText.Token]) -> Bool {
        guard position + words.count <= tokens.count else { return false }
        return words.indices.allSatisfy { number in
            let word = tokens[position + number].word
            // By bytes as in the index. String.hasPrefix refuses a prefix that ends within a character: 하 in 한.
            guard isPrefix, number == words.count - 1 else { return word == words[number] }
            return word.utf8.starts(with: words[number].utf8)
        }
    }

    /// Whether the phrase occurs anywhere in a text.
    func occurs(in tokens: [FoldedText.Token]) -> Bool {
        tokens.indices.contains { occurs(at: $0, in: tokens) }
    }
}

/// One Latin word of the text, unabbreviated.
package struct LatinWord: Hashable, Sendable {
    /// The word without punctuation.
    package let text: String
    /// The index of its clause in ``ClauseEntry/all``.
    package let clause: Int
    /// The punctuation after the word in the transcription: nothing, a comma or a full stop.
    package let mark: String
}

/// The text of the sheet. Each clause consists of its opening words, our continuation of them, and formulae up to its
/// number of words.
package struct Composition: Sendable {
    /// All words in reading order.
    package let words: [LatinWord]

    /// Composes the text. It is the same on every machine and for every call.
    ///
    /// - Complexity: O(words × formulae).
    package init() {
        var words: [LatinWord] = []
        var chooser = FormulaChooser()
        for (index, entry) in ClauseEntry.all.enumerated() {
            var phrases = [entry.incipit + " " + entry.continuation]
            let opening = phrases[0].split(separator: " ").count
            phrases += chooser.phrases(filling: entry.latinWords - opening, categories: entry.categories)
            words += Self.words(of: phrases, clause: index)
        }
        self.words = words
    }

    /// Returns a clause's unabbreviated text, with punctuation.
    ///
    /// - Complexity: O(words of the sheet).
    package func transcription(ofClause index: Int) -> String {
        words.filter { $0.clause == index }.map { $0.text + $0.mark }.joined(separator: " ")
    }

    private static func words(of phrases: [String], clause: Int) -> [LatinWord] {
        var words: [LatinWord] = []
        for (number, phrase) in phrases.enumerated() {
            let parts = phrase.split(separator: " ")
            for (position, part) in parts.enumerated() {
                let text = part.filter(\.isLetter)
                var mark = String(part.dropFirst(text.count))
                if position == parts.count - 1 { mark = number == phrases.count - 1 ? "." : "," }
                words.append(LatinWord(text: text, clause: clause, mark: mark))
            }
        }
        return words
    }
}

/// Chooses formulae so that all are used about equally often, and none is repeated in a clause as long as there are
/// others.
private struct FormulaChooser {
    private var uses: [String: Int] = [:]
    private var random = SeededRandom(seed: 1215)

    /// Returns phrases of exactly `count` words in total.
    mutating func phrases(filling count: Int, categories: [String]) -> [String] {
        var phrases: [String] = []
        var remaining = count
        let pool = categories.flatMap { Formulae.byCategory[$0] ?? [] } + Formulae.general
        while remaining > Formulae.closings.count {
            let fitting = pool.filter { length($0) <= remaining && !phrases.contains($0) }
            let candidates = fitting.isEmpty ? Formulae.closings[Formulae.closings.count - 1] : fitting
            let fewest = candidates.map { uses[$0, default: 0] }.min() ?? 0
            let phrase = random.pick(from: candidates.filter { uses[$0, default: 0] == fewest })
            uses[phrase, default: 0] += 1
            phrases.append(phrase)
            remaining -= length(phrase)
        }
        if remaining > 0 { phrases.append(random.pick(from: Formulae.closings[remaining - 1])) }
        return phrases
    }

    private func length(_ phrase: String) -> Int { phrase.split(separator: " ").count }
}

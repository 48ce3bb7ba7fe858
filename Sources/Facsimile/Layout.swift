/// A word at its position on the straight sheet, in pixels of the full drawing.
package struct PlacedWord: Hashable, Sendable {
    /// The unabbreviated word.
    package let word: LatinWord
    /// The word as written, in signs that ``Hand`` knows.
    package let written: String
    /// The number of its line, from 0.
    package let line: Int
    /// The left end of the first sign.
    package let left: Double
    /// The right end of the last sign.
    package let right: Double

    /// Whether this is the most abbreviated word.
    var isShortest: Bool { written == Self.shortest }

    /// `nostrorum` in four signs, one of which replaces the ending and one the letters left out within the word.
    static let shortest = "nr\u{304}oꝝ"
}

/// All words, in justified lines.
package struct Layout: Sendable {
    /// The words in reading order.
    package let words: [PlacedWord]
    /// The number of lines.
    package let lineCount: Int

    /// Lays out the words of a composition.
    ///
    /// - Complexity: O(words).
    package init(_ composition: Composition) {
        var random = SeededRandom(seed: 3500)
        let shortest = Self.shortest(in: composition)
        let written = composition.words.enumerated().map { index, word in
            let signs = Abbreviations.written(word.text, random: &random)
            if index == shortest { return PlacedWord.shortest }
            // The very first letter is the enlarged initial, which is not part of its word's box.
            return index == 0 ? String(signs.dropFirst()) : signs + Self.punctuation(after: word)
        }
        var lines: [Range<Int>] = []
        var begin = 0
        var used = 0.0
        for (index, signs) in written.enumerated() {
            let width = Hand.width(signs) * Sheet.unit
            let space = Sheet.end(ofLine: lines.count) - Sheet.start(ofLine: lines.count)
            let needed = used + width + (index == begin ? 0 : Hand.wordSpace * Sheet.unit)
            if needed > space, index > begin {
                lines.append(begin..<index)
                begin = index
                used = width
            } else {
                used = needed
            }
        }
        lines.append(begin..<written.count)
        lineCount = lines.count
        var placed: [PlacedWord] = []
        placed.reserveCapacity(written.count)
        for (line, range) in lines.enumerated() {
            let isLast = line == lines.count - 1
            placed += Self.line(line, words: composition.words[range], written: written[range], isLast: isLast)
        }
        words = placed
    }

    /// Returns the first `nostrorum` in the second half of the text that does not end a clause.
    private static func shortest(in composition: Composition) -> Int? {
        let words = composition.words
        return words.indices.first { $0 > words.count / 2 && words[$0].text == "nostrorum" && words[$0].mark != "." }
    }

    /// Returns the point after a word. A clause ends with a point. Only some commas of the transcription become points,
    /// because scribes used few.
    private static func punctuation(after word: LatinWord) -> String {
        switch word.mark {
        case ".": "."
        case ",": word.text.count % 3 == 0 ? "." : ""
        default: ""
        }
    }

    /// Distributes a line's spare width among its words and spaces.
    private static func line(
        _ line: Int, words: ArraySlice<LatinWord>, written: ArraySlice<String>, isLast: Bool
    ) -> [PlacedWord] {
        let widths = written.map { Hand.width($0) * Sheet.unit }
        let gapCount = Double(max(1, widths.count - 1))
        let writing = widths.reduce(0, +)
        let space = Sheet.end(ofLine: line) - Sheet.start(ofLine: line)
        let natural = Hand.wordSpace * Sheet.unit
        let stretch = isLast ? 1 : min(1.03, max(0.97, (space - natural * gapCount) / writing))
        let gap = isLast ? natural : (space - writing * stretch) / gapCount
        var x = Sheet.start(ofLine: line)
        var placed: [PlacedWord] = []
        for (word, (signs, width)) in zip(words, zip(written, widths)) {
            placed.append(
                PlacedWord(word: word, written: signs, line: line, left: x, right: x + width * stretch))
            x += width * stretch + gap
        }
        return placed
    }
}

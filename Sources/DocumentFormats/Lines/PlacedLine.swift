import DocumentModel
import ImageGeometry

/// A text line in image pixels.
struct PlacedLine {
    /// The line's number in reading order, from 1.
    let number: Int
    /// The line's id in the file.
    let id: String?
    /// The outline, or nil if the file has no usable one.
    let polygon: Polygon?
    let baseline: [Point]
    let words: [LineWord]
    let text: String
    /// Whether the line is read from right to left.
    let isRightToLeft: Bool
    /// The clause that the line is a region of, if the file states one.
    var mark: LayoutMark.Meaning?

    /// Whether most letters are from right-to-left scripts, such as Hebrew and Arabic.
    static func isRightToLeft(_ text: String) -> Bool {
        var balance = 0
        for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
            switch scalar.value {
            case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: balance += 1
            default: balance -= 1
            }
        }
        return balance > 0
    }
}

/// A line projected onto an axis, along which it is read from start to end, in whole pixels.
///
/// The axis is x, or y on a page with vertical lines.
struct LineAxis {
    /// A word and its position.
    struct Word {
        let word: LineWord
        /// The extent on the axis, from left to right or from top to bottom.
        let extent: ClosedRange<Double>
    }

    /// The extent of the line on the axis.
    let range: ClosedRange<Int>
    let isReversed: Bool
    /// The words, in reading order.
    let words: [Word]
    /// Whether the positions of words are estimated because the file does not state them.
    let isEstimated: Bool

    /// - Parameters:
    ///   - line: A line with an outline.
    ///   - isDown: Whether the page's lines are vertical.
    init?(_ line: PlacedLine, isDown: Bool) {
        guard let bounds = line.polygon?.bounds else { return nil }
        let (low, high) = isDown ? (bounds.y, bounds.maxY) : (bounds.x, bounds.maxX)
        range = BandColumns.column(low)...max(BandColumns.column(high), BandColumns.column(low))
        isReversed = line.isRightToLeft && !isDown
        let stated = Self.stated(line.words, isReversed: isReversed)
        if !isDown, let stated {
            words = stated.flatMap { Self.spread($0.word, over: $0.extent, isReversed: line.isRightToLeft) }
            isEstimated = stated.contains { $0.word.text.unicodeScalars.contains(" ") }
        } else {
            let all = line.words.isEmpty && !line.text.isEmpty ? [LineWord(text: line.text)] : line.words
            words = Self.spread(all, over: low...high, isReversed: isReversed)
            isEstimated = true
        }
    }

    /// The coordinate at which reading starts.
    var start: Int { isReversed ? range.upperBound : range.lowerBound }
    /// The coordinate at which reading ends.
    var end: Int { isReversed ? range.lowerBound : range.upperBound }

    /// Returns the coordinate between a word and the previous one, so that two stretches that meet there share it.
    ///
    /// - Parameter index: The index of the word, or the number of words for the end of the line.
    func cut(before index: Int) -> Int {
        guard index > 0, index <= words.count else { return start }
        guard index < words.count else { return end }
        let (former, next) = (words[index - 1].extent, words[index].extent)
        let sides = isReversed ? (former.lowerBound, next.upperBound) : (former.upperBound, next.lowerBound)
        return min(max(BandColumns.column((sides.0 + sides.1) / 2), range.lowerBound), range.upperBound)
    }

    /// Returns the words whose centre is between two coordinates.
    func words(from low: Int, to high: Int) -> [LineWord] {
        words.filter { word in
            let middle = (word.extent.lowerBound + word.extent.upperBound) / 2
            return middle >= Double(low) && middle < Double(high)
        }.map(\.word)
    }

    /// Returns the words with the positions stated in the file, or nil if a position is missing or out of order.
    private static func stated(_ words: [LineWord], isReversed: Bool) -> [Word]? {
        var placed: [Word] = []
        for word in words {
            guard let extent = word.extent else {
                // A hyphen may have no position: it belongs to the word before it.
                guard !word.hasSpaceBefore, let last = placed.popLast() else { return nil }
                var joined = last.word
                joined.text += word.text
                placed.append(Word(word: joined, extent: last.extent))
                continue
            }
            if let last = placed.last?.extent {
                let isAfter = isReversed ? extent.upperBound <= last.upperBound : extent.lowerBound >= last.lowerBound
                guard isAfter else { return nil }
            }
            placed.append(Word(word: word, extent: extent))
        }
        return placed.isEmpty ? nil : placed
    }

    private static func spread(_ word: LineWord, over extent: ClosedRange<Double>, isReversed: Bool) -> [Word] {
        word.text.unicodeScalars.contains(" ")
            ? spread([word], over: extent, isReversed: isReversed) : [Word(word: word, extent: extent)]
    }

    /// Distributes an extent among words in proportion to their number of letters.
    private static func spread(_ words: [LineWord], over extent: ClosedRange<Double>, isReversed: Bool) -> [Word] {
        var parts: [LineWord] = []
        for word in words {
            let pieces = word.text.parts(at: " ")
            for (index, piece) in pieces.enumerated() {
                var part = LineWord(text: String(piece))
                if word.isSecondPart ? index == 0 : index == pieces.count - 1 {
                    (part.whole, part.isSecondPart) = (word.whole, word.isSecondPart)
                }
                if index == 0, !word.hasSpaceBefore, let last = parts.indices.last {
                    parts[last].text += part.text
                } else {
                    parts.append(part)
                }
            }
        }
        let letters = parts.reduce(max(parts.count - 1, 0)) { $0 + $1.text.count }
        let letter = (extent.upperBound - extent.lowerBound) / Double(max(letters, 1))
        var place = 0
        return parts.map { part in
            let (start, end) = (Double(place) * letter, Double(place + part.text.count) * letter)
            place += part.text.count + 1
            return isReversed
                ? Word(word: part, extent: (extent.upperBound - end)...(extent.upperBound - start))
                : Word(word: part, extent: (extent.lowerBound + start)...(extent.lowerBound + end))
        }
    }
}

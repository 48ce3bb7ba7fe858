/// Text from outside, taken apart and compared by Unicode scalars.
///
/// Swift's `Character` is what a reader sees as one letter: a combining mark forms one with whatever stands before it, be
/// that white space, a separator or a bracket. So `split(whereSeparator: \.isWhitespace)` drops a mark that follows a
/// space, `split(separator: ",")` misses a comma that a mark follows, and `firstIndex(of: ">")` does not find the end of a
/// tag. `==` takes canonically equivalent texts for the same, such as U+037E for a semicolon. Nothing of that is wanted of
/// data: files are made of scalars.
extension StringProtocol where SubSequence == Substring {
    /// The words between white space (Unicode's `White_Space`).
    ///
    /// - Complexity: O(*n*).
    package var words: [Substring] { parts { $0.properties.isWhitespace } }

    /// The words with single spaces between them.
    package var singleSpaced: String { words.joined(separator: " ") }

    /// The parts between scalars for which the condition holds.
    ///
    /// - Complexity: O(*n*).
    package func parts(
        maxSplits: Int = .max, omittingEmptyParts: Bool = true, at isSeparator: (Unicode.Scalar) -> Bool
    ) -> [Substring] {
        unicodeScalars.split(
            maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptyParts, whereSeparator: isSeparator
        ).map { self[$0.startIndex..<$0.endIndex] }
    }

    /// The parts between scalars that are this one.
    package func parts(
        at separator: Unicode.Scalar, maxSplits: Int = .max, omittingEmptyParts: Bool = true
    ) -> [Substring] {
        parts(maxSplits: maxSplits, omittingEmptyParts: omittingEmptyParts) { $0 == separator }
    }

    /// The text without white space at its ends.
    package var trimmed: Substring {
        let scalars = unicodeScalars
        guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }) else { return self[endIndex...] }
        var end = scalars.endIndex
        while end > start, case let last = scalars.index(end, offsetBy: -1), scalars[last].properties.isWhitespace {
            end = last
        }
        return self[start..<end]
    }

    /// Whether the text is nothing but white space.
    package var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    /// Whether the text begins with these scalars.
    package func begins(with beginning: some StringProtocol) -> Bool { utf8.starts(with: beginning.utf8) }

    /// Whether the text ends with these scalars.
    package func ends(with ending: some StringProtocol) -> Bool {
        let (length, rest) = (ending.utf8.count, utf8)
        return rest.count >= length && rest.suffix(length).elementsEqual(ending.utf8)
    }

    /// Whether both are the same scalars, not just canonically equivalent.
    package func isIdentical(to other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

    /// The first words, as a heading: at most so many scalars, then an ellipsis. A word that is longer is cut, but no mark
    /// off its letter.
    package func opening(limit: Int = 48) -> String {
        let line = singleSpaced
        let scalars = line.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return line }
        if let space = scalars[..<end].lastIndex(of: " ") { return line[..<space] + "…" }
        var cut = end
        while cut > scalars.startIndex, scalars[cut].isMark { cut = scalars.index(before: cut) }
        return line[..<(cut > scalars.startIndex ? cut : end)] + "…"
    }
}

extension Unicode.Scalar {
    /// Whether a line ends here: LF, VT, FF, CR, NEL and the two separators.
    package var isLineEnd: Bool {
        switch value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Whether it combines with what stands before it: the general categories Mn, Mc and Me.
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}

/// A text as a key, equal to another only where both are the same scalars.
package struct ExactText: Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isIdentical(to: right.text) }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

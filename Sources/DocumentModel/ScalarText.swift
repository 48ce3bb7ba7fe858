/// Splitting and comparing external text by Unicode scalars.
///
/// Swift's `Character` is what a reader sees as one letter: a combining mark belongs to the character before it, even
/// if that is white space, a separator or a bracket. So `split(whereSeparator: \.isWhitespace)` drops a mark that
/// follows a space, `split(separator: ",")` misses a comma followed by a mark, and `firstIndex(of: ">")` does not find
/// the end of a tag. `==` equates canonically equivalent texts, such as U+037E and a semicolon. None of this is
/// appropriate for data, which consists of scalars.
extension StringProtocol where SubSequence == Substring {
    /// The words separated by white space (Unicode's `White_Space`).
    ///
    /// - Complexity: O(*n*).
    package var words: [Substring] { parts { $0.properties.isWhitespace } }

    /// The words joined by single spaces.
    package var singleSpaced: String { words.joined(separator: " ") }

    /// Returns the parts separated by scalars for which the condition holds.
    ///
    /// - Complexity: O(*n*).
    package func parts(
        maxSplits: Int = .max, omittingEmptyParts: Bool = true, at isSeparator: (Unicode.Scalar) -> Bool
    ) -> [Substring] {
        unicodeScalars.split(
            maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptyParts, whereSeparator: isSeparator
        ).map { self[$0.startIndex..<$0.endIndex] }
    }

    /// Returns the parts separated by a scalar.
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

    /// Whether the text consists only of white space.
    package var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    /// Whether the text begins with these scalars.
    package func begins(with beginning: some StringProtocol) -> Bool { utf8.starts(with: beginning.utf8) }

    /// Whether the text ends with these scalars.
    package func ends(with ending: some StringProtocol) -> Bool {
        let (length, rest) = (ending.utf8.count, utf8)
        return rest.count >= length && rest.suffix(length).elementsEqual(ending.utf8)
    }

    /// Whether both texts have the same scalars, rather than being only canonically equivalent.
    package func isIdentical(to other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Returns the first words, for a heading: at most `limit` scalars, then an ellipsis. A first word that is longer
    /// is cut, but never between a letter and its marks.
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

extension UInt8 {
    /// Whether the byte is an ASCII letter.
    @inlinable package var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    /// Whether the byte is an ASCII digit.
    @inlinable package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether the byte is a small ASCII letter, a digit or a hyphen.
    package var isOfLowercaseName: Bool {
        isASCIIDigit || self == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar ends a line: LF, VT, FF, CR, NEL and the two separators.
    package var isLineEnd: Bool {
        switch value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Whether the scalar combines with the one before it: general categories Mn, Mc and Me.
    var isMark: Bool {
        // There is no mark below U+0300.
        if value < 0x300 { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }
}

/// A text as a dictionary key, equal to another only if both have the same scalars.
package struct ExactText: Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isIdentical(to: right.text) }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

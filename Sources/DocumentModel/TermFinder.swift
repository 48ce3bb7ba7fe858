import Foundation

/// Finds the terms of a glossary in texts. It follows the same rules as the viewer's `glossary/finding.js`; both are
/// tested with `Tests/Fixtures/terms.json`.
///
/// A term matches whole words, regardless of letter case (simple case folding) and of whether accents are composed
/// (NFC) or decomposed (NFD). Accents are significant, and words joined by hyphens count as one. Any run of white space
/// matches any other, and straight apostrophes match curly ones. In scripts written without spaces, a word may begin
/// and end anywhere. If terms overlap, the first wins, and of those with the same start the longest. An entry is found
/// once in a text.
package struct TermFinder {
    /// A node of a trie of scalars.
    private struct Node {
        var next: [Unicode.Scalar: Int] = [:]
        /// The index of the entry whose term ends here.
        var entry: Int?
    }

    private var nodes = [Node()]
    /// Pairs of indices of entries that share a form, with that form.
    package private(set) var shared: [(first: Int, second: Int, form: String)] = []

    /// - Parameter words: The words of each entry, in one language.
    /// - Complexity: O(*n*) in the length of the words.
    package init(_ words: [[String]]) {
        for (entry, forms) in words.enumerated() {
            for form in forms { insert(form, entry) }
        }
    }

    private mutating func insert(_ form: String, _ entry: Int) {
        var node = 0
        for sign in Self.signs(form.trimmed) {
            if let next = nodes[node].next[sign.scalar] {
                node = next
            } else {
                nodes.append(Node())
                nodes[node].next[sign.scalar] = nodes.count - 1
                node = nodes.count - 1
            }
        }
        guard node > 0 else { return }
        guard let other = nodes[node].entry else {
            nodes[node].entry = entry
            return
        }
        let isKnown = shared.contains { $0.first == other && $0.second == entry }
        if other != entry, !isKnown { shared.append((other, entry, form)) }
    }

    /// Returns the indices of the entries found in any of the texts.
    ///
    /// - Complexity: O(*n* · *m*) in the length of the texts and of the longest term.
    package func entries(in texts: [String]) -> Set<Int> {
        var found: Set<Int> = []
        for text in texts { find(in: text, &found) }
        return found
    }

    private func find(in text: String, _ found: inout Set<Int>) {
        let signs = Self.signs(text)
        var place = 0
        while place < signs.count {
            guard signs[place].isFirst, Self.isBoundary(before: place, signs), let match = longest(at: place, signs)
            else {
                place += 1
                continue
            }
            found.insert(match.entry)
            place = match.end
        }
    }

    private func longest(at start: Int, _ signs: [Sign]) -> (entry: Int, end: Int)? {
        var node = 0
        var longest: (entry: Int, end: Int)?
        for place in start..<signs.count {
            guard let next = nodes[node].next[signs[place].scalar] else { break }
            node = next
            if let entry = nodes[node].entry, Self.isBoundary(before: place + 1, signs) { longest = (entry, place + 1) }
        }
        return longest
    }

    // MARK: Signs

    /// A decomposed, case-folded scalar of a text.
    private struct Sign {
        let scalar: Unicode.Scalar
        /// Whether it begins a letter; accents that follow belong to the same letter.
        let isFirst: Bool
        var isOfWord: Bool
        /// Whether its script is written without spaces.
        let isUnspaced: Bool
    }

    /// Whether a word can end, and another begin, before an index.
    private static func isBoundary(before place: Int, _ signs: [Sign]) -> Bool {
        guard place > 0, place < signs.count else { return true }
        guard signs[place].isFirst else { return false }
        let (before, after) = (signs[place - 1], signs[place])
        return !before.isOfWord || !after.isOfWord || before.isUnspaced || after.isUnspaced
    }

    private static func signs(_ text: String) -> [Sign] {
        var signs: [Sign] = []
        var cluster = String.UnicodeScalarView()
        func finish() {
            guard let first = cluster.first else { return }
            let isASCII = cluster.count == 1 && first.isASCII
            let scalars = isASCII ? cluster : String(cluster).decomposedStringWithCanonicalMapping.unicodeScalars
            for (position, scalar) in scalars.enumerated() { add(scalar, isFirst: position == 0) }
            cluster.removeAll()
        }
        func add(_ scalar: Unicode.Scalar, isFirst: Bool) {
            if scalar.properties.isWhitespace {
                if signs.last?.scalar == " " { return }
                signs.append(Sign(scalar: " ", isFirst: true, isOfWord: false, isUnspaced: false))
                return
            }
            signs.append(
                Sign(
                    scalar: folded(scalar), isFirst: isFirst, isOfWord: isOfWord(scalar), isUnspaced: isUnspaced(scalar)
                ))
        }
        // A soft hyphen is invisible and not part of a word.
        for scalar in text.unicodeScalars where scalar != "\u{AD}" {
            if !scalar.isMark { finish() }
            cluster.append(scalar)
        }
        finish()
        // Words joined by a hyphen count as one.
        for place in signs.indices.dropFirst().dropLast()
        where ["-", "\u{2010}", "\u{2011}"].contains(signs[place].scalar) {
            signs[place].isOfWord = signs[place - 1].isOfWord && signs[place + 1].isOfWord
        }
        return signs
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
            true
        default: false
        }
    }

    /// Whether the scalar is Thai, Lao, Tibetan, Burmese, Khmer, kana or a Chinese character.
    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x30FF, 0x31F0...0x31FF, 0x3400...0x9FFF,
            0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// Returns the simple case folding, derived from a letter's upper and lower case if each is one scalar. The Turkish
    /// dotless ı is left unchanged.
    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar == "\u{2019}" { return "'" }
        if scalar == "\u{131}" { return scalar }
        let capitals = scalar.properties.uppercaseMapping.unicodeScalars
        let capital = capitals.count == 1 ? capitals.first ?? scalar : scalar
        let small = capital.properties.lowercaseMapping.unicodeScalars
        return small.count == 1 ? small.first ?? capital : capital
    }
}

extension String {
    /// The text without white space at either end.
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

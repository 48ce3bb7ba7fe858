import Foundation

/// Finds the terms of a glossary in texts, by the rules of the viewer's `glossary/finding.js`; `Tests/Fixtures/terms.json` holds
/// both to the same.
///
/// A term is found as whole words, whatever the case of its letters (simple case folding) and whether accents are composed
/// (NFC) or not (NFD); accents count, and words that hyphens join are one. A run of white space equals any other, and so does a straight apostrophe a curly one. In scripts
/// that are written without spaces, a word may begin and end anywhere. Where terms overlap, the first wins, and of those that begin
/// together the longest; an entry is found once in a text.
package struct TermFinder {
    /// A node of a tree of scalars.
    private struct Node {
        var next: [Unicode.Scalar: Int] = [:]
        /// The position of the entry whose term ends here.
        var entry: Int?
    }

    private var nodes = [Node()]
    /// Pairs of positions of entries that have a form in common, with the form.
    package private(set) var shared: [(first: Int, second: Int, form: String)] = []

    /// - Parameter words: The words of each entry in a language.
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

    /// The positions of the entries that are found in texts which are read one after the other, each once.
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

    /// A scalar of a text, decomposed and folded.
    private struct Sign {
        let scalar: Unicode.Scalar
        /// Whether it begins a letter with its accents, which are one.
        let isFirst: Bool
        var isOfWord: Bool
        /// Whether its script is written without spaces.
        let isUnspaced: Bool
    }

    /// Whether a word may end, and another begin, before a place.
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
        // A soft hyphen is not seen, and no part of a word.
        for scalar in text.unicodeScalars where scalar != "\u{AD}" {
            if !isMark(scalar) { finish() }
            cluster.append(scalar)
        }
        finish()
        // What hyphens join is one word.
        for place in signs.indices.dropFirst().dropLast()
        where ["-", "\u{2010}", "\u{2011}"].contains(signs[place].scalar) {
            signs[place].isOfWord = signs[place - 1].isOfWord && signs[place + 1].isOfWord
        }
        return signs
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x300 { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
            true
        default: false
        }
    }

    /// Thai, Lao, Tibetan, Burmese, Khmer, kana, and what is written with Chinese characters.
    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x30FF, 0x31F0...0x31FF, 0x3400...0x9FFF,
            0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// Simple case folding, by the capital of a letter and its small letter, where each is one scalar; the Turkish dotless ı
    /// stays what it is.
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
    /// Without white space at either end.
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

import Foundation
import GRDB

/// The form of text in the full-text index and in searches: without case and accents, and with a space between the
/// letters of scripts that have none between words.
///
/// SQLite's `unicode61` strips accents from Latin letters only, and treats a line of Chinese as a single word. With
/// each such letter as a separate word, phrases of any length are found anywhere; a trigram index would not find words
/// of one or two letters, which most Chinese words are. The index therefore receives text that is already split into
/// words: its tokenizer, `ascii`, splits at ASCII punctuation only. The viewer splits texts in the same way, in
/// `base/words.js`.
enum FoldedText {
    /// Returns the folded form of a text: without case and accents, and with spaces at word boundaries.
    ///
    /// - Complexity: O(*n*) in the text's length. ASCII text is returned unchanged, as the tokenizer ignores case.
    static func fold(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        var folded = String.UnicodeScalarView()
        var last: Unicode.Scalar = " "
        for scalar in plainScalars(of: text) {
            if standsAlone(scalar) || standsAlone(last), last != " ", scalar != " " { folded.append(" ") }
            last = scalar.isASCII || isPartOfToken(scalar) ? scalar : " "
            folded.append(last)
        }
        return String(folded)
    }

    /// Returns the scalars of a text without case and accents.
    private static func plainScalars(of text: String) -> [Unicode.Scalar] {
        text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars.lazy.filter { !isLeftOut($0) }.map {
            $0.isASCII ? $0 : sameLetters[$0] ?? $0
        }
    }

    /// Pairs of lower-case letters, the first of which Unicode's case folding maps to the second, such as ſ to s. These
    /// have status C in <https://www.unicode.org/Public/UCD/latest/ucd/CaseFolding.txt>; those with status F, which
    /// turn one letter into two, are left unchanged. `base/words.js` has the same list.
    static let sameLetterPairs = "µμſsςσϐβϑθϕφϖπϰκϱρϵεᲀвᲁдᲂоᲃсᲄтᲅтᲆъᲇѣᲈꙋ"

    private static let sameLetters: [Unicode.Scalar: Unicode.Scalar] = {
        let scalars = Array(sameLetterPairs.unicodeScalars)
        return Dictionary(
            stride(from: 0, to: scalars.count, by: 2).map { (scalars[$0], scalars[$0 + 1]) },
            uniquingKeysWith: { first, _ in first })
    }()

    /// The SQL function `folded`, which returns the folded form of a text; NULL for NULL.
    static let function = DatabaseFunction("folded", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map(fold)
    }

    /// A word of a text with its position.
    struct Token: Equatable {
        /// The folded word.
        let word: String
        /// The range of the word in the text, in UTF-16 code units.
        let range: Range<Int>
    }

    /// Splits a text into words as the index does.
    ///
    /// - Complexity: O(*n*) in the text's length.
    static func tokens(of text: String) -> [Token] {
        var tokens: [Token] = []
        var word = ""
        var start = 0
        var position = 0
        func end() {
            if !word.isEmpty { tokens.append(Token(word: word, range: start..<position)) }
            word = ""
        }
        func add(_ scalar: Unicode.Scalar, length: Int) {
            guard isPartOfToken(scalar) else { return end() }
            if standsAlone(scalar) { end() }
            if word.isEmpty { start = position }
            word.unicodeScalars.append(scalar)
            if standsAlone(scalar) {
                tokens.append(Token(word: word, range: position..<position + length))
                word = ""
            }
        }
        for character in text {
            // Most characters are ASCII. Looking up each in Unicode's tables took 6 ms of a search with 50 results.
            if let byte = character.asciiValue {
                add(Unicode.Scalar(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte), length: 1)
            } else {
                for scalar in plainScalars(of: String(character)) { add(scalar, length: character.utf16.count) }
            }
            position += character.utf16.count
        }
        end()
        return tokens
    }

    /// Whether the scalar is part of a word: a letter, a digit, or a vowel written as a mark.
    static func isPartOfToken(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return 0x30...0x39 ~= scalar.value || 0x61...0x7A ~= scalar.value | 0x20 }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        case .nonspacingMark, .spacingMark: !isOfScriptWithoutSpaces(scalar)
        default: false
        }
    }

    private static let tatweel: Unicode.Scalar = "\u{640}"
    /// Marks from this scalar on are vowels that distinguish words.
    private static let firstVowelMark: Unicode.Scalar = "\u{900}"

    /// Whether the scalar is an accent, a Hebrew or Arabic vowel point, or the stroke that only lengthens a word.
    private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
        scalar == tatweel || scalar < firstVowelMark && scalar.properties.generalCategory == .nonspacingMark
    }

    /// Whether a word is a letter of a script without spaces between words.
    static func standsAlone(_ word: String) -> Bool {
        word.unicodeScalars.last.map { standsAlone($0) } ?? false
    }

    /// Whether the scalar is a letter of a script without spaces: Thai, Lao, Tibetan, Burmese, Khmer, Chinese,
    /// Japanese.
    private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
        isOfScriptWithoutSpaces(scalar) && isPartOfToken(scalar)
    }

    private static func isOfScriptWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xE00...0xFFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x312F, 0x31F0...0x31FF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x2_0000...0x3_FFFF:
            true
        default: false
        }
    }
}

extension String {
    /// Returns a part of the text, by its range in UTF-16 code units.
    func part(_ range: Range<Int>) -> String {
        let start = utf16.index(utf16.startIndex, offsetBy: range.lowerBound)
        return String(self[start..<utf16.index(start, offsetBy: range.count)])
    }
}

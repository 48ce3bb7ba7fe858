import Foundation
import GRDB

/// Text as the full-text index holds it, and as words are looked for in it: without case and accents, and with a space
/// between the letters of scripts that put none between words.
///
/// SQLite's `unicode61` takes the accents off Latin letters alone, and a line of Chinese for a single word. With every
/// such letter a word of its own, a phrase of them is found wherever it stands, however short it is; an index of
/// trigrams would not find words of one or two letters, which most Chinese words are. So the index gets words that are
/// divided here already: its tokenizer, `ascii`, divides at ASCII's punctuation alone. The viewer divides texts in the
/// same way, in `base/words.js`.
enum FoldedText {
    /// The text's folded form: without case and accents, and with spaces where words end.
    ///
    /// - Complexity: O(*n*) in the text's length; text in ASCII is its own, since the tokenizer takes the case off.
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

    /// The text without case and accents.
    private static func plainScalars(of text: String) -> [Unicode.Scalar] {
        text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars.lazy.filter { !isLeftOut($0) }.map {
            $0.isASCII ? $0 : sameLetters[$0] ?? $0
        }
    }

    /// Letters that Unicode's case folding takes for others though both are in lower case, such as ſ for s: each with the
    /// one behind it. Of status C in <https://www.unicode.org/Public/UCD/latest/ucd/CaseFolding.txt>; those of status F,
    /// which make two letters of one, are left as they are. `base/words.js` has the same.
    static let sameLetterPairs = "µμſsςσϐβϑθϕφϖπϰκϱρϵεᲀвᲁдᲂоᲃсᲄтᲅтᲆъᲇѣᲈꙋ"

    private static let sameLetters: [Unicode.Scalar: Unicode.Scalar] = {
        let scalars = Array(sameLetterPairs.unicodeScalars)
        return Dictionary(
            stride(from: 0, to: scalars.count, by: 2).map { (scalars[$0], scalars[$0 + 1]) },
            uniquingKeysWith: { first, _ in first })
    }()

    /// The function `folded` of SQL: the folded form of a text, NULL of NULL.
    static let function = DatabaseFunction("folded", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map(fold)
    }

    /// A word of a text, and where it stands.
    struct Token: Equatable {
        /// The folded word.
        let word: String
        /// Where it stands in the text, in UTF-16 code units.
        let range: Range<Int>
    }

    /// The words of a text, as the index has them.
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
            // Most are ASCII, and to ask Unicode's tables for each took 6 ms of a search's answer of 50 clauses.
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

    /// Whether the character is a part of a word: a letter, a digit, or a vowel that is written as a mark.
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
    /// From here on marks are vowels, without which words would be others.
    private static let firstVowelMark: Unicode.Scalar = "\u{900}"

    /// Accents, the vowel points of Hebrew and Arabic, and the stroke that only lengthens a word.
    private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
        scalar == tatweel || scalar < firstVowelMark && scalar.properties.generalCategory == .nonspacingMark
    }

    /// Whether a word is a letter of a script that puts no spaces between words.
    static func standsAlone(_ word: String) -> Bool {
        word.unicodeScalars.last.map { standsAlone($0) } ?? false
    }

    /// Letters of scripts that put no spaces between words: Thai, Lao, Tibetan, Burmese, Khmer, Chinese, Japanese.
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

import DocumentModel
import FileSupport

@testable import ClauseStore
@testable import DocumentFormats

/// Every assigned combining mark after every white-space character; the two form one `Character`.
enum CombiningMarks {
    /// The scalars of the general categories Mn, Mc and Me.
    static let all: [Unicode.Scalar] = (0...0x10_FFFF).lazy.compactMap(Unicode.Scalar.init).filter { scalar in
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// The scalars that are white space.
    static let spaces: [Unicode.Scalar] = (0...0x3000).compactMap(Unicode.Scalar.init).filter(\.properties.isWhitespace)

    /// The white-space characters that XML can represent.
    static let spacesOfXML = spaces.filter(MarkupEscaping.isHeldByXML)

    /// Returns a word before each mark, with the given text between the two.
    static func text(after space: Unicode.Scalar) -> String { text(after: String(space)) }

    static func text(after space: String) -> String {
        var text = "a".unicodeScalars
        for mark in all {
            text.append(contentsOf: space.unicodeScalars)
            text.append(mark)
            text.append("b")
        }
        return String(text)
    }

    /// Returns the text with XML's white space collapsed to single spaces, as in layout formats.
    static func spaced(_ space: Unicode.Scalar) -> String {
        text(after: "\t\n\r ".unicodeScalars.contains(space) ? " " : space)
    }

    /// Returns whether two texts have the same scalars.
    static func same(_ text: String?, _ expected: String?) -> Bool {
        (text ?? "").isIdentical(to: expected ?? "")
    }

    /// Returns a text without its white space.
    static func letters(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { !$0.properties.isWhitespace }
    }
}

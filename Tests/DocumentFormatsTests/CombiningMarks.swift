import DocumentModel
import FileSupport

@testable import ClauseStore
@testable import DocumentFormats

/// Every assigned combining mark behind every white-space character: in a `Character` they are one.
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

    /// Those of them that XML can hold.
    static let spacesOfXML = spaces.filter(MarkupEscaping.isHeldByXML)

    /// A word before each mark, and between the two what is given.
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

    /// The text with XML's white space as formats of layouts have it: single spaces.
    static func spaced(_ space: Unicode.Scalar) -> String {
        text(after: "\t\n\r ".unicodeScalars.contains(space) ? " " : space)
    }

    /// Whether two texts are the same scalars.
    static func same(_ text: String?, _ expected: String?) -> Bool {
        (text ?? "").isIdentical(to: expected ?? "")
    }

    /// What of a text is no white space.
    static func letters(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { !$0.properties.isWhitespace }
    }
}

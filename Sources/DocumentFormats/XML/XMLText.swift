import DocumentModel
import FileSupport

/// Writes XML, and knows its white space.
package enum XMLText {
    /// The words between XML's own white space: spaces, tabs and line ends. Others, such as a no-break space, are letters
    /// of a word.
    ///
    /// Specification: https://www.w3.org/TR/xml/#NT-S
    package static func words(_ text: String) -> [Substring] {
        text.parts { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }
    }

    /// The words with single spaces between them.
    static func singleSpaced(_ text: String) -> String { words(text).joined(separator: " ") }

    /// An element's start, with those attributes that have a value.
    package static func start(_ name: String, _ attributes: [(String, String?)], isEmpty: Bool = false) -> String {
        let list = attributes.compactMap { key, value in value.map { " \(key)=\"\(MarkupEscaping.xml($0))\"" } }
            .joined()
        return "<\(name)\(list)\(isEmpty ? "/" : "")>"
    }

    /// An element that holds text.
    package static func element(_ name: String, _ text: String) -> String {
        "<\(name)>\(MarkupEscaping.xml(text))</\(name)>"
    }
}

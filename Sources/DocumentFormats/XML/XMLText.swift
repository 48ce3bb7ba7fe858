import DocumentModel
import FileSupport

/// Writes XML and handles its white space.
package enum XMLText {
    /// Splits a text into words at XML white space: spaces, tabs and line ends. Other spaces, such as a no-break space,
    /// are part of a word.
    ///
    /// Specification: https://www.w3.org/TR/xml/#NT-S
    package static func words(_ text: String) -> [Substring] {
        text.parts { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }
    }

    /// Returns the words separated by single spaces.
    static func singleSpaced(_ text: String) -> String { words(text).joined(separator: " ") }

    /// Returns a start tag with the attributes that have a value.
    package static func start(_ name: String, _ attributes: [(String, String?)], isEmpty: Bool = false) -> String {
        let list = attributes.compactMap { key, value in value.map { " \(key)=\"\(MarkupEscaping.xml($0))\"" } }
            .joined()
        return "<\(name)\(list)\(isEmpty ? "/" : "")>"
    }

    /// Returns an element that contains text.
    package static func element(_ name: String, _ text: String) -> String {
        "<\(name)>\(MarkupEscaping.xml(text))</\(name)>"
    }

    /// Returns the lines of an element that contains the given lines.
    static func element(_ name: String, _ attributes: [(String, String?)] = [], lines: [String]) -> [String] {
        [start(name, attributes)] + lines.map { "  " + $0 } + ["</\(name)>"]
    }

    /// Returns a whole document, whose outermost element contains the given lines.
    static func document(_ name: String, namespace: String, lines: [String]) -> String {
        let root = element(name, [("xmlns", namespace)], lines: lines)
        return ([#"<?xml version="1.0" encoding="UTF-8"?>"#] + root + [""]).joined(separator: "\n")
    }
}

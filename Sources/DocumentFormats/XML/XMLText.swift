import DocumentModel

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

    /// Whether XML 1.0 can hold a scalar, escaped or not.
    ///
    /// Specification: https://www.w3.org/TR/xml/#NT-Char
    static func holds(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\r", "\t", "\n": true
        case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": false
        default: true
        }
    }

    /// The text with what has a meaning in XML escaped, fit for an element and for an attribute in double quotes.
    /// Characters that XML 1.0 cannot hold are left out.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            // Written as they are, a parser would make spaces or line ends of them.
            case "\r", "\t", "\n": escaped += "&#\(scalar.value);"
            case _ where !holds(scalar): break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// An element's start, with those attributes that have a value.
    package static func start(_ name: String, _ attributes: [(String, String?)], isEmpty: Bool = false) -> String {
        let list = attributes.compactMap { key, value in value.map { " \(key)=\"\(escaped($0))\"" } }.joined()
        return "<\(name)\(list)\(isEmpty ? "/" : "")>"
    }

    /// An element that holds text.
    package static func element(_ name: String, _ text: String) -> String {
        "<\(name)>\(escaped(text))</\(name)>"
    }
}

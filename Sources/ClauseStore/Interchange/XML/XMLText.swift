/// Writes XML.
package enum XMLText {
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
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// An element's start, with those attributes that have a value.
    static func start(_ name: String, _ attributes: [(String, String?)], isEmpty: Bool = false) -> String {
        let list = attributes.compactMap { key, value in value.map { " \(key)=\"\(escaped($0))\"" } }.joined()
        return "<\(name)\(list)\(isEmpty ? "/" : "")>"
    }

    /// An element that holds text.
    package static func element(_ name: String, _ text: String) -> String {
        "<\(name)>\(escaped(text))</\(name)>"
    }
}

/// Text as HTML and XML hold it, by Unicode scalar: a sign with an accent on it is still a sign.
package enum MarkupEscaping {
    /// Text between tags of HTML or XML.
    package static func content(_ text: String) -> String { escaped(text, reference) }

    /// Text between tags, or in an attribute in double quotes, of HTML or XML.
    package static func attribute(_ text: String) -> String {
        escaped(text) { $0 == "\"" ? "&quot;" : reference($0) }
    }

    /// Text between tags, or in an attribute in double quotes, that a parser of XML reads back with all its line ends and
    /// tabs. Characters that XML 1.0 cannot hold are left out.
    package static func xml(_ text: String) -> String {
        escaped(text) { scalar in
            switch scalar {
            case "\"": "&quot;"
            case "\r", "\t", "\n": "&#\(scalar.value);"
            default: isHeldByXML(scalar) ? reference(scalar) : ""
            }
        }
    }

    /// Whether XML 1.0 can hold a scalar, escaped or not.
    ///
    /// Specification: https://www.w3.org/TR/xml/#NT-Char
    package static func isHeldByXML(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\r", "\t", "\n": true
        case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": false
        default: true
        }
    }

    private static func reference(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        default: nil
        }
    }

    private static func escaped(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if let replacement = replacement(scalar) {
                escaped += replacement
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

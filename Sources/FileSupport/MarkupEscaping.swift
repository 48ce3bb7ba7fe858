/// Escapes text for HTML and XML. It works on Unicode scalars, so a combining mark does not hide the character before
/// it.
package enum MarkupEscaping {
    /// Escapes text for use between HTML or XML tags.
    package static func content(_ text: String) -> String { escaped(text, reference) }

    /// Escapes text for use between tags or in a double-quoted attribute, in HTML or XML.
    package static func attribute(_ text: String) -> String {
        escaped(text) { $0 == "\"" ? "&quot;" : reference($0) }
    }

    /// Escapes text for use between tags or in a double-quoted attribute of XML, such that a parser preserves all line
    /// ends and tabs. Characters that XML 1.0 forbids are removed.
    package static func xml(_ text: String) -> String {
        escaped(text) { scalar in
            switch scalar {
            case "\"": "&quot;"
            case "\r", "\t", "\n": "&#\(scalar.value);"
            default: isHeldByXML(scalar) ? reference(scalar) : ""
            }
        }
    }

    /// Whether XML 1.0 allows a scalar, escaped or not.
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

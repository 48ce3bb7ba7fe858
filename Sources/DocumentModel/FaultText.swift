/// Formats values for error messages: on one line, without control characters, shortened.
package enum FaultText {
    /// Returns the text in quotation marks.
    package static func quoted(_ text: String) -> String { "\"\(plain(text))\"" }

    /// Returns the text with control characters and line ends escaped, cut after `limit` characters.
    package static func plain(_ text: String, limit: Int = 80) -> String {
        var shown = ""
        for (count, scalar) in text.unicodeScalars.enumerated() {
            if count == limit { return shown + "…" }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate:
                shown += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// Formats a number without a needless fraction: 3, 3.5.
    package static func number(_ value: Double) -> String {
        Int(exactly: value).map(String.init) ?? String(value)
    }
}

/// Encodes JSON strings with only the escapes that RFC 8259, section 7, requires.
package enum JSONString {
    /// Returns a string in quotes.
    package static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a string in quotes.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        defer { bytes.append(0x22) }
        // Nearly all strings need no escapes.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else {
            bytes += text.utf8
            return
        }
        for byte in text.utf8 {
            switch byte {
            case 0x22: bytes += [0x5C, 0x22]
            case 0x5C: bytes += [0x5C, 0x5C]
            case 0x0A: bytes += [0x5C, 0x6E]
            case 0x0D: bytes += [0x5C, 0x72]
            case 0x09: bytes += [0x5C, 0x74]
            case 0..<0x20: bytes += "\\u00\([byte].hexadecimalDigits)".utf8
            default: bytes.append(byte)
            }
        }
    }
}

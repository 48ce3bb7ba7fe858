/// Percent-encoding for any part of a URI: RFC 3986, section 2. S3 signatures require the same form.
package enum PercentEncoding {
    /// Encodes text as UTF-8, with `%XX` for all bytes except letters, digits, `-._~` and the characters in `allowed`.
    package static func encode(_ text: String, allowing allowed: String = "") -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): bytes.append(byte)
            case _ where byte.isASCIIAlphanumeric || allowed.utf8.contains(byte): bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes text in which `+` stands for a space, as in forms and key listings.
    ///
    /// - Returns: Nil if a `%` is not followed by two hexadecimal digits, or if the bytes are not valid UTF-8.
    package static func decode(_ text: String) -> String? {
        // Most names and values of a query have nothing to decode.
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return text }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

import FileSupport

/// The Content-Disposition field, with a file name in ASCII for old clients and the full one.
///
/// Specifications: RFC 6266, section 4, and RFC 8187, section 3.2.
enum FileDisposition {
    /// - Complexity: O(*n*) in the length of the name.
    static func attachment(_ name: String) -> String {
        let safe = safe(name)
        let plain = safe.unicodeScalars.map { $0.isASCII ? Character($0) : "_" }
        let encoded = safe.utf8.reduce(into: "") { text, byte in
            let scalar = UnicodeScalar(byte)
            if isAttributeCharacter(byte) {
                text.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
            }
        }
        return "attachment; filename=\"\(String(plain))\"; filename*=UTF-8''\(encoded)"
    }

    /// Replaces characters that are special to file systems and terminals, and keeps the suffix.
    private static func safe(_ name: String) -> String {
        let scalars = Array(name.unicodeScalars)
        let dot = scalars.lastIndex(of: ".") ?? scalars.endIndex
        let kept = scalars[..<dot].map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: "_"
            default: "/\\:*?\"<>|%;'".unicodeScalars.contains(scalar) ? "_" : scalar
            }
        }
        var stem = String(String.UnicodeScalarView(kept.prefix(longest)))
        while stem.hasPrefix(".") || stem.hasPrefix(" ") { stem.removeFirst() }
        return (stem.isEmpty ? "document" : stem) + String(String.UnicodeScalarView(scalars[dot...]))
    }

    /// The maximum length in Unicode scalars. File systems limit names to 255 bytes, and a scalar has up to four.
    private static let longest = 60

    /// RFC 8187: `attr-char`.
    private static func isAttributeCharacter(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "!#$&+-.^_`|~".utf8.contains(byte)
    }
}

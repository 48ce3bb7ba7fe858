import FileSupport

/// The Content-Disposition field, with a file name in ASCII for old clients and the full one.
///
/// Specifications: RFC 6266, section 4, and RFC 8187, section 3.2.
enum FileDisposition {
    /// - Complexity: O(*n*) in the length of the name.
    static func attachment(_ name: String) -> String {
        let safe = safe(name)
        let plain = safe.unicodeScalars.map { $0.isASCII ? Character($0) : "_" }
        // RFC 8187: `attr-char`.
        let encoded = PercentEncoding.encode(safe, allowing: "!#$&+^`|")
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
}

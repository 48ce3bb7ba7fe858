import Foundation

/// Looks at what stands before an XML file's outermost element, so that no document type declaration ever reaches the
/// parser: those are what entity expansion and access to other files are made of, and no format that is read here needs
/// one.
enum XMLProlog {
    /// Encodings in which a byte below 0x80 is always the ASCII character, so that nothing can hide from this check.
    private static let encodings: Set<String> = ["utf-8", "utf8", "us-ascii", "iso-8859-1"]

    /// - Throws: A fault for a document type declaration or an encoding that is not read.
    /// - Complexity: O(*n*) in the length of the prolog.
    static func check(_ bytes: Data) throws(ALTOFault) {
        if bytes.prefix(4).contains(0) || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            throw .place("", value: "UTF-16, UTF-32 or no text at all", expected: "XML in UTF-8")
        }
        var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        while true {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
            if rest.starts(with: Data("<?".utf8)) {
                let instruction = try take("?>", from: &rest)
                if instruction.starts(with: Data("<?xml".utf8)) { try checkEncoding(instruction) }
            } else if rest.starts(with: Data("<!--".utf8)) {
                _ = try take("-->", from: &rest)
            } else if rest.starts(with: Data("<!".utf8)) {
                throw .place("", value: "a document type declaration", expected: "XML without one")
            } else {
                return
            }
        }
    }

    private static func take(_ end: String, from rest: inout Data) throws(ALTOFault) -> Data {
        guard let range = rest.range(of: Data(end.utf8)) else {
            throw .place("", value: "a beginning without end", expected: "well-formed XML")
        }
        let taken = rest[..<range.upperBound]
        rest = rest[range.upperBound...]
        return taken
    }

    private static func checkEncoding(_ declaration: Data) throws(ALTOFault) {
        let text = String(decoding: declaration, as: UTF8.self)
        guard let word = text.range(of: "encoding") else { return }
        let name = text[word.upperBound...].split { "=\"'".contains($0) || $0.isWhitespace }.first ?? ""
        guard encodings.contains(name.lowercased()) else {
            throw .place("", value: "the encoding \(FaultText.quoted(String(name)))", expected: "XML in UTF-8")
        }
    }
}

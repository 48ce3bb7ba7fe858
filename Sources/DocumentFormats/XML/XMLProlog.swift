import DocumentModel
import Foundation

/// Looks at what stands before an XML file's outermost element, so that no document type declaration ever reaches the
/// parser: those are what entity expansion and access to other files are made of, and no format that is read here needs
/// one.
enum XMLProlog {
    /// Encodings in which a byte below 0x80 is always the ASCII character, so that nothing can hide from this check.
    private static let encodings: Set<String> = ["utf-8", "utf8", "us-ascii", "iso-8859-1"]

    /// The outermost element.
    struct Root {
        /// Its name, without prefix; empty where there is no element.
        let name: String
        /// The line of the file on which it begins, from 1.
        let line: Int
    }

    /// - Returns: The outermost element.
    /// - Throws: A fault for a document type declaration or an encoding that is not read.
    /// - Complexity: O(*n*) in the length of the prolog.
    static func check(_ bytes: Data) throws(LineFault) -> Root {
        if bytes.prefix(4).contains(0) || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            throw .line(1, value: "UTF-16, UTF-32 or no text at all", expected: "XML in UTF-8")
        }
        var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        var line = 1
        while true {
            let spaces = rest.prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
            line += spaces.count { $0 == 0x0A }
            rest = rest[spaces.endIndex...]
            if rest.starts(with: Data("<?".utf8)) {
                let instruction = try take("?>", from: &rest, &line)
                if instruction.starts(with: Data("<?xml".utf8)) { try checkEncoding(instruction) }
            } else if rest.starts(with: Data("<!--".utf8)) {
                _ = try take("-->", from: &rest, &line)
            } else if rest.starts(with: Data("<!".utf8)) {
                throw .line(line, value: "a document type declaration", expected: "XML without one")
            } else {
                return Root(name: rest.first == UInt8(ascii: "<") ? name(rest.dropFirst()) : "", line: line)
            }
        }
    }

    /// The name that a tag begins with, without its prefix.
    private static func name(_ tag: Data) -> String {
        let name = tag.prefix(1000).prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        return String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? Data(), as: UTF8.self)
    }

    private static func take(_ end: String, from rest: inout Data, _ line: inout Int) throws(LineFault) -> Data {
        guard let range = rest.range(of: Data(end.utf8)) else {
            throw .line(line, value: "a beginning without end", expected: "well-formed XML")
        }
        let taken = rest[..<range.upperBound]
        line += taken.count { $0 == 0x0A }
        rest = rest[range.upperBound...]
        return taken
    }

    private static func checkEncoding(_ declaration: Data) throws(LineFault) {
        let text = String(decoding: declaration, as: UTF8.self)
        guard let word = text.range(of: "encoding") else { return }
        let name =
            text[word.upperBound...].parts { "=\"'".unicodeScalars.contains($0) || $0.properties.isWhitespace }.first
            ?? ""
        guard encodings.contains(name.lowercased()) else {
            throw .line(1, value: "the encoding \(FaultText.quoted(String(name)))", expected: "XML in UTF-8")
        }
    }
}

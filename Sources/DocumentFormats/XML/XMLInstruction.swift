import Foundation

/// Processing instructions of XML, which no format that is read here needs.
enum XMLInstruction {
    /// The line, from 1, of the first one that has a target and nothing else, such as `<?a?>`; nil where there is none.
    /// Foundation's parser reads the text that it does not have, and ends the program. In comments and sections of
    /// characters they count too.
    ///
    /// Specification: https://www.w3.org/TR/xml/#sec-pi
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    static func bareLine(in bytes: Data) -> Int? {
        let (opening, closing) = (Data("<?".utf8), Data("?>".utf8))
        var rest = bytes[...]
        while let start = rest.range(of: opening) {
            rest = rest[start.upperBound...]
            let target = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "<") }
            if rest[target.endIndex...].starts(with: closing) {
                return 1 + bytes[..<start.lowerBound].count { $0 == 0x0A }
            }
        }
        return nil
    }
}

/// Text from outside as it can be set: without control characters, which no font shows and some readers of PDF stumble on.
enum PrintableText {
    /// All lines in one.
    static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) || isLineEnd($0) ? " " : $0 }))
    }

    /// The paragraphs, none of them longer than can be set at once.
    ///
    /// - Complexity: O(*n*).
    static func paragraphs(_ text: String) -> [String] {
        text.unicodeScalars.split(whereSeparator: isLineEnd).flatMap { paragraph -> [String] in
            var scalars = paragraph.filter { !isControl($0) || $0 == "\t" }[...]
            var parts: [String] = []
            while scalars.count > longest {
                let start = scalars.startIndex
                let end = scalars.index(start, offsetBy: longest)
                let cut = scalars[..<end].lastIndex(where: \.properties.isWhitespace) ?? end
                parts.append(String(String.UnicodeScalarView(scalars[..<cut])))
                scalars = scalars[cut...].drop(while: \.properties.isWhitespace)
            }
            if scalars.contains(where: { !$0.properties.isWhitespace }) {
                parts.append(String(String.UnicodeScalarView(scalars)))
            }
            return parts
        }
    }

    /// What Pango takes some hundred bytes a character for.
    private static let longest = 8_000

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// The controls, and the scalars that are no characters.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar.value & 0xFFFE == 0xFFFE
            || (0xFDD0...0xFDEF).contains(scalar.value)
    }
}

/// Prepares external text for printing. Removes control characters, which no font shows and some PDF readers fail on.
enum PrintableText {
    /// Joins all lines into one.
    static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) || isLineEnd($0) ? " " : $0 }))
    }

    /// Returns the paragraphs, split so that none is longer than can be set at once.
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

    /// The maximum length of a paragraph. Pango uses some hundred bytes of memory per character.
    private static let longest = 8_000

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Whether a scalar is a control character or a noncharacter.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar.value & 0xFFFE == 0xFFFE
            || (0xFDD0...0xFDEF).contains(scalar.value)
    }
}

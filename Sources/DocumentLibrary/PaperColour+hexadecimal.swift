import DocumentModel
import FileSupport
package import TileEngine

extension PaperColour {
    /// Parses a colour such as `#f5ead0`. Returns nil for any other text.
    package init?(hexadecimal text: String) {
        // The number parser would also accept a sign.
        guard Palette.isColour(text), let value = UInt32(text.dropFirst(), radix: 16) else { return nil }
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }

    /// The colour as six hexadecimal digits, such as `f5ead0`.
    var hexadecimal: String { [red, green, blue].hexadecimalDigits }
}

extension SliceOptions {
    /// Creates the standard options, with a document's colour of paper.
    init(palette: Palette?) {
        self.init()
        if let paper = palette.flatMap({ PaperColour(hexadecimal: $0.paper) }) { self.paper = paper }
    }
}

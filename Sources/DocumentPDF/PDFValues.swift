/// A rectangle in points, or in pixels of a picture. The y axis points down.
public struct PDFBox: Hashable, Sendable {
    public var x, y, width, height: Double

    /// Creates a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

/// A colour. Its components are in the range 0 to 1.
public struct PDFColour: Hashable, Sendable {
    public let red, green, blue: Double

    /// Creates a colour.
    public init(red: Double, green: Double, blue: Double) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Parses a colour such as `#f5ead0`. Returns nil for any other text.
    public init?(hexadecimal text: String) {
        let digits = text.unicodeScalars.dropFirst()
        // `UInt32` alone would also accept a sign.
        guard text.unicodeScalars.first == "#", digits.count == 6, digits.allSatisfy(\.properties.isASCIIHexDigit),
            let value = UInt32(String(digits), radix: 16)
        else { return nil }
        self.init(
            red: Double(value >> 16 & 255) / 255, green: Double(value >> 8 & 255) / 255, blue: Double(value & 255) / 255
        )
    }

    static let black = PDFColour(red: 0, green: 0, blue: 0)
    static let grey = PDFColour(red: 0.42, green: 0.42, blue: 0.42)
}

/// A JPEG and its size in pixels.
public struct PDFPicture: Sendable {
    /// The bytes of the JPEG file.
    public let jpeg: [UInt8]
    public let width, height: Int

    /// Creates a picture from a JPEG. The size must be the JPEG's own.
    public init(jpeg: [UInt8], width: Int, height: Int) {
        (self.jpeg, self.width, self.height) = (jpeg, width, height)
    }
}

/// Text at a position on a picture, to be found and copied. Its box is in the picture's pixels.
///
/// Each clause becomes one of these. If the positions of words are known, each word could become one.
public struct PlacedText: Hashable, Sendable {
    /// The text.
    public let text: String
    /// The language of the text, as a BCP 47 tag.
    public let language: String
    /// Whether the text runs from right to left if its letters do not determine the direction.
    public let isRightToLeft: Bool
    /// The box of the text, in pixels of the picture.
    public let box: PDFBox

    /// Creates a placed text.
    public init(_ text: String, language: String, isRightToLeft: Bool, in box: PDFBox) {
        (self.text, self.language, self.isRightToLeft, self.box) = (text, language, isRightToLeft, box)
    }
}

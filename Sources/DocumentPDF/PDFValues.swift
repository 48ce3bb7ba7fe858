/// A rectangle in points, or in pixels of a picture, y down.
public struct PDFBox: Hashable, Sendable {
    public var x, y, width, height: Double

    /// Makes a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

/// A colour, its parts from 0 to 1.
public struct PDFColour: Hashable, Sendable {
    public let red, green, blue: Double

    /// Makes a colour.
    public init(red: Double, green: Double, blue: Double) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Reads `#rrggbb`; nil for anything else.
    public init?(hexadecimal text: String) {
        guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"),
            let value = UInt32(
                text.utf8.dropFirst().map {
                    String(UnicodeScalar($0))
                }.joined(), radix: 16)
        else { return nil }
        self.init(
            red: Double(value >> 16 & 255) / 255, green: Double(value >> 8 & 255) / 255, blue: Double(value & 255) / 255
        )
    }

    static let black = PDFColour(red: 0, green: 0, blue: 0)
    static let grey = PDFColour(red: 0.42, green: 0.42, blue: 0.42)
}

/// A JPEG, and its size in pixels.
public struct PDFPicture: Sendable {
    /// The whole file.
    public let jpeg: [UInt8]
    public let width, height: Int

    /// Takes a JPEG of a size, which must be its own.
    public init(jpeg: [UInt8], width: Int, height: Int) {
        (self.jpeg, self.width, self.height) = (jpeg, width, height)
    }
}

/// Text that lies on a picture, to be found and copied: within a box in the picture's own pixels.
///
/// A clause is one of these. Where the places of words are known, each word can be.
public struct PlacedText: Hashable, Sendable {
    /// The words.
    public let text: String
    /// A BCP 47 tag.
    public let language: String
    /// Whether it runs from right to left where its letters do not say.
    public let isRightToLeft: Bool
    /// Where it lies, in pixels of the picture.
    public let box: PDFBox

    /// Places text.
    public init(_ text: String, language: String, isRightToLeft: Bool, in box: PDFBox) {
        (self.text, self.language, self.isRightToLeft, self.box) = (text, language, isRightToLeft, box)
    }
}

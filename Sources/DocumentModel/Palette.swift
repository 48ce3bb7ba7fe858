/// The colours of a document's pages in the viewer, each as `#rrggbb`.
public struct Palette: Hashable, Sendable, Codable {
    /// The colour of the sheet, and of pages without an image.
    public let paper: String
    /// The colour of text.
    public let ink: String
    /// The colour of selected things.
    public let accent: String
    /// The colour around the sheet.
    public let background: String
    /// Two to six colours that neighbouring regions are drawn in, in turn.
    public let overlays: [String]

    /// Creates a palette without validating the colours. The reader of source folders validates them.
    public init(paper: String, ink: String, accent: String, background: String, overlays: [String]) {
        self.paper = paper
        self.ink = ink
        self.accent = accent
        self.background = background
        self.overlays = overlays
    }

    /// Whether a text is a colour as `#rrggbb`, with digits in either case.
    package static func isColour(_ text: String) -> Bool {
        text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#")
            && text.utf8.dropFirst().allSatisfy {
                $0.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20)
            }
    }
}

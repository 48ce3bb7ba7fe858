/// The colours of a document's pages in the viewer, each as `#rrggbb`.
public struct Palette: Hashable, Sendable, Codable {
    /// The colour of the sheet, and of pages without image.
    public let paper: String
    /// The colour of text.
    public let ink: String
    /// The colour of what is chosen.
    public let accent: String
    /// The colour around the sheet.
    public let background: String
    /// Two to six colours that neighbouring regions take in turn.
    public let overlays: [String]

    /// Makes a palette; a source folder's reader checks the colours, this does not.
    public init(paper: String, ink: String, accent: String, background: String, overlays: [String]) {
        self.paper = paper
        self.ink = ink
        self.accent = accent
        self.background = background
        self.overlays = overlays
    }
}

public import ArgumentParser
import ClauseStore
public import DocumentCheck
public import DocumentModel
public import TileEngine

extension ClauseKind: ExpressibleByArgument {}

extension FindingKind: ExpressibleByArgument {}

extension TokenScope: ExpressibleByArgument {}

extension TileFormat: ExpressibleByArgument {
    /// Reads the name of a format that pyramids are stored in.
    public init?(argument: String) {
        guard let format = TileFormat(rawValue: argument), format != .png else { return nil }
        self = format
    }

    /// What the help shows.
    public static var allValueStrings: [String] { ["jpeg", "webp"] }
}

extension Subsampling: ExpressibleByArgument {
    /// Reads `444` or `420`.
    public init?(argument: String) {
        self.init(notation: argument)
    }

    /// What the help shows.
    public static var allValueStrings: [String] { ["444", "420"] }
}

/// An image that is given for a page: `1=scan.jpg`.
struct PageImage: ExpressibleByArgument {
    /// The page's number, from 1.
    let page: Int
    /// Where the image is.
    let path: String

    init?(argument: String) {
        let parts = argument.parts(at: "=", maxSplits: 1)
        guard parts.count == 2, let page = Int(parts[0]), page >= 1 else { return nil }
        (self.page, path) = (page, String(parts[1]))
    }
}

public import ArgumentParser
public import DocumentCheck
public import DocumentModel
public import TileEngine

extension ClauseKind: ExpressibleByArgument {}

extension FindingKind: ExpressibleByArgument {}

extension TokenScope: ExpressibleByArgument {}

extension TileFormat: ExpressibleByArgument {
    /// Parses the name of a format that pyramids can be stored in.
    public init?(argument: String) {
        guard let format = TileFormat(rawValue: argument), format != .png else { return nil }
        self = format
    }

    /// The values shown in the help.
    public static var allValueStrings: [String] { ["jpeg", "webp"] }
}

extension Subsampling: ExpressibleByArgument {
    /// Parses `444` or `420`.
    public init?(argument: String) {
        self.init(notation: argument)
    }

    /// The values shown in the help.
    public static var allValueStrings: [String] { ["444", "420"] }
}

/// An image given for a page: `1=scan.jpg`.
struct PageImageArgument: ExpressibleByArgument {
    /// The page's number, from 1.
    let page: Int
    /// The id of the capture; nil for the default one.
    let capture: String?
    /// The path of the image.
    let path: String

    /// The name of the page or capture: `1`, or `1/uv` for a capture.
    var name: String { capture.map { "\(page)/\($0)" } ?? "\(page)" }

    init?(argument: String) {
        let parts = argument.parts(at: "=", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let name = parts[0].parts(at: "/", maxSplits: 1)
        guard let first = name.first, let page = Int(first), page >= 1 else { return nil }
        capture = name.count == 2 ? String(name[1]) : nil
        if let capture, !CaptureRule.isValidID(capture) { return nil }
        (self.page, path) = (page, String(parts[1]))
    }
}

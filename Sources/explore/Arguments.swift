public import ArgumentParser
public import ClauseStore
public import TileEngine

extension ClauseKind: ExpressibleByArgument {}

extension FindingKind: ExpressibleByArgument {}

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

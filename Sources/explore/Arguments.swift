public import ArgumentParser
public import ClauseStore
public import TileEngine

extension ClauseKind: ExpressibleByArgument {}

extension TileFormat: ExpressibleByArgument {}

extension Subsampling: ExpressibleByArgument {
    /// Reads `444` or `420`.
    public init?(argument: String) {
        self.init(notation: argument)
    }

    /// What the help shows.
    public static var allValueStrings: [String] { ["444", "420"] }
}

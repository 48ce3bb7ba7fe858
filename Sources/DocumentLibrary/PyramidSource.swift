import ClauseStore
public import DocumentModel
public import TileEngine

/// The pyramids of a library that are not in its folder. Such a library is a replica of one: it is read, and never written to.
public protocol PyramidSource: Sendable {
    /// Opens a pyramid; blocks.
    ///
    /// - Parameter name: The name of its file, as the database has it.
    /// - Throws: `TileEngineError`.
    func archive(named name: String) throws -> TileArchive

    /// What of a pyramid is on this machine, in bytes; nil where nothing is.
    func keptByteCount(of name: String) -> Int64?
}

/// Where the pyramids are of whichever library is served: told the folder of each that takes the place of another.
public protocol PyramidPlace: Sendable {
    /// The pyramids of the library in a folder.
    ///
    /// - Parameter folder: The folder, for as long as the library is open.
    func pyramids(ofLibraryIn folder: String) throws -> any PyramidSource
}

extension Library {
    /// Whether the pyramids are elsewhere, and nothing is to be written here.
    public var isReplica: Bool { pyramids != nil }

    /// Opens the pyramid of a page; nil for a page without image. Blocks.
    ///
    /// - Throws: `TileEngineError`.
    public func archive(of page: PageInfo) throws -> TileArchive? {
        guard let name = page.pyramid, let path = pyramidPath(of: page) else { return nil }
        return try pyramids?.archive(named: name) ?? TileArchive(path: path)
    }
}

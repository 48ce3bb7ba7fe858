/// Writes an SZI archive tile by tile: a zip without compression that holds a Deep Zoom image.
///
/// Tiles may come in any order, and each exactly once. The archive becomes zip64 where it must: from 65,535 entries or
/// 4 GB on. The same tiles in the same order give the same bytes. A writer is used from one thread at a time.
public struct SZIWriter: ~Copyable {
    /// Begins an archive.
    ///
    /// - Parameters:
    ///   - path: The file, which must not exist yet.
    ///   - stem: The name of the image inside the archive; the file's name without its extension when left out.
    ///   - pyramid: The pyramid that the tiles belong to.
    ///   - format: The encoding of the tiles.
    /// - Throws: ``TileEngineError``: `unreadable` where the file cannot be made, `io` where it cannot be written.
    public init(path: String, stem: String? = nil, pyramid: Pyramid, format: TileFormat) throws {
        throw TileEngineError(.unsupported, path: path, "")
    }

    /// Adds one tile.
    ///
    /// - Throws: ``TileEngineError``: `outOfRange` for an address outside the stored levels or one that was added
    ///   before, `tooLarge` for a tile of 4 GB or more, `io` where it cannot be written.
    public mutating func append(_ bytes: [UInt8], at address: TileAddress) throws {
    }

    /// Ends the archive: writes its directory and makes the file durable.
    ///
    /// - Throws: ``TileEngineError``: `damaged` when a tile is missing, `io` where the file cannot be written.
    public consuming func finish() throws {
    }
}

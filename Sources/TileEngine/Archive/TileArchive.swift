/// A pyramid in an SZI archive, open for reading: a zip without compression that holds a Deep Zoom image.
///
/// Opening reads the zip's directory and the image's descriptor, and refuses an archive that contradicts itself. A
/// tile is then one look-up and one read at an offset, without any shared position, so that any number of threads may
/// read at once.
public final class TileArchive: Sendable {
    /// The file, as the caller gave it.
    public let path: String
    /// The arithmetic of the pyramid.
    public let pyramid: Pyramid
    /// The encoding of the stored tiles.
    public let format: TileFormat
    /// The size of the archive.
    public let byteCount: Int64

    /// Opens an archive.
    ///
    /// - Throws: ``TileEngineError``: `unreadable` for a file that cannot be opened, `damaged` for one that is no
    ///   sound archive of a complete pyramid, `unsupported` for compressed or encrypted tiles, an overlap, or a tile
    ///   format that is none of ``TileFormat``, and `tooLarge` beyond the bounds of this reader.
    /// - Complexity: O(*n*) in the number of entries; 16 bytes of memory a tile.
    public init(path: String) throws {
        throw TileEngineError(.unsupported, path: path, "")
    }

    /// The stored bytes of a tile.
    ///
    /// - Returns: The bytes, which match their checksum; nil outside the grid and on the 2× level, which is not stored.
    /// - Throws: ``TileEngineError``: `damaged` where the bytes do not match, `io` where they cannot be read.
    /// - Complexity: O(*n*) in the number of bytes: one look-up, one read, one checksum.
    public func tile(_ address: TileAddress) throws -> [UInt8]? {
        nil
    }

    /// The CRC-32 of a tile's bytes, as the archive's directory has it; nil outside the grid and on the 2× level.
    ///
    /// - Complexity: O(1), without reading.
    public func checksum(of address: TileAddress) -> UInt32? {
        nil
    }

    /// The number of a tile's bytes; nil outside the grid and on the 2× level.
    ///
    /// - Complexity: O(1), without reading.
    public func byteCount(of address: TileAddress) -> Int? {
        nil
    }

    /// Reads every tile and compares it with its checksum.
    ///
    /// - Parameter isCancelled: Asked before each tile; once it says yes, the call throws `CancellationError`.
    /// - Throws: As ``tile(_:)``, for the first tile that is wrong.
    public func verify(isCancelled: () -> Bool = { false }) throws {
    }
}

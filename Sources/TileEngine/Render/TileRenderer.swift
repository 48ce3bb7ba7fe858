/// Makes tiles that an archive does not hold: those of the 2× level, and those of another format.
///
/// It is safe to use from any number of threads; every call blocks while it works.
public struct TileRenderer: Sendable {
    /// The archive whose tiles are the source.
    public let archive: TileArchive
    /// The quality of JPEG and WebP tiles made, 1 to 100.
    public let quality: Int

    /// Makes a renderer.
    ///
    /// - Parameters:
    ///   - archive: The archive whose tiles are the source.
    ///   - quality: The quality of JPEG and WebP tiles made, 1 to 100; values beyond are brought within.
    ///   - cacheByteCount: How many bytes of decoded tiles are kept.
    public init(archive: TileArchive, quality: Int = 85, cacheByteCount: Int = 32 << 20) {
        self.archive = archive
        self.quality = quality
    }

    /// A tile of the level above native: twice the native pixels, by a cubic kernel.
    ///
    /// The kernel is Catmull-Rom's (a = −½), evaluated at the centres of the output pixels, and each output pixel is
    /// rounded once, so that neighbouring tiles meet without a seam. Beyond the image's edges its outermost pixels are
    /// repeated.
    ///
    /// - Parameters:
    ///   - column: The column in the 2× level.
    ///   - row: The row in the 2× level.
    ///   - format: The encoding of the answer.
    /// - Throws: ``TileEngineError``: `outOfRange` outside the level's grid, `damaged` or `io` for the source.
    public func doubleTile(column: Int, row: Int, as format: TileFormat) throws -> [UInt8] {
        []
    }

    /// A stored tile in a format: the stored bytes when it is the archive's, otherwise decoded and encoded anew.
    ///
    /// - Throws: ``TileEngineError``: `outOfRange` for an address that is not stored, `damaged` or `io` for the source.
    public func transcode(tile address: TileAddress, as format: TileFormat) throws -> [UInt8] {
        []
    }

    /// A tile of any level in a format: ``transcode(tile:as:)`` or ``doubleTile(column:row:as:)``.
    public func tile(_ address: TileAddress, as format: TileFormat) throws -> [UInt8] {
        []
    }
}

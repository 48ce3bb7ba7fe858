/// Makes pictures that an archive does not hold: tiles of the 2× level, tiles of another format, and any region.
///
/// It is safe to use from any number of threads; every call blocks while it works.
public struct TileRenderer: Sendable {
    /// The archive whose tiles are the source.
    public let archive: TileArchive
    /// The quality of JPEG and WebP tiles made, 1 to 100.
    public let quality: Int

    let tiles: DecodedTiles

    /// Makes a renderer.
    ///
    /// - Parameters:
    ///   - archive: The archive whose tiles are the source.
    ///   - quality: The quality of JPEG and WebP tiles made, 1 to 100; values beyond are brought within.
    ///   - tiles: Where decoded tiles are kept, which renderers of other archives may share.
    public init(archive: TileArchive, quality: Int = 85, tiles: DecodedTiles) {
        self.archive = archive
        self.quality = min(max(1, quality), 100)
        self.tiles = tiles
    }

    /// Makes a renderer with a cache of its own.
    ///
    /// - Parameters:
    ///   - archive: The archive whose tiles are the source.
    ///   - quality: The quality of JPEG and WebP tiles made, 1 to 100; values beyond are brought within.
    ///   - cacheByteCount: How many bytes of decoded tiles are kept.
    public init(archive: TileArchive, quality: Int = 85, cacheByteCount: Int = 32 << 20) {
        self.init(archive: archive, quality: quality, tiles: DecodedTiles(byteLimit: cacheByteCount))
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
    ///   - format: The encoding of the answer. A JPEG made of JPEG tiles has colour at their resolution.
    /// - Throws: ``TileEngineError``: `outOfRange` outside the level's grid, `damaged` or `io` for the source.
    /// - Complexity: O(*n*) in the number of the tile's pixels; one to four native tiles are decoded, unless kept.
    public func doubleTile(column: Int, row: Int, as format: TileFormat) throws -> [UInt8] {
        let pyramid = archive.pyramid
        let address = TileAddress(level: pyramid.doubleLevel, column: column, row: row)
        guard let region = pyramid.tileRegion(of: address) else {
            let columns = pyramid.columns(atLevel: address.level) ?? 0
            let rows = pyramid.rows(atLevel: address.level) ?? 0
            throw TileEngineError(
                .outOfRange, path: archive.path, "has no tile \(address), expected one of \(columns) × \(rows) tiles")
        }
        let planes = try planes(
            Sampling(doubleTile: region, pyramid: pyramid), as: format == .jpeg ? .coded : .visible, subsampling: nil
        ) { false }
        return try encode(planes, as: encoding(of: format)) { false }
    }

    /// A stored tile in a format: the stored bytes when it is the archive's, otherwise decoded and encoded anew.
    ///
    /// - Throws: ``TileEngineError``: `outOfRange` for an address that is not stored, `damaged` or `io` for the source.
    public func transcode(tile address: TileAddress, as format: TileFormat) throws -> [UInt8] {
        if format == archive.format, let bytes = try archive.tile(address) { return bytes }
        return try encode(tiles.tile(address, of: archive, as: .visible), as: encoding(of: format)) { false }
    }

    /// A tile of any level in a format: ``transcode(tile:as:)`` or ``doubleTile(column:row:as:)``.
    public func tile(_ address: TileAddress, as format: TileFormat) throws -> [UInt8] {
        if address.level == archive.pyramid.doubleLevel {
            return try doubleTile(column: address.column, row: address.row, as: format)
        }
        return try transcode(tile: address, as: format)
    }

    private func encoding(of format: TileFormat) -> ImageEncoding {
        ImageEncoding(ImageFormat(format), compressionQuality: quality)
    }

    func planes(
        _ sampling: Sampling, as colours: TileColours, subsampling: Subsampling?, isCancelled: () -> Bool
    ) throws -> Planes {
        try withoutActuallyEscaping(isCancelled) { isCancelled in
            try PlanesRenderer(archive: archive, tiles: tiles, isCancelled: isCancelled)
                .render(sampling, as: colours, subsampling: subsampling)
        }
    }

    /// Encodes planes: a JPEG of grey or YCbCr as they are, all else by way of pixels.
    ///
    /// A JPEG made of JPEG tiles is at least as fine as these. Coarser steps over finer ones, on the same grid of blocks,
    /// lose far more than they do by themselves: of a photograph's tiles of quality 92, quality 85 left 33.0 decibels
    /// against libvips' shrink, of tiles of quality 85 it leaves 35.8.
    ///
    /// - Parameter isCancelled: Asked every few rows of a JPEG.
    func encode(_ planes: Planes, as encoding: ImageEncoding, isCancelled: () -> Bool) throws -> [UInt8] {
        if encoding.format == .jpeg, planes.layout.colours != .rgb {
            var planes = planes
            return try named {
                let quality = max(encoding.compressionQuality, archive.jpegQuality ?? 0)
                return try JPEGStream.pool.borrow {
                    try $0.encode(&planes, quality: quality, isCancelled: isCancelled)
                }
            }
        }
        return try named { try planes.pixels.encoded(as: encoding) }
    }

    /// Adds the archive's name to an error that has none.
    func named<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as TileEngineError where error.path == nil {
            throw TileEngineError(error.kind, path: archive.path, "cannot give \(error.reason)")
        }
    }
}

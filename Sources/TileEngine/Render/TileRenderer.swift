/// Renders images that an archive does not contain: tiles of the 2× level, tiles in another format, and arbitrary
/// regions.
///
/// It can be used from any number of threads. Every call blocks while it works.
public struct TileRenderer: Sendable {
    /// The archive whose tiles are the source.
    public let archive: TileArchive
    /// The quality of the JPEG and WebP tiles produced, 1 to 100.
    public let quality: Int

    let tiles: DecodedTiles

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - archive: The archive whose tiles are the source.
    ///   - quality: The quality of the JPEG and WebP tiles produced, clamped to 1 to 100.
    ///   - tiles: The cache of decoded tiles, which may be shared with renderers of other archives; by default one of
    ///     32 MiB.
    public init(archive: TileArchive, quality: Int = 85, tiles: DecodedTiles = DecodedTiles(byteLimit: 32 << 20)) {
        self.archive = archive
        self.quality = min(max(1, quality), 100)
        self.tiles = tiles
    }

    /// Returns a tile of any level in a format: the stored bytes if it is stored in this format, otherwise re-encoded
    /// or rendered.
    ///
    /// - Parameters:
    ///   - address: The address of the tile.
    ///   - format: The encoding of the output. A JPEG made from JPEG tiles has their chroma resolution.
    /// - Throws: ``TileEngineError``: `outOfRange` for a tile that does not exist, `damaged` or `io` for the source.
    /// - Complexity: O(*n*) in the number of pixels of the tile; for one of the 2× level, one to four native tiles are
    ///   decoded unless they are cached.
    public func tile(_ address: TileAddress, as format: TileFormat) throws -> [UInt8] {
        if address.level == archive.pyramid.doubleLevel { return try doubleTile(address, as: format) }
        if format == archive.format, let bytes = try archive.tile(address) { return bytes }
        return try encode(tiles.tile(address, of: archive, as: .visible), as: encoding(of: format)) { false }
    }

    /// Renders a tile of the level above native: twice the native resolution, with a cubic kernel.
    ///
    /// The kernel is Catmull-Rom (a = −½), evaluated at the centres of the output pixels. Each output pixel is rounded
    /// once, so that neighbouring tiles meet without a seam. Beyond the image's edges, its outermost pixels are
    /// repeated.
    private func doubleTile(_ address: TileAddress, as format: TileFormat) throws -> [UInt8] {
        let pyramid = archive.pyramid
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

    /// Encodes planes: grey or YCbCr directly as JPEG, everything else through interleaved pixels.
    ///
    /// A JPEG made from JPEG tiles has at least their quality. Quantising again with coarser steps on the same block
    /// grid loses far more than the coarser steps alone would: for a photograph's tiles of quality 92, quality 85 left
    /// 33.0 decibels against libvips' shrink, but 35.8 for tiles of quality 85.
    ///
    /// - Parameter isCancelled: Called every few rows of a JPEG.
    func encode(_ planes: Planes, as encoding: ImageEncoding, isCancelled: () -> Bool) throws -> [UInt8] {
        if encoding.format == .jpeg, planes.layout.colours != .rgb {
            var planes = planes
            return try addingPath {
                let quality = max(encoding.compressionQuality, archive.jpegQuality ?? 0)
                return try JPEGStream.pool.borrow {
                    try $0.encode(&planes, quality: quality, isCancelled: isCancelled)
                }
            }
        }
        return try addingPath { try planes.pixels.encoded(as: encoding) }
    }

    /// Adds the archive's path to an error that has none.
    func addingPath<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as TileEngineError where error.path == nil {
            throw TileEngineError(error.kind, path: archive.path, "cannot provide \(error.reason)")
        }
    }
}

/// Makes tiles that an archive does not hold: those of the 2× level, and those of another format.
///
/// It is safe to use from any number of threads; every call blocks while it works.
public struct TileRenderer: Sendable {
    /// The archive whose tiles are the source.
    public let archive: TileArchive
    /// The quality of JPEG and WebP tiles made, 1 to 100.
    public let quality: Int

    private let tiles: NativeTiles

    /// Makes a renderer.
    ///
    /// - Parameters:
    ///   - archive: The archive whose tiles are the source.
    ///   - quality: The quality of JPEG and WebP tiles made, 1 to 100; values beyond are brought within.
    ///   - cacheByteCount: How many bytes of decoded tiles are kept.
    public init(archive: TileArchive, quality: Int = 85, cacheByteCount: Int = 32 << 20) {
        self.archive = archive
        self.quality = min(max(1, quality), 100)
        tiles = NativeTiles(archive: archive, byteLimit: cacheByteCount)
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
    /// - Complexity: O(*n*) in the number of the tile's pixels; one to four native tiles are decoded, unless kept.
    public func doubleTile(column: Int, row: Int, as format: TileFormat) throws -> [UInt8] {
        try encode(doublePixels(column: column, row: row), as: format)
    }

    /// A stored tile in a format: the stored bytes when it is the archive's, otherwise decoded and encoded anew.
    ///
    /// - Throws: ``TileEngineError``: `outOfRange` for an address that is not stored, `damaged` or `io` for the source.
    public func transcode(tile address: TileAddress, as format: TileFormat) throws -> [UInt8] {
        if format == archive.format, let bytes = try archive.tile(address) { return bytes }
        return try encode(tiles.pixels(of: address), as: format)
    }

    /// A tile of any level in a format: ``transcode(tile:as:)`` or ``doubleTile(column:row:as:)``.
    public func tile(_ address: TileAddress, as format: TileFormat) throws -> [UInt8] {
        if address.level == archive.pyramid.doubleLevel {
            return try doubleTile(column: address.column, row: address.row, as: format)
        }
        return try transcode(tile: address, as: format)
    }

    private func doublePixels(column: Int, row: Int) throws -> TilePixels {
        let pyramid = archive.pyramid
        let address = TileAddress(level: pyramid.doubleLevel, column: column, row: row)
        guard let region = pyramid.tileRegion(of: address) else {
            let columns = pyramid.columns(atLevel: address.level) ?? 0
            let rows = pyramid.rows(atLevel: address.level) ?? 0
            throw TileEngineError(
                .outOfRange, path: archive.path, "has no tile \(address), expected one of \(columns) × \(rows) tiles")
        }
        // A tile of odd size can begin or end in the middle of a native pixel.
        let firstColumn = region.x / 2
        let firstRow = region.y / 2
        let columns = (region.x + region.width + 1) / 2 - firstColumn
        let rows = (region.y + region.height + 1) / 2 - firstRow
        let margin = CubicDoubler.margin
        let source = try tiles.block(
            PixelRegion(
                x: firstColumn - margin, y: firstRow - margin, width: columns + 2 * margin, height: rows + 2 * margin),
            level: pyramid.nativeLevel)
        let doubled = CubicDoubler.doubled(source)
        let inside = PixelRegion(x: region.x % 2, y: region.y % 2, width: region.width, height: region.height)
        return inside.size == doubled.size ? doubled : doubled.cropped(to: inside)
    }

    private func encode(_ pixels: TilePixels, as format: TileFormat) throws -> [UInt8] {
        do {
            return try TileCodec.encode(
                pixels, as: TileEncoding(format: format, quality: quality, subsampling: .s444))
        } catch let error as TileEngineError {
            throw TileEngineError(error.kind, path: archive.path, "has \(error.reason)")
        }
    }
}

extension TilePixels {
    /// The part of the pixels in a region, which must lie within them.
    fileprivate func cropped(to region: PixelRegion) -> TilePixels {
        var cropped: [UInt8] = []
        cropped.reserveCapacity(region.width * region.height * 3)
        for row in region.y..<region.y + region.height {
            let start = (row * size.width + region.x) * 3
            cropped += bytes[start..<start + region.width * 3]
        }
        return TilePixels(size: region.size, bytes: cropped)
    }
}

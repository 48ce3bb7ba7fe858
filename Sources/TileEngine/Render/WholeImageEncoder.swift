import NIOConcurrencyHelpers

/// Encodes a stored level of an image as one JPEG, strip by strip. Memory depends on the level's width and not its
/// height.
///
/// The tiles are decoded to the planes in which they are coded and encoded from these: no pixel is resampled, and no
/// colour converted. As in ``TileRenderer/render(_:limits:isCancelled:)``, a JPEG made from JPEG tiles has at least
/// their quality.
///
/// It can be used from any number of threads; strips are encoded one at a time.
public final class WholeImageEncoder: Sendable {
    /// The number of strips.
    public let stripCount: Int
    /// The size of the image, in pixels.
    public let size: PixelSize

    private struct State {
        var nextStrip = 0
        var picture: Picture?
    }

    /// The encoding in progress, and the plane layout of its tiles.
    private struct Picture {
        let stream: JPEGStream
        let layout: PlaneLayout
        let colours: TileColours
    }

    private let archive: TileArchive
    private let level: Int
    private let compressionQuality: Int
    /// A multiple of the number of rows that libjpeg processes at once. Equals one row of tiles for every usual tile
    /// size.
    private let stripHeight: Int
    /// A cache without capacity: an image that passes through once would evict everything that others use.
    private let tiles = DecodedTiles(byteLimit: 0)
    private let state = NIOLockedValueBox(State())

    private static let rowsAtOnce = 16
    /// The quality of the JPEG, unless the tiles have a higher one.
    private static let leastQuality = 85

    /// Prepares the encoding without decoding anything.
    ///
    /// - Parameters:
    ///   - archive: The archive that contains the tiles.
    ///   - level: A stored level, 0 to the native one.
    /// - Throws: ``TileEngineError`` of kind `outOfRange` for a level that is not stored or exceeds the maximum side of
    ///   a JPEG.
    public init(_ archive: TileArchive, level: Int) throws {
        guard level <= archive.pyramid.nativeLevel, let size = archive.pyramid.size(ofLevel: level) else {
            throw TileEngineError(
                .outOfRange, path: archive.path, "has no level \(level), expected 0 to \(archive.pyramid.nativeLevel)")
        }
        let longest = ImageFormat.jpeg.longestSide
        guard size.width <= longest, size.height <= longest else {
            throw TileEngineError(
                .outOfRange, path: archive.path, "has a level \(level) of \(size), expected at most \(longest) in jpeg")
        }
        self.archive = archive
        self.level = level
        self.size = size
        self.compressionQuality = max(Self.leastQuality, archive.jpegQuality ?? 0)
        stripHeight = (archive.pyramid.tileSize + Self.rowsAtOnce - 1) / Self.rowsAtOnce * Self.rowsAtOnce
        stripCount = (size.height + stripHeight - 1) / stripHeight
    }

    /// Returns the cost of a strip.
    ///
    /// - Parameter strip: The index of the strip, from 0 at the top.
    public func cost(ofStrip strip: Int) -> RenderCost {
        let tileSize = archive.pyramid.tileSize
        let rows = rows(ofStrip: strip)
        let tileRows = rows.isEmpty ? 0..<0 : archive.pyramid.tiles(under: rows)
        let sourceHeight = min(size.height, tileRows.upperBound * tileSize) - tileRows.lowerBound * tileSize
        return RenderCost(
            level: level, columns: 0..<(archive.pyramid.columns(atLevel: level) ?? 0), rows: tileRows,
            sourceArea: size.width * sourceHeight, outputArea: size.width * rows.count)
    }

    /// Encodes the next strip.
    ///
    /// - Parameter isCancelled: Called before each tile. Once it returns true, the call throws `CancellationError`.
    /// - Returns: The next bytes of the JPEG, or nil after the last strip.
    /// - Throws: ``TileEngineError``: `damaged` or `io` for the tiles, `io` if memory runs out. After an error, the
    ///   encoder cannot be used any more.
    /// - Complexity: O(*n*) in the pixels of the strip.
    public func nextStrip(isCancelled: () -> Bool = { false }) throws -> [UInt8]? {
        try state.withLockedValue { state in
            let rows = rows(ofStrip: state.nextStrip)
            guard !rows.isEmpty else { return nil }
            // A failure leaves the stream in the middle of a strip, so the state is invalidated until the strip
            // succeeds.
            let number = state.nextStrip
            state.nextStrip = stripCount
            let picture = try state.picture ?? begin()
            state.picture = picture
            var strip = try planes(rows, layout: picture.layout, as: picture.colours, isCancelled: isCancelled)
            let isLast = number + 1 == stripCount
            let bytes = try picture.stream.write(&strip, isLast: isLast)
            state.nextStrip = number + 1
            if isLast { state.picture = nil }
            return bytes
        }
    }

    private func rows(ofStrip strip: Int) -> Range<Int> {
        let top = min(size.height, max(0, strip) * stripHeight)
        return top..<min(size.height, top + stripHeight)
    }

    /// Begins the JPEG, with the plane layout of the first tile.
    private func begin() throws -> Picture {
        // As in PlanesRenderer: with an odd tile size, chroma does not align with the image's chroma grid.
        let colours: TileColours = archive.pyramid.tileSize % 2 == 0 ? .coded : .visible
        let first = try tiles.tile(TileAddress(level: level, column: 0, row: 0), of: archive, as: colours, rows: 0..<1)
        let stream = try JPEGStream()
        try stream.begin(size, layout: first.layout, quality: compressionQuality, hasHeader: true)
        return Picture(stream: stream, layout: first.layout, colours: colours)
    }

    /// Assembles rows of the level from the tiles.
    private func planes(
        _ rows: Range<Int>, layout: PlaneLayout, as colours: TileColours, isCancelled: () -> Bool
    ) throws -> Planes {
        let tileSize = archive.pyramid.tileSize
        let strip = PixelSize(width: size.width, height: rows.count)
        let places = (0..<layout.planeCount).map { Planes.place(of: $0, layout: layout, size: strip) }
        return try Planes(layout: layout, size: strip) { base in
            for row in archive.pyramid.tiles(under: rows) {
                let top = row * tileSize
                let wanted = max(rows.lowerBound, top)..<min(rows.upperBound, top + tileSize)
                for column in 0..<(archive.pyramid.columns(atLevel: level) ?? 0) {
                    if isCancelled() { throw CancellationError() }
                    let address = TileAddress(level: level, column: column, row: row)
                    let tile = try tiles.tile(
                        address, of: archive, as: colours, rows: wanted.lowerBound - top..<wanted.upperBound - top)
                    guard tile.layout == layout else {
                        throw TileEngineError(
                            .damaged, path: archive.path,
                            "has the tile \(address), whose colours are encoded differently "
                                + "from those of the first one")
                    }
                    _ = tile.withBytes { bytes in
                        for (plane, target) in places.enumerated() {
                            let (across, down) = (
                                layout.horizontalSubsampling(inPlane: plane), layout.verticalSubsampling(inPlane: plane)
                            )
                            let source = tile.place(of: plane)
                            let first = (wanted.lowerBound - top) / down
                            let last = min(source.height, (wanted.upperBound - top + down - 1) / down)
                            let start = base + target.offset + column * tileSize / across
                            for line in first..<max(first, last) {
                                let targetRow = (top - rows.lowerBound) / down + line
                                (start + targetRow * target.stride).update(
                                    from: bytes + source.offset + line * source.stride, count: source.width)
                            }
                        }
                    }
                }
            }
        }
    }
}

extension Pyramid {
    /// Returns the level of which a request is the complete image as a JPEG, without mirroring, rotation or colour
    /// change. A ``WholeImageEncoder`` can produce such an image regardless of its area.
    ///
    /// - Complexity: O(*n*) in the number of levels.
    public func level(ofWhole request: RegionRequest) -> Int? {
        let longest = ImageFormat.jpeg.longestSide
        guard request.region == size.region, !request.isMirrored,
            request.rotation == 0, request.quality == .color, request.encoding.format == .jpeg,
            request.encoding.subsampling == nil, request.size.width <= longest, request.size.height <= longest
        else { return nil }
        return (0...nativeLevel).last { size(ofLevel: $0) == request.size }
    }
}

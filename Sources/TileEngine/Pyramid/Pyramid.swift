// Deep Zoom numbers the levels of an image from 0, a single pixel; each level is half the size of the one above it,
// rounded up. Above the native level there is exactly one more, twice as large: images are never enlarged beyond 2×.
// All level and tile arithmetic is in this type; `/dzi`, `/tiles` and the viewer address the same tiles:
//
//                                          coarsest                       native                     2× level
//   /dzi/{image}_files/{level}/{c}_{r}     0 (one pixel)                  ⌈log₂(longer side)⌉        one more
//   /tiles/{image}/{z}/{x}/{y}             0 (the image in one tile)      maxzoom − 1                maxzoom
//
// The native level and those below it are stored. A tile of the 2× level is computed on request from the native tiles
// it overlaps and the borders of their neighbours, with a cubic kernel of fixed weights, so that there are no seams.

/// The arithmetic of an image that is cut into tiles without overlap at every level, from one pixel at level 0 to the
/// whole image at ``nativeLevel`` and twice its size at ``doubleLevel``.
public struct Pyramid: Hashable, Sendable {
    /// The native width of the image, in pixels.
    public let width: Int
    /// The native height of the image, in pixels.
    public let height: Int
    /// The width and height of a full tile, one not cut by the right or bottom edge, in pixels.
    public let tileSize: Int
    /// The level of the native resolution: the binary logarithm of the longer side, rounded up.
    public let nativeLevel: Int
    /// The level that corresponds to zoom 0: the largest stored level whose whole image fits in one tile.
    public let firstWholeTileLevel: Int

    /// The maximum length of an image's longer side, in pixels.
    public static let longestSide = 1 << 30
    /// The range of permitted tile sizes.
    public static let tileSizes = 64...8192

    /// Creates the pyramid of an image.
    ///
    /// - Parameters:
    ///   - width: The native width in pixels, 1 to ``longestSide``.
    ///   - height: The native height in pixels, 1 to ``longestSide``.
    ///   - tileSize: The side of a tile in pixels, within ``tileSizes``.
    /// - Throws: ``TileEngineError`` of kind `outOfRange`, which names the value.
    public init(width: Int, height: Int, tileSize: Int = 256) throws {
        for (name, side) in [("width", width), ("height", height)] {
            guard (1...Self.longestSide).contains(side) else {
                throw TileEngineError(.outOfRange, "an image \(name) of \(side), expected 1 to \(Self.longestSide)")
            }
        }
        guard Self.tileSizes.contains(tileSize) else {
            throw TileEngineError(
                .outOfRange,
                "a tile size of \(tileSize), expected \(Self.tileSizes.lowerBound) to \(Self.tileSizes.upperBound)")
        }
        self.width = width
        self.height = height
        self.tileSize = tileSize
        let longest = max(width, height)
        nativeLevel = Self.binaryLogarithm(roundingUp: longest)
        // Halving k times is one rounded division by 2^k, so the first k that fits is a logarithm too.
        let tilesAlong = Self.quotient(roundingUp: longest, dividedBy: tileSize)
        firstWholeTileLevel = nativeLevel - Self.binaryLogarithm(roundingUp: tilesAlong)
    }

    /// The level above native, at twice its size. It is the last level.
    public var doubleLevel: Int { nativeLevel + 1 }
    /// The zoom of ``doubleLevel``, the largest that a web map can request.
    public var maxZoom: Int { doubleLevel - firstWholeTileLevel }
    /// The native size.
    public var size: PixelSize { PixelSize(width: width, height: height) }

    /// Returns the size of the whole image at a level, in that level's pixels, or nil outside `0...doubleLevel`.
    ///
    /// - Complexity: O(1), like the other methods here.
    public func size(ofLevel level: Int) -> PixelSize? {
        guard (0...doubleLevel).contains(level) else { return nil }
        if level == doubleLevel { return PixelSize(width: width * 2, height: height * 2) }
        let halvings = nativeLevel - level
        return PixelSize(
            width: Self.quotient(roundingUp: width, shiftedBy: halvings),
            height: Self.quotient(roundingUp: height, shiftedBy: halvings))
    }

    /// Returns the number of tile columns at a level, or nil outside `0...doubleLevel`.
    public func columns(atLevel level: Int) -> Int? {
        size(ofLevel: level).map { Self.quotient(roundingUp: $0.width, dividedBy: tileSize) }
    }

    /// Returns the number of tile rows at a level, or nil outside `0...doubleLevel`.
    public func rows(atLevel level: Int) -> Int? {
        size(ofLevel: level).map { Self.quotient(roundingUp: $0.height, dividedBy: tileSize) }
    }

    /// Returns the number of tiles at a level, or nil outside `0...doubleLevel`.
    public func tileCount(atLevel level: Int) -> Int? {
        guard let columns = columns(atLevel: level), let rows = rows(atLevel: level) else { return nil }
        return columns * rows
    }

    /// The number of tiles in all stored levels, which are all but the 2× level.
    ///
    /// - Complexity: O(*n*) in the number of levels.
    public var storedTileCount: Int {
        (0...nativeLevel).reduce(0) { $0 + (tileCount(atLevel: $1) ?? 0) }
    }

    /// Returns whether a tile exists, on a stored level or on the 2× level.
    public func contains(_ address: TileAddress) -> Bool {
        guard let columns = columns(atLevel: address.level), let rows = rows(atLevel: address.level) else {
            return false
        }
        return (0..<columns).contains(address.column) && (0..<rows).contains(address.row)
    }

    /// Returns the region of its level that a tile covers, in that level's pixels, clipped to the level; nil if it does
    /// not exist.
    public func tileRegion(of address: TileAddress) -> PixelRegion? {
        guard contains(address), let whole = size(ofLevel: address.level) else { return nil }
        let x = address.column * tileSize
        let y = address.row * tileSize
        return PixelRegion(
            x: x, y: y, width: min(tileSize, whole.width - x), height: min(tileSize, whole.height - y))
    }

    /// Returns the addresses of a level's tiles, row by row; empty outside `0...doubleLevel`.
    public func addresses(atLevel level: Int) -> some Sequence<TileAddress> {
        let columns = columns(atLevel: level) ?? 0
        let rows = rows(atLevel: level) ?? 0
        return (0..<rows).lazy.flatMap { row in
            (0..<columns).lazy.map { TileAddress(level: level, column: $0, row: row) }
        }
    }

    /// Returns the columns or rows of tiles that contain pixel columns or rows of a level.
    func tiles(under pixels: Range<Int>) -> Range<Int> {
        let lower = pixels.lowerBound / tileSize
        return lower..<max(lower, (pixels.upperBound - 1) / tileSize + 1)
    }

    private static func quotient(roundingUp value: Int, dividedBy divisor: Int) -> Int {
        (value - 1) / divisor + 1
    }

    private static func quotient(roundingUp value: Int, shiftedBy shift: Int) -> Int {
        ((value - 1) >> shift) + 1
    }

    /// Returns the smallest exponent whose power of two is at least the value.
    private static func binaryLogarithm(roundingUp value: Int) -> Int {
        Int.bitWidth - (value - 1).leadingZeroBitCount
    }
}

/// The geometry of cutting a pyramid in strips.
///
/// A strip is ``rowCount`` pixel rows of a level, or fewer at the bottom edge. Several strips make a row of tiles, and
/// two strips of a level, halved, make one of the next. Levels are numbered here by how often the scan has been halved:
/// 0 is the native level.
struct StripPlan: Hashable, Sendable {
    /// One level of the pyramid.
    struct Level: Hashable, Sendable {
        /// The Deep Zoom level number.
        let number: Int
        /// The width and height of the level, in pixels.
        let size: PixelSize
        /// The number of tiles in each of its rows.
        let columns: Int
        /// The number of strips.
        let stripCount: Int
        /// The number of lanes that its tiles are divided into.
        let laneCount: Int
    }

    /// The side of a tile, in pixels.
    let tileSize: Int
    /// The interleaved channels of a pixel, each a byte: 1 or 3.
    let channels: Int
    /// The levels, from the native one to a single pixel.
    let levels: [Level]
    /// The order in which strips become complete.
    let stripOrder: HalvingOrder
    /// The order in which rows of tiles become complete.
    let tileRowOrder: HalvingOrder

    /// The number of pixel rows in a strip: large enough that the overhead per strip is negligible, and small enough
    /// that the pixels are still in the processor's cache when they are encoded. It is even and divides every tile
    /// size.
    static let rowCount = 32
    /// The number of tile columns in a lane: few enough that all cores finish at about the same time.
    static let columnsPerLane = 8

    /// Creates the plan for a pyramid.
    init(pyramid: Pyramid, channels: Int) {
        tileSize = pyramid.tileSize
        self.channels = channels
        levels = (0...pyramid.nativeLevel).reversed().map { number in
            let size = pyramid.size(ofLevel: number) ?? PixelSize(width: 1, height: 1)
            let columns = pyramid.columns(atLevel: number) ?? 1
            return Level(
                number: number, size: size, columns: columns,
                stripCount: (size.height - 1) / Self.rowCount + 1,
                laneCount: (columns - 1) / Self.columnsPerLane + 1)
        }
        stripOrder = HalvingOrder(nativeCount: levels[0].stripCount, levelCount: levels.count)
        tileRowOrder = HalvingOrder(
            nativeCount: pyramid.rows(atLevel: pyramid.nativeLevel) ?? 1, levelCount: levels.count)
    }

    /// The number of strips in a row of tiles.
    var stripsPerTileRow: Int { tileSize / Self.rowCount }

    /// Returns the number of pixel rows in a strip.
    func rowCount(halvings: Int, strip: Int) -> Int {
        min(Self.rowCount, levels[halvings].size.height - strip * Self.rowCount)
    }

    /// Returns the distance between rows of a level, in bytes.
    func stride(halvings: Int) -> Int { levels[halvings].size.width * channels }

    /// Returns the size of a level's largest strip, in bytes.
    func byteCount(halvings: Int) -> Int {
        stride(halvings: halvings) * min(Self.rowCount, levels[halvings].size.height)
    }

    /// Returns the number of strips of the level above that make up a strip: two, or one at the bottom edge.
    func sourceCount(halvings: Int, strip: Int) -> Int {
        min(2, levels[halvings - 1].stripCount - strip * 2)
    }

    /// Returns the first pixel column and the size of a tile.
    func tile(halvings: Int, column: Int, row: Int) -> (x: Int, size: PixelSize) {
        let level = levels[halvings].size
        let x = column * tileSize
        return (
            x, PixelSize(width: min(tileSize, level.width - x), height: min(tileSize, level.height - row * tileSize))
        )
    }
}

/// The order in which parts of all levels become complete if the native parts arrive from top to bottom and two parts
/// of a level make one of the next.
///
/// It does not depend on timing, so it is used as the order of the tiles in the archive.
struct HalvingOrder: Hashable, Sendable {
    /// The number of parts of the native level.
    let nativeCount: Int
    /// The number of levels.
    let levelCount: Int

    /// The number of parts of all levels.
    ///
    /// - Complexity: O(*n*) in the number of levels, as is ``rank(halvings:part:)``.
    var count: Int { (0..<levelCount).reduce(0) { $0 + (nativeCount - 1) >> $1 + 1 } }

    /// Returns the number of parts of all levels that are complete before this one.
    ///
    /// Part *p* of level *h* becomes complete with the native part (*p* + 1) · 2^*h* − 1, or the last one. Of several
    /// parts that become complete with the same native part, the one of the larger level comes first.
    func rank(halvings: Int, part: Int) -> Int {
        // Compared before shifting, so that the last part cannot overflow.
        let isLast = part >= (nativeCount - 1) >> halvings
        let lastNative = isLast ? nativeCount - 1 : (part + 1) << halvings - 1
        return (0..<levelCount).reduce(halvings) { $0 + lastNative >> $1 }
    }
}

/// The arithmetic of cutting a pyramid in strips.
///
/// A strip is ``rowCount`` pixel rows of a level, fewer at the lower edge. Several of them make a row of tiles, and two
/// of a level, halved, make one of the next. Levels are counted here by how often the scan has been halved, from 0, the
/// native one.
struct StripPlan: Hashable, Sendable {
    /// One level of the pyramid.
    struct Level: Hashable, Sendable {
        /// The level as Deep Zoom counts it.
        let number: Int
        /// The width and height of the level, in pixels.
        let size: PixelSize
        /// The number of tiles in each of its rows.
        let columns: Int
        /// The number of strips.
        let stripCount: Int
        /// The number of lanes that its tiles are shared out to.
        let laneCount: Int
    }

    /// The side of a tile, in pixels.
    let tileSize: Int
    /// The interleaved channels of a pixel, each a byte: 1 or 3.
    let channels: Int
    /// The levels, from the native one to a single pixel.
    let levels: [Level]
    /// In which order strips become whole.
    let stripOrder: HalvingOrder
    /// In which order rows of tiles become whole.
    let tileRowOrder: HalvingOrder

    /// The number of pixel rows in a strip: so many that taking turns costs nothing, and so few that the pixels are
    /// still in the processor's cache when they are encoded. It is even and divides every tile size.
    static let rowCount = 32
    /// How many columns of tiles make a lane: few enough that all cores end at the same time.
    static let columnsPerLane = 8

    /// Makes the plan of a pyramid.
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

    /// How many strips make a row of tiles.
    var stripsPerTileRow: Int { tileSize / Self.rowCount }

    /// The number of pixel rows in a strip.
    func rowCount(halvings: Int, strip: Int) -> Int {
        min(Self.rowCount, levels[halvings].size.height - strip * Self.rowCount)
    }

    /// The bytes from one row of a level to the next.
    func stride(halvings: Int) -> Int { levels[halvings].size.width * channels }

    /// The bytes of a level's largest strip.
    func byteCount(halvings: Int) -> Int {
        stride(halvings: halvings) * min(Self.rowCount, levels[halvings].size.height)
    }

    /// How many strips of the level above a strip is made of: two, or one at the lower edge.
    func sourceCount(halvings: Int, strip: Int) -> Int {
        min(2, levels[halvings - 1].stripCount - strip * 2)
    }

    /// What a tile covers of its row of tiles: its first pixel column and its size.
    func tile(halvings: Int, column: Int, row: Int) -> (x: Int, size: PixelSize) {
        let level = levels[halvings].size
        let x = column * tileSize
        return (
            x, PixelSize(width: min(tileSize, level.width - x), height: min(tileSize, level.height - row * tileSize))
        )
    }
}

/// The order in which parts of all levels become whole, when the native ones come from top to bottom and two parts of
/// a level make one of the next.
///
/// It does not depend on how fast anything is, so it is the order of the tiles in the archive.
struct HalvingOrder: Hashable, Sendable {
    /// The number of parts of the native level.
    let nativeCount: Int
    /// The number of levels.
    let levelCount: Int

    /// The number of parts of all levels.
    ///
    /// - Complexity: O(*n*) in the number of levels, as is ``rank(halvings:part:)``.
    var count: Int { (0..<levelCount).reduce(0) { $0 + (nativeCount - 1) >> $1 + 1 } }

    /// How many parts of all levels are whole before this one.
    ///
    /// Part *p* of level *h* is whole with the native part (*p* + 1) · 2^*h* − 1, or the last one; of several that are
    /// whole with the same native part, the larger level comes first.
    func rank(halvings: Int, part: Int) -> Int {
        // Compared before it is shifted, the last part cannot overflow.
        let isLast = part >= (nativeCount - 1) >> halvings
        let lastNative = isLast ? nativeCount - 1 : (part + 1) << halvings - 1
        return (0..<levelCount).reduce(halvings) { $0 + lastNative >> $1 }
    }
}

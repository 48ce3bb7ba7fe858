/// The position of a point in the index's grid: whole cells and fractions of them, as fixed-point integers.
///
/// A coordinate becomes an integer by a subtraction, a multiplication and a truncation, each of which is monotonic. So
/// every cell, of the grid or of a subdivision, is exactly the set of coordinates between two others, despite rounding,
/// and what holds for an edge's ends holds for everything between them.
struct CellGrid {
    /// The bits below those of the grid's cell; each subdivision of a cell uses some of them.
    static let fractionBits = 20

    let minX: Double
    let minY: Double
    let maxX: Double
    let maxY: Double
    /// Fixed-point units per pixel.
    let scaleX: Double
    let scaleY: Double
    let columns: Int
    let rows: Int

    /// A grid without any cell.
    static let empty = CellGrid(
        minX: 1, minY: 1, maxX: 0, maxY: 0, scaleX: 0, scaleY: 0, columns: 0, rows: 0)

    /// Whether every point within the bounds has a cell.
    var isSound: Bool {
        guard columns > 0, rows > 0 else { return columns == 0 && rows == 0 && !(minX <= maxX) }
        guard columns < 1 << 24, rows < 1 << 24 else { return false }
        return Self.isSound(minX, maxX, scaleX, columns) && Self.isSound(minY, maxY, scaleY, rows)
    }

    private static func isSound(_ low: Double, _ high: Double, _ scale: Double, _ count: Int) -> Bool {
        low.isFinite && high.isFinite && scale.isFinite && scale >= 0 && low <= high
            && (high - low) * scale < Double(count << fractionBits)
    }

    /// The fixed-point units of a coordinate within the bounds.
    @inline(__always) func units(_ x: Double, _ y: Double) -> (u: Int, v: Int) {
        (Int((x - minX) * scaleX), Int((y - minY) * scaleY))
    }

    @inline(__always) func holds(_ point: Point) -> Bool {
        point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
    }
}

extension CellGrid {
    /// A grid of so many cells over bounds that are not empty.
    init(minX: Double, minY: Double, maxX: Double, maxY: Double, columns: Int, rows: Int) {
        self.init(
            minX: minX, minY: minY, maxX: maxX, maxY: maxY, scaleX: Self.scale(maxX - minX, columns),
            scaleY: Self.scale(maxY - minY, rows), columns: columns, rows: rows)
    }

    /// The largest extent must map to less than the units of all cells.
    private static func scale(_ extent: Double, _ count: Int) -> Double {
        // A nearly empty extent would have a scale that is not finite.
        min(Double(count << fractionBits) * (1 - 0x1p-40) / extent, 1e300)
    }
}

/// The position of a point in the index's grid: whole cells and fractions of them, as fixed-point integers.
///
/// A coordinate becomes an integer by a subtraction, a multiplication and a truncation, each of which is monotonic.
/// Despite rounding, every cell of the grid or of a subdivision is therefore exactly the set of coordinates between two
/// others, and what holds for an edge's ends holds for everything between them.
struct CellGrid {
    /// The number of fraction bits below the grid's cell. Each subdivision of a cell uses some of them.
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

    /// A grid without cells.
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

    /// Converts coordinates within the bounds to fixed-point units.
    @inline(__always) func units(_ x: Double, _ y: Double) -> (u: Int, v: Int) {
        (Int((x - minX) * scaleX), Int((y - minY) * scaleY))
    }

    @inline(__always) func holds(_ point: Point) -> Bool {
        point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
    }
}

extension CellGrid {
    /// Creates a grid with a number of columns and rows over bounds that are not empty.
    init(_ bounds: Box, columns: Int, rows: Int) {
        self.init(
            minX: bounds.minX, minY: bounds.minY, maxX: bounds.maxX, maxY: bounds.maxY,
            scaleX: Self.scale(bounds.maxX - bounds.minX, columns), scaleY: Self.scale(bounds.maxY - bounds.minY, rows),
            columns: columns, rows: rows)
    }

    /// Returns the scale, chosen so that the largest coordinate maps to less than the units of all cells.
    private static func scale(_ extent: Double, _ count: Int) -> Double {
        // The limit avoids an infinite scale for a nearly empty extent.
        min(Double(count << fractionBits) * (1 - 0x1p-40) / extent, 1e300)
    }
}

/// How fine an index's grid is.
///
/// The words of the grid may take what 1.2 times the vertices and 64 bytes a polygon leave over of the records and boxes.
/// A share of that is for cells, less where polygons that are large against the cells would claim too many of them.
struct GridPlan {
    /// The words that cells and lists may take together.
    let wordBudget: Int
    private(set) var grid: CellGrid

    private let boxes: [Box]
    private var cellCount: Double

    /// The share of the words that are the grid's cells. Measured with 10^4 and 10^6 polygons of 20 vertices: finer cells
    /// leave no room for their lists, coarser ones have more borders each.
    private static let cellShare = 0.42
    /// The least number of words, for pages with little on them.
    private static let leastWordBudget = 256

    /// - Parameters:
    ///   - boxes: The polygons' boxes, at least one.
    ///   - vertexCount: The vertices of all polygons.
    ///   - otherByteCount: The bytes of all other sections.
    init(_ boxes: [Box], vertexCount: Int, otherByteCount: Int) {
        let allowed = boxes.count * 64 + vertexCount * 16 * 6 / 5
        wordBudget = max((allowed - otherByteCount) / 4, Self.leastWordBudget, boxes.count * 2)
        self.boxes = boxes
        cellCount = Double(wordBudget) * Self.cellShare
        grid = Self.grid(boxes, cellCount: cellCount)
        while grid.columns * grid.rows > 1, claimsTooMuch { coarsen() }
    }

    /// Makes the grid coarser by half.
    mutating func coarsen() {
        cellCount /= 2
        grid = Self.grid(boxes, cellCount: cellCount)
    }

    /// Whether the polygons' boxes reach over more cells than there may be words: a rough measure, and from above.
    private var claimsTooMuch: Bool {
        var claimed = 0
        for box in boxes {
            let (left, top) = grid.units(box.minX, box.minY)
            let (right, bottom) = grid.units(box.maxX, box.maxY)
            let columns = right >> CellGrid.fractionBits - left >> CellGrid.fractionBits + 1
            let rows = bottom >> CellGrid.fractionBits - top >> CellGrid.fractionBits + 1
            claimed += columns * rows
        }
        return claimed > wordBudget * 2
    }

    /// A grid of about so many cells, of the shape that boxes have on average.
    private static func grid(_ boxes: [Box], cellCount: Double) -> CellGrid {
        var (minX, minY, maxX, maxY) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
        var (widths, heights) = (0.0, 0.0)
        for box in boxes {
            (minX, minY) = (min(minX, box.minX), min(minY, box.minY))
            (maxX, maxY) = (max(maxX, box.maxX), max(maxY, box.maxY))
            widths += box.maxX - box.minX
            heights += box.maxY - box.minY
        }
        // Columns and rows in the proportion of how many average boxes fit beside and below each other.
        let proportion = ((maxX - minX) / widths) / ((maxY - minY) / heights)
        func count(_ number: Double) -> Int { number >= 1 ? Int(min(number, cellCount, 0x1p20)) : 1 }
        return CellGrid(
            minX: minX, minY: minY, maxX: maxX, maxY: maxY, columns: count((cellCount * proportion).squareRoot()),
            rows: count((cellCount / proportion).squareRoot()))
    }
}

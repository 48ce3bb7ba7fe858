/// Determines the resolution of an index's grid.
///
/// The budget for the words of the grid is 1.2 times the vertices plus 51 bytes per polygon, minus the records. A share
/// of it is for cells, less if polygons that are large compared to the cells would claim too many of them.
struct GridPlan {
    /// The maximum number of words of cells and lists together.
    let wordBudget: Int
    private(set) var grid: CellGrid
    /// The number of cells that the polygons' boxes overlap, summed over all polygons.
    private(set) var claimCount = 0

    /// The number of cells in the grid.
    var cellCount: Int { grid.columns * grid.rows }

    /// The number of words that ``ClaimGatherer`` needs: one for each cell, and three for each claim.
    var gatheringWordCount: Int { cellCount + 3 * claimCount }

    private let polygons: [Polygon]
    private var wantedCellCount: Double

    /// The share of the words that are the grid's cells. Measured with 10^4 and 10^6 polygons of 20 vertices: finer
    /// cells leave no space for their lists, coarser ones contain more borders each.
    private static let cellShare = 0.5
    /// The minimum number of words, for pages with few regions.
    private static let leastWordBudget = 256

    /// - Parameters:
    ///   - polygons: At least one polygon.
    ///   - vertexCount: The number of vertices of all polygons.
    ///   - otherByteCount: The size of all other sections, in bytes.
    init(_ polygons: [Polygon], vertexCount: Int, otherByteCount: Int) {
        let allowed = polygons.count * 51 + vertexCount * 16 * 6 / 5
        wordBudget = max((allowed - otherByteCount) / 4, Self.leastWordBudget, polygons.count * 2)
        self.polygons = polygons
        wantedCellCount = Double(wordBudget) * Self.cellShare
        grid = .empty
        update()
        // Claims take memory while the index is built; most of them become words.
        while cellCount > 1, claimCount > 2 * wordBudget { coarsen() }
    }

    /// Halves the resolution of the grid.
    mutating func coarsen() {
        wantedCellCount /= 2
        update()
    }

    private mutating func update() {
        grid = Self.grid(polygons, cellCount: wantedCellCount)
        claimCount = polygons.reduce(0) { count, polygon in
            let window = CellClassifier.Window(of: polygon.box, in: grid, shift: CellGrid.fractionBits)
            return count + window.width * window.height
        }
    }

    /// Returns a grid of about `cellCount` cells, in the proportions of the average box.
    private static func grid(_ polygons: [Polygon], cellCount: Double) -> CellGrid {
        var bounds = Box([])
        var (widths, heights) = (0.0, 0.0)
        for polygon in polygons {
            bounds = bounds.union(polygon.box)
            widths += polygon.bounds.width
            heights += polygon.bounds.height
        }
        // Columns and rows are proportional to the number of average boxes that fit across and down.
        let extent = bounds.rectangle
        let proportion = (extent.width / widths) / (extent.height / heights)
        func count(_ number: Double) -> Int { number >= 1 ? Int(min(number, cellCount, 0x1p20)) : 1 }
        return CellGrid(
            bounds, columns: count((cellCount * proportion).squareRoot()),
            rows: count((cellCount / proportion).squareRoot()))
    }
}

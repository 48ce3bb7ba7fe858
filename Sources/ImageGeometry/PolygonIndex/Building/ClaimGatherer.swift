/// Gathers which polygons claim which cells of the grid, and sorts the claims by cell.
///
/// It uses the memory of the index's future words. The words of cells first count the cells' claims, then contain the
/// index of the first claim, and finally get their values. They are followed by all claims in order of arrival, their
/// cells, and all claims by cell.
struct ClaimGatherer {
    let grid: CellGrid
    private let plan: GridPlan
    private let words: UnsafeMutablePointer<UInt32>
    private let claims: UnsafeMutablePointer<Claim>
    private let cells: UnsafeMutablePointer<UInt32>
    private var count = 0
    private var classifier: CellClassifier

    /// - Parameter words: Space for ``GridPlan/gatheringWordCount`` words.
    init(_ plan: GridPlan, _ words: UnsafeMutablePointer<UInt32>) {
        self.plan = plan
        self.words = words
        grid = plan.grid
        classifier = CellClassifier(grid)
        words.initialize(repeating: 0, count: plan.cellCount)
        claims = UnsafeMutableRawPointer(words + plan.cellCount).assumingMemoryBound(to: Claim.self)
        cells = words + plan.cellCount + plan.claimCount
    }

    /// Adds the claims of the next polygon.
    mutating func add(_ number: Int, _ record: PolygonRecord?, _ box: Box) {
        guard let record else { return }
        let window = CellClassifier.Window(of: box, in: grid, shift: CellGrid.fractionBits)
        classifier.classify(record, reach: window, window: window, shift: CellGrid.fractionBits)
        var count = count
        classifier.forEachClaim(in: window) { column, row, isCovering in
            let cell = row &* grid.columns &+ column
            words[cell] &+= 1
            claims[count] = Claim(number, isCovering: isCovering)
            cells[count] = UInt32(truncatingIfNeeded: cell)
            count &+= 1
        }
        self.count = count
    }

    /// Writes the words of the cells and returns the words after them; nil if there would be more than the plan allows.
    func writeCells(_ records: IndexedRecords) -> [UInt32]? {
        // Each cell's word first points to the end of its claims, and moves to their start as they are stored.
        let byCell = UnsafeMutableRawPointer(cells + plan.claimCount).assumingMemoryBound(to: Claim.self)
        var end: UInt32 = 0
        for cell in 0..<plan.cellCount {
            end &+= words[cell]
            words[cell] = end
        }
        var number = count
        while number > 0 {
            number &-= 1
            let cell = Int(cells[number])
            words[cell] &-= 1
            byCell[Int(words[cell])] = claims[number]
        }
        var writer = CellWriter(records, grid: grid, cells: words, budget: plan.wordBudget)
        return writer.write(UnsafeMutableBufferPointer(start: byCell, count: count)) ? writer.rest : nil
    }
}

/// Determines which cells of a window a polygon's border crosses, and which cells the polygon covers.
///
/// The result is conservative: a cell that is reported as covered or outside contains no part of the border. A cell may
/// be reported as crossed if the border only passes close by.
struct CellClassifier {
    enum State {
        static let unknown: UInt8 = 0
        static let crossed: UInt8 = 1
        static let covered: UInt8 = 2
        static let outside: UInt8 = 3
    }

    /// A rectangle of cells, with inclusive columns and rows.
    struct Window: Equatable {
        var left: Int
        var top: Int
        var right: Int
        var bottom: Int

        var width: Int { right - left + 1 }
        var height: Int { bottom - top + 1 }
        var isEmpty: Bool { right < left || bottom < top }

        func intersection(_ other: Window) -> Window {
            Window(
                left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
                bottom: min(bottom, other.bottom))
        }
    }

    private let grid: CellGrid
    /// The states of the most recent window's cells, row by row.
    private(set) var states: [UInt8] = []

    init(_ grid: CellGrid) {
        self.grid = grid
    }

    /// Determines the states of a window's cells.
    ///
    /// - Parameters:
    ///   - reach: The cells that the polygon's box overlaps.
    ///   - window: The cells to examine, all of them within `reach`.
    ///   - shift: The side of a cell in units, as a power of two.
    /// - Complexity: O(*n* + *c*) in the number of edges and cells.
    mutating func classify(_ record: PolygonRecord, reach: Window, window: Window, shift: Int) {
        let count = window.width * window.height
        if states.count < count { states = [UInt8](repeating: 0, count: max(count, 2 * states.count)) }
        let grid = grid
        states.withUnsafeMutableBufferPointer { states in
            for cell in 0..<count { states[cell] = State.unknown }
            guard let states = states.baseAddress else { return }
            let pass = Pass(
                grid: grid, record: record, reach: reach, window: window, shift: shift, states: states,
                isWhole: window == reach)
            pass.markBorder()
            pass.fill()
        }
    }
}

extension CellClassifier.Window {
    /// Creates the window of the cells, each 2 to the power of `shift` units wide, that a box overlaps.
    @inline(__always)
    init(of box: Box, in grid: CellGrid, shift: Int) {
        let (left, top) = grid.units(box.minX, box.minY)
        let (right, bottom) = grid.units(box.maxX, box.maxY)
        self.init(left: left >> shift, top: top >> shift, right: right >> shift, bottom: bottom >> shift)
    }

    /// Creates the window of the parts of a cell, 2 to the power of `bits` across and down.
    init(partsOf column: Int, _ row: Int, bits: Int) {
        let side = 1 << bits
        self.init(
            left: column << bits, top: row << bits, right: column << bits + side - 1, bottom: row << bits + side - 1
        )
    }
}

extension CellClassifier {
    /// Calls the body with the column and row of each cell of the most recent window that the polygon crosses or
    /// covers.
    @inline(__always)
    func forEachClaim(in window: Window, _ body: (_ column: Int, _ row: Int, _ isCovering: Bool) -> Void) {
        var place = 0
        for row in window.top...window.bottom {
            for column in window.left...window.right {
                let state = states[place]
                place += 1
                if state != State.outside { body(column, row, state == State.covered) }
            }
        }
    }
}

/// The classification of one polygon in one window.
private struct Pass {
    typealias State = CellClassifier.State

    let grid: CellGrid
    let record: PolygonRecord
    let reach: CellClassifier.Window
    let window: CellClassifier.Window
    let shift: Int
    let states: UnsafeMutablePointer<UInt8>
    /// Whether the window contains everything that the polygon overlaps.
    let isWhole: Bool

    /// Marks all cells that an edge may cross. The connections to holes count as edges, which is conservative.
    func markBorder() {
        var start = record.vertex(0)
        var (startColumn, startRow) = cell(start)
        mark(startColumn, startRow)
        for index in 1...record.edgeCount {
            let end = record.vertex(index)
            let (endColumn, endRow) = cell(end)
            mark(endColumn, endRow)
            // An edge within one cell, or between two adjacent ones, is in the cells of its ends. That holds for most
            // edges, and marking these cells again costs less than checking.
            if abs(endColumn &- startColumn) &+ abs(endRow &- startRow) > 1 {
                let edge = edge(startColumn, startRow, endColumn, endRow)
                let seen = edge.intersection(window)
                if edge.left == edge.right || edge.top == edge.bottom {
                    mark(seen)
                } else if !seen.isEmpty {
                    markSlanting(start, end, seen)
                }
            }
            start = end
            (startColumn, startRow) = (endColumn, endRow)
        }
    }

    @inline(__always)
    private func mark(_ column: Int, _ row: Int) {
        let (column, row) = (column &- window.left, row &- window.top)
        // A window of all cells that the polygon overlaps contains every vertex.
        if isWhole || (column >= 0 && column < window.width && row >= 0 && row < window.height) {
            states[row &* window.width &+ column] = State.crossed
        }
    }

    @inline(__always)
    private func edge(_ column: Int, _ row: Int, _ otherColumn: Int, _ otherRow: Int) -> CellClassifier.Window {
        CellClassifier.Window(
            left: min(column, otherColumn), top: min(row, otherRow), right: max(column, otherColumn),
            bottom: max(row, otherRow))
    }

    @inline(__always)
    private func cell(_ vertex: Point) -> (column: Int, row: Int) {
        let (u, v) = grid.units(vertex.x, vertex.y)
        return (u >> shift, v >> shift)
    }

    @inline(__always)
    private func mark(_ cells: CellClassifier.Window) {
        var row = cells.top
        while row <= cells.bottom {
            let first = (row - window.top) * window.width - window.left
            var column = cells.left
            while column <= cells.right {
                states[first + column] = State.crossed
                column += 1
            }
            row += 1
        }
    }

    /// Marks, row by row, the cells crossed by an edge that spans several rows.
    ///
    /// Positions are in units. A margin of two units on all sides exceeds all rounding errors, because there are at
    /// most 2^44 units and a double has 53 bits, so the span within a row is never too short.
    private func markSlanting(_ start: Point, _ end: Point, _ seen: CellClassifier.Window) {
        let margin = 2.0
        let (x0, y0) = ((start.x - grid.minX) * grid.scaleX, (start.y - grid.minY) * grid.scaleY)
        let (x1, y1) = ((end.x - grid.minX) * grid.scaleX, (end.y - grid.minY) * grid.scaleY)
        let (least, greatest) = (min(x0, x1), max(x0, x1))
        let slope = (x1 - x0) / (y1 - y0)
        for row in seen.top...seen.bottom {
            let top = max(Double(row << shift) - margin, min(y0, y1))
            let bottom = min(Double((row + 1) << shift) + margin, max(y0, y1))
            let (one, other) = (x0 + (top - y0) * slope, x0 + (bottom - y0) * slope)
            let left = Int(max(min(one, other) - margin, least)) >> shift
            let right = Int(min(max(one, other) + margin, greatest)) >> shift
            mark(
                CellClassifier.Window(left: max(left, seen.left), top: row, right: min(right, seen.right), bottom: row))
        }
    }

    /// Determines the states of cells without border, from a neighbour without border if there is one, and otherwise
    /// from the cell's centre.
    func fill() {
        var cell = 0
        for row in window.top...window.bottom {
            for column in window.left...window.right {
                if states[cell] == State.unknown { states[cell] = state(column, row, cell) }
                cell += 1
            }
        }
    }

    private func state(_ column: Int, _ row: Int, _ cell: Int) -> UInt8 {
        // A cell at the rim of the polygon's box either has a point outside the box, or its border coincides with the
        // box.
        if column == reach.left || column == reach.right || row == reach.top || row == reach.bottom {
            return State.outside
        }
        if column > window.left, states[cell - 1] != State.crossed { return states[cell - 1] }
        if row > window.top, states[cell - window.width] != State.crossed { return states[cell - window.width] }
        let side = Double(1 << shift)
        let middle = Point(
            x: grid.minX + (Double(column) + 0.5) * side / grid.scaleX,
            y: grid.minY + (Double(row) + 0.5) * side / grid.scaleY)
        // If a cell is no wider than the spacing of floating-point numbers, its centre may be in another cell.
        guard grid.holds(middle), self.cell(middle) == (column, row) else { return State.crossed }
        return record.contains(middle) ? State.covered : State.outside
    }
}

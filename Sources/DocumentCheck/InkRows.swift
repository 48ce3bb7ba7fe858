import ImageGeometry

/// Rows of ink on a page that no region covers.
///
/// Letters are joined along a row if the gap between them is short (run-length smoothing), and connected runs become
/// one piece. Source: K. Y. Wong, R. G. Casey, F. M. Wahl, "Document Analysis System", IBM Journal of Research and
/// Development 26 (1982), section "Block segmentation".
struct InkRows {
    /// A connected piece of ink, in cells.
    struct Piece {
        fileprivate(set) var columns: ClosedRange<Int>
        fileprivate(set) var rows: ClosedRange<Int>
        /// The number of cells with ink.
        fileprivate(set) var inkCount: Int
        /// The number of ink runs, counted in each row of cells: the cross-sections of strokes.
        fileprivate(set) var strokeCount: Int

        var height: Int { rows.count }
    }

    private let mask: CellMask
    /// The height of a letter in cells: the median height of all connected pieces of ink that are at least three cells
    /// high.
    let letterHeight: Int

    init(_ mask: CellMask) {
        self.mask = mask
        let heights = Self.pieces(of: mask.cells, columns: mask.columns, gap: 0).map(\.height).filter { $0 >= 3 }
            .sorted()
        letterHeight = heights.isEmpty ? 0 : heights[heights.count / 2]
    }

    /// Returns the rows of ink outside the covered cells.
    ///
    /// Ink that extends beyond a region by at most half a letter belongs to the region. A row is at least eight letters
    /// long and half a letter high, and between 6 and 60 % of it is ink. Its strokes are narrower than a letter is
    /// high, unlike the shadow along a sheet's edge. It does not reach the edge of the image, where scans have borders.
    ///
    /// - Parameter covered: Whether each cell is covered by a region, row by row.
    /// - Complexity: O(*n*) in the number of cells.
    func uncovered(by covered: [Bool]) -> [Piece] {
        guard letterHeight > 0, covered.count == mask.cells.count else { return [] }
        let near = widened(covered, by: max(1, letterHeight / 2))
        let free = zip(mask.cells, near).map { $0 && !$1 }
        return Self.pieces(of: free, columns: mask.columns, gap: 3 * letterHeight).filter { piece in
            let area = piece.columns.count * piece.rows.count
            return piece.columns.count >= 8 * letterHeight && 2 * piece.height >= letterHeight
                && piece.inkCount * 50 >= area * 3 && piece.inkCount * 5 <= area * 3
                && piece.inkCount * 5 <= piece.strokeCount * letterHeight * 4
                && piece.columns.lowerBound > 0 && piece.columns.upperBound < mask.columns - 1
                && piece.rows.lowerBound > 0 && piece.rows.upperBound < mask.rows - 1
        }
    }

    /// Returns the cells that are at most `distance` cells above or below a set one.
    private func widened(_ cells: [Bool], by distance: Int) -> [Bool] {
        var widened = cells
        let columns = mask.columns
        for isDownwards in [true, false] {
            var since = [Int](repeating: distance + 1, count: columns)
            for step in 0..<mask.rows {
                let start = (isDownwards ? step : mask.rows - 1 - step) * columns
                for column in 0..<columns {
                    since[column] = cells[start + column] ? 0 : since[column] + 1
                    if since[column] <= distance { widened[start + column] = true }
                }
            }
        }
        return widened
    }

    /// Returns the connected pieces, bridging gaps of at most `gap` cells along a row.
    private static func pieces(of cells: [Bool], columns: Int, gap: Int) -> [Piece] {
        var pieces: [Piece] = []
        // The parent of each piece in a union-find forest; a root is its own parent.
        var parents: [Int] = []
        func root(_ piece: Int) -> Int {
            var piece = piece
            while parents[piece] != piece { piece = parents[piece] }
            return piece
        }
        var above: [(columns: ClosedRange<Int>, piece: Int)] = []
        for row in 0..<(cells.count / max(columns, 1)) {
            var runs: [(columns: ClosedRange<Int>, piece: Int)] = []
            var next = 0
            for (run, inkCount, strokeCount) in Self.runs(of: cells[(row * columns)..<((row + 1) * columns)], gap: gap)
            {
                var piece: Int?
                while next < above.count, above[next].columns.upperBound + 1 < run.lowerBound { next += 1 }
                for other in above[next...] {
                    guard other.columns.lowerBound <= run.upperBound + 1 else { break }
                    let found = root(other.piece)
                    guard let joined = piece else {
                        piece = found
                        continue
                    }
                    guard found != joined else { continue }
                    parents[found] = joined
                    pieces[joined].join(pieces[found])
                }
                let part = Piece(columns: run, rows: row...row, inkCount: inkCount, strokeCount: strokeCount)
                if let piece {
                    pieces[piece].join(part)
                    runs.append((run, piece))
                } else {
                    runs.append((run, pieces.count))
                    parents.append(pieces.count)
                    pieces.append(part)
                }
            }
            above = runs
        }
        return pieces.indices.filter { parents[$0] == $0 }.map { pieces[$0] }
    }

    /// Returns the runs of set cells in a row, bridging gaps of at most `gap` cells, each with the number of its set
    /// cells and the number of gapless runs it consists of.
    private static func runs(of row: ArraySlice<Bool>, gap: Int) -> [(ClosedRange<Int>, Int, Int)] {
        var runs: [(ClosedRange<Int>, Int, Int)] = []
        for (column, isSet) in row.enumerated() where isSet {
            if let (last, count, strokes) = runs.last, column - last.upperBound - 1 <= gap {
                let isNew = column - last.upperBound > 1
                runs[runs.count - 1] = (last.lowerBound...column, count + 1, isNew ? strokes + 1 : strokes)
            } else {
                runs.append((column...column, 1, 1))
            }
        }
        return runs
    }
}

extension InkRows.Piece {
    fileprivate mutating func join(_ other: InkRows.Piece) {
        columns =
            min(columns.lowerBound, other.columns.lowerBound)...max(columns.upperBound, other.columns.upperBound)
        rows = min(rows.lowerBound, other.rows.lowerBound)...max(rows.upperBound, other.rows.upperBound)
        inkCount += other.inkCount
        strokeCount += other.strokeCount
    }
}

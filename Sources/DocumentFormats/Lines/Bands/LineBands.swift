import FileSupport
import ImageGeometry

// `LineFile` reads ALTO or PAGE XML into a `LinePage`, `LineConversion` converts its lines to image pixels, and
// `LineMap` parses the table of clauses into stretches of lines. `LineBands` makes polygons from them.
//
// Every line becomes a band: the heights of its upper and lower border, in hundredths of a pixel, at columns of whole
// pixels that all lines of the page share. Borders are straight between columns, so two bands that are ordered at each
// column are ordered between them. Overlaps are divided at each column. A clause is the union of the cells, from column
// to column, of its stretches and of the gaps between them. Opposite edges of cells cancel (`BandEdges`); the remaining
// edges are traced into rings that never touch themselves, and vertices are dropped only where no other border is near
// (`BandRings`). So every division is valid and disjoint without a tolerance.

/// Joins stretches of text lines into polygons that follow the lines closely.
///
/// A stretch is the part of a line between two columns. Stretches of the same owner become one polygon where they
/// touch. The space between two lines of one owner is filled unless the lines are farther apart than a line's height.
/// The polygons of different owners never overlap, and every polygon and hole is simple.
struct LineBands {
    /// A part of a line from one column to another.
    struct Stretch {
        /// The index of the line in the array passed to the initialiser.
        let line: Int
        /// The x coordinates of the start and end, in whole pixels. `start` < `end`, and both are among the cuts.
        let start: Int
        let end: Int
        /// The index of the owner.
        let owner: Int
    }

    private let columns: BandColumns
    private let stacks: BandStacks
    private let places: [Int: Int]

    /// Prepares the lines of a page.
    ///
    /// - Parameters:
    ///   - lines: The lines, in pixels.
    ///   - cuts: The x coordinates at which stretches will begin and end, in whole pixels.
    /// - Throws: A fault if the lines exceed the limits.
    init(_ lines: [BandLine], cuts: [Int]) throws(BandFault) {
        columns = try BandColumns(lines, cuts: cuts)
        stacks = BandStacks(columns)
        places = Dictionary(uniqueKeysWithValues: columns.positions.enumerated().map { ($1, $0) })
    }

    /// Returns the polygons of each owner.
    ///
    /// - Parameters:
    ///   - stretches: The stretches, which must not overlap.
    ///   - ownerCount: The number of owners.
    /// - Returns: The polygons of each owner, from left to right, then from top to bottom. Empty if its stretches have
    ///   no area.
    /// - Complexity: O(*h* log *h*) in the number of heights.
    func polygons(of stretches: [Stretch], ownerCount: Int) -> [[Polygon]] {
        var edges = [BandEdges](repeating: BandEdges(), count: ownerCount)
        let owners = owners(stretches)
        var former: [BandStacks.Pair: Int] = [:]
        for (column, stack) in stacks.stacks.enumerated() {
            let cells = cells(of: stack, at: column, owners)
            for (cell, owner) in cells {
                let (left, right) = (heights(of: cell, at: column), heights(of: cell, at: column + 1))
                // A cell without area would have the same edge in both directions, one of which may be a neighbour's.
                if left.top < left.bottom || right.top < right.bottom {
                    edges[owner].add(BandVertex(column, left.top), BandVertex(column + 1, right.top))
                    edges[owner].add(BandVertex(column + 1, right.bottom), BandVertex(column, left.bottom))
                }
                if former[cell] != owner { addSide(of: cell, at: column, isLeft: true, to: &edges[owner]) }
            }
            for (cell, owner) in former where cells[cell] != owner {
                addSide(of: cell, at: column, isLeft: false, to: &edges[owner])
            }
            former = cells
        }
        for (cell, owner) in former { addSide(of: cell, at: stacks.stacks.count, isLeft: false, to: &edges[owner]) }
        let cuts = Set(stretches.flatMap { [places[$0.start], places[$0.end]] }.compactMap(\.self))
        let rings = BandRings(columns, stacks, cuts: cuts)
        return edges.map { rings.polygons($0.rings(columns.positions)) }
    }

    /// Returns the owners of the cells from a column to the next. A line is a pair with itself; the gap between two
    /// lines is a pair of both.
    private func cells(of stack: [Int], at column: Int, _ owners: Owners) -> [BandStacks.Pair: Int] {
        var cells: [BandStacks.Pair: Int] = [:]
        for (place, line) in stack.enumerated() {
            guard let owner = owners.owner(of: line, column) else { continue }
            cells[BandStacks.Pair(upper: line, lower: line)] = owner
            guard place + 1 < stack.count, owners.owner(of: stack[place + 1], column) == owner else { continue }
            let gap = BandStacks.Pair(upper: line, lower: stack[place + 1])
            if let height = stacks.gaps[gap], height <= stacks.lineHeight { cells[gap] = owner }
        }
        return cells
    }

    private func heights(of cell: BandStacks.Pair, at column: Int) -> (top: Int, bottom: Int) {
        let (upper, lower) = (columns.bands[cell.upper], columns.bands[cell.lower])
        return cell.upper == cell.lower
            ? (upper.top(column), upper.bottom(column)) : (upper.bottom(column), lower.top(column))
    }

    private func addSide(of cell: BandStacks.Pair, at column: Int, isLeft: Bool, to edges: inout BandEdges) {
        let (top, bottom) = heights(of: cell, at: column)
        edges.addUpright(
            column, isLeft ? bottom : top, isLeft ? top : bottom, stops: stacks.heights[column])
    }

    // MARK: Owners

    /// The owners of the columns of each line.
    private struct Owners {
        /// The stretches of each line, in columns and in order, with their owners.
        var pieces: [[(start: Int, end: Int, owner: Int)]]

        func owner(of line: Int, _ column: Int) -> Int? {
            let pieces = pieces[line]
            let place = pieces.partitioningIndex { $0.end > column }
            return place < pieces.count && pieces[place].start <= column ? pieces[place].owner : nil
        }
    }

    private func owners(_ stretches: [Stretch]) -> Owners {
        var pieces = [[(start: Int, end: Int, owner: Int)]](repeating: [], count: columns.bands.count)
        for stretch in stretches {
            guard let start = places[stretch.start], let end = places[stretch.end] else { continue }
            pieces[stretch.line].append((start, end, stretch.owner))
        }
        for line in pieces.indices { pieces[line].sort { $0.start < $1.start } }
        return Owners(pieces: pieces)
    }
}

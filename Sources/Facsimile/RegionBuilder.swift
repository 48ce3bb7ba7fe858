import ImageGeometry

/// Builds the clauses' polygons from the positions of the words.
struct RegionBuilder {
    private let extents: [ClauseExtent]
    private let grid: LineGrid

    /// - Complexity: O(words + lines × vertices).
    init(_ layout: Layout, scaleFactor: Int) {
        var extents: [ClauseExtent] = []
        var breaks: [[Double]] = Array(repeating: [], count: layout.lineCount)
        var previous: PlacedWord?
        for word in layout.words {
            let isFirst = previous.map { $0.word.clause != word.word.clause } ?? true
            if isFirst {
                var start = LineGrid.left
                if let previous, previous.line == word.line {
                    start = (previous.right + word.left) / 2
                    breaks[word.line].append(start)
                }
                if !extents.isEmpty { extents[extents.count - 1].close(before: word.line, at: start) }
                extents.append(ClauseExtent(firstLine: word.line, start: start))
            }
            previous = word
        }
        // The last clause ends with its last word.
        if let last = layout.words.last, !extents.isEmpty {
            let end = min(last.right + Sheet.sidePadding, LineGrid.right)
            extents[extents.count - 1].lastLine = last.line
            extents[extents.count - 1].end = end
            breaks[last.line].append(end)
        }
        self.extents = extents
        grid = LineGrid(breaks: breaks, scaleFactor: scaleFactor)
    }

    /// Returns the rings of every clause in reading order, clockwise on the screen.
    func regions() -> [[[TenthVertex]]] { extents.map(rings) }

    private func rings(of extent: ClauseExtent) -> [[TenthVertex]] {
        let (left, right) = (LineGrid.left, LineGrid.right)
        let (first, last) = (extent.firstLine, extent.lastLine)
        if first == last { return [box(line: first, from: extent.start, to: extent.end)] }
        if last == first + 1, extent.end <= extent.start {
            return [
                box(line: first, from: extent.start, to: right),
                box(line: last, from: left, to: extent.end),
            ]
        }
        var ring = grid.vertices(ofBorder: first, from: extent.start, to: right)
        for border in (first + 1)..<last { ring += grid.vertices(ofBorder: border, from: right, to: right) }
        ring += grid.vertices(ofBorder: last, from: right, to: extent.end)
        ring += grid.vertices(ofBorder: last + 1, from: extent.end, to: left)
        for border in ((first + 2)..<(last + 1)).reversed() {
            ring += grid.vertices(ofBorder: border, from: left, to: left)
        }
        ring += grid.vertices(ofBorder: first + 1, from: left, to: extent.start)
        return [unrepeated(ring)]
    }

    private func box(line: Int, from start: Double, to end: Double) -> [TenthVertex] {
        unrepeated(
            grid.vertices(ofBorder: line, from: start, to: end)
                + grid.vertices(ofBorder: line + 1, from: end, to: start))
    }

    /// Removes consecutive duplicate vertices. They occur where a clause begins or ends at a margin, and two chains
    /// meet.
    private func unrepeated(_ ring: [TenthVertex]) -> [TenthVertex] {
        var kept: [TenthVertex] = []
        for vertex in ring where kept.last != vertex { kept.append(vertex) }
        if kept.count > 1, kept.first == kept.last { kept.removeLast() }
        return kept
    }
}

/// The extent of a clause, before the bend.
private struct ClauseExtent {
    let firstLine: Int
    let start: Double
    var lastLine: Int
    var end: Double

    init(firstLine: Int, start: Double) {
        self.firstLine = firstLine
        self.start = start
        lastLine = firstLine
        end = LineGrid.right
    }

    /// Ends the clause at the beginning of the next one.
    mutating func close(before line: Int, at x: Double) {
        let beginsLine = x <= LineGrid.left
        lastLine = beginsLine ? line - 1 : line
        end = beginsLine ? LineGrid.right : x
    }
}

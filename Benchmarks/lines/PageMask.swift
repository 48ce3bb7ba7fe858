import ImageGeometry

/// The pixels of a reduced page inside some outlines.
struct PageMask {
    let width: Int
    let height: Int
    private(set) var cells: [Bool]

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        cells = [Bool](repeating: false, count: width * height)
    }

    /// Adds the pixels whose centres are inside a ring, by the even-odd rule.
    mutating func fill(_ ring: [Point], columns: Range<Int>? = nil) {
        let allowed = columns ?? 0..<width
        guard let top = ring.map(\.y).min(), let bottom = ring.map(\.y).max() else { return }
        let rows = max(0, Int(top))..<max(min(height, Int(bottom) + 1), max(0, Int(top)))
        var crossings = [[Double]](repeating: [], count: rows.count)
        for (place, start) in ring.enumerated() {
            let end = ring[(place + 1) % ring.count]
            let (upper, lower) = start.y <= end.y ? (start, end) : (end, start)
            let first = max(rows.lowerBound, Int((upper.y - 0.5).rounded(.up)))
            let last = min(rows.upperBound - 1, Int((lower.y - 0.5).rounded(.up)) - 1)
            guard first <= last else { continue }
            for row in first...last {
                let share = (Double(row) + 0.5 - upper.y) / (lower.y - upper.y)
                crossings[row - rows.lowerBound].append(upper.x + share * (lower.x - upper.x))
            }
        }
        for row in rows {
            let sorted = crossings[row - rows.lowerBound].sorted()
            for pair in stride(from: 0, to: sorted.count - 1, by: 2) {
                let first = max(allowed.lowerBound, Int((sorted[pair] - 0.5).rounded(.up)))
                let end = min(allowed.upperBound, Int((sorted[pair + 1] - 0.5).rounded(.up)))
                if first < end { for column in first..<end { cells[row * width + column] = true } }
            }
        }
    }

    /// Returns the IoU of two masks, counting only cells of ink.
    func iou(with other: PageMask, of ink: [Bool]) -> Double {
        var (both, either) = (0, 0)
        for place in cells.indices where ink[place] {
            if cells[place] || other.cells[place] { either += 1 }
            if cells[place], other.cells[place] { both += 1 }
        }
        return Double(both) / Double(max(either, 1))
    }
}

/// A mask limited to the bounds of an outline, for matching many of them.
struct OutlineMask {
    let columns: Range<Int>
    let rows: Range<Int>
    private let cells: [Bool]

    init(_ ring: [Point], width: Int, height: Int) {
        func range(_ values: [Double], _ count: Int) -> Range<Int> {
            let low = min(max(0, Int(values.min() ?? 0)), count)
            return low..<max(low, min(count, Int((values.max() ?? 0) + 1)))
        }
        let (columns, rows) = (range(ring.map(\.x), width), range(ring.map(\.y), height))
        var mask = PageMask(width: columns.count, height: rows.count)
        mask.fill(ring.map { Point(x: $0.x - Double(columns.lowerBound), y: $0.y - Double(rows.lowerBound)) })
        (self.columns, self.rows, cells) = (columns, rows, mask.cells)
    }

    func contains(_ column: Int, _ row: Int) -> Bool {
        columns.contains(column) && rows.contains(row)
            && cells[(row - rows.lowerBound) * columns.count + column - columns.lowerBound]
    }

    /// The number of ink pixels, and of all pixels.
    func counts(in ink: LineInk) -> (ink: Int, all: Int) { counts(in: ink) { contains($0, $1) } }

    /// The number of ink pixels in both masks, and of all pixels in both.
    func counts(with other: OutlineMask, in ink: LineInk) -> (ink: Int, all: Int) {
        guard columns.overlaps(other.columns), rows.overlaps(other.rows) else { return (0, 0) }
        return counts(in: ink) { contains($0, $1) && other.contains($0, $1) }
    }

    private func counts(in ink: LineInk, where isCounted: (Int, Int) -> Bool) -> (ink: Int, all: Int) {
        var counts = (ink: 0, all: 0)
        for row in rows {
            for column in columns where isCounted(column, row) {
                counts.all += 1
                if ink.cells[row * ink.width + column] { counts.ink += 1 }
            }
        }
        return counts
    }
}

/// The ink of a reduced page.
struct LineInk {
    let width: Int
    let cells: [Bool]
}

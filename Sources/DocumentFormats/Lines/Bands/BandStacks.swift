/// The vertical order of the lines between neighbouring columns, and the gaps between them.
struct BandStacks {
    /// Two lines, the upper one first.
    struct Pair: Hashable {
        let upper: Int
        let lower: Int
    }

    /// The lines that exist at both a column and the next, from top to bottom. There is one entry fewer than there are
    /// columns.
    private(set) var stacks: [[Int]] = []
    /// The heights of all borders at each column, in ascending order, including duplicates.
    private(set) var heights: [[Int]] = []
    /// The mean gap between two lines that are adjacent in a stack, in hundredths of a pixel.
    private(set) var gaps: [Pair: Double] = [:]
    /// The median of the lines' mean heights, in hundredths of a pixel.
    let lineHeight: Double

    /// - Complexity: O(*h* log *n*) in the number of heights.
    init(_ columns: BandColumns) {
        let (positions, bands) = (columns.positions, columns.bands)
        lineHeight = Self.lineHeight(bands)
        let starts = bands.indices.filter { !bands[$0].tops.isEmpty }.sorted { bands[$0].first < bands[$1].first }
        var next = 0
        var active: [Int] = []
        var sums: [Pair: (area: Double, width: Double)] = [:]
        for column in positions.indices {
            while next < starts.count, bands[starts[next]].first <= column {
                active.append(starts[next])
                next += 1
            }
            active.removeAll { bands[$0].last < column }
            let there = active.filter { bands[$0].isThere(column) }
            heights.append(there.flatMap { [bands[$0].top(column), bands[$0].bottom(column)] }.sorted())
            guard column + 1 < positions.count else { break }
            // Bands are in order at both columns, so the sum of their heights there determines which is above.
            func sum(_ line: Int) -> Int {
                let band = bands[line]
                return band.top(column) + band.bottom(column) + band.top(column + 1) + band.bottom(column + 1)
            }
            let stack = there.filter { bands[$0].isThere(column + 1) }.map { (sum: sum($0), line: $0) }.sorted(by: <)
                .map(\.line)
            let width = Double(positions[column + 1] - positions[column])
            for (upper, lower) in zip(stack, stack.dropFirst()) {
                let gap = bands[lower].top(column) - bands[upper].bottom(column)
                let nextGap = bands[lower].top(column + 1) - bands[upper].bottom(column + 1)
                let pair = Pair(upper: upper, lower: lower)
                sums[pair, default: (0, 0)].area += width * Double(gap + nextGap) / 2
                sums[pair, default: (0, 0)].width += width
            }
            stacks.append(stack)
        }
        gaps = sums.mapValues { $0.area / $0.width }
    }

    private static func lineHeight(_ bands: [BandColumns.Band]) -> Double {
        let means = bands.compactMap { band -> Double? in
            let heights = zip(band.tops, band.bottoms).compactMap { $0 < $1 ? Double($1 - $0) : nil }
            return heights.isEmpty ? nil : heights.reduce(0, +) / Double(heights.count)
        }.sorted()
        return means.isEmpty ? 0 : means[means.count / 2]
    }
}

import ImageGeometry

/// The position of a text line on the page.
struct BandLine {
    /// The outline, in pixels.
    let outline: [Point]
    /// The baseline, in pixels. Empty if the file states none.
    var baseline: [Point] = []
}

/// The reason why lines cannot be joined.
struct BandFault: Error {
    let value: String
    let expected: String
}

/// The upper and lower borders of a page's text lines, as heights at columns shared by all lines.
///
/// Columns are whole pixels and heights are hundredths of a pixel, both integers. Between two columns a border is
/// straight. Two borders that are in order at both columns are therefore in order between them, so areas made from the
/// bands are free of overlaps without any tolerance.
struct BandColumns {
    /// The maximum number of heights (lines times columns). Each takes 8 bytes for each of top, bottom and baseline.
    static let heightLimit = 4_000_000
    /// The maximum number of comparisons of two lines at a column.
    private static let comparisonLimit = 100_000_000
    /// The number of height units in a pixel.
    static let scale = 100.0

    /// The borders of a line from its first column to its last.
    struct Band {
        let first: Int
        var tops: [Int]
        var bottoms: [Int]

        var last: Int { first + tops.count - 1 }

        /// Whether the line exists at a column, possibly with zero height at a pointed end. It does not where its
        /// neighbours have taken all of it.
        func isThere(_ column: Int) -> Bool {
            column >= first && column <= last && tops[column - first] <= bottoms[column - first]
        }

        func top(_ column: Int) -> Int { tops[column - first] }
        func bottom(_ column: Int) -> Int { bottoms[column - first] }
    }

    /// The x coordinates of the columns in pixels, in ascending order.
    let positions: [Int]
    /// The bands of the lines, in the order of the lines.
    private(set) var bands: [Band] = []

    /// Determines the borders of lines. Where two lines overlap, the overlap is divided midway between their baselines.
    ///
    /// - Parameters:
    ///   - lines: The lines. At each column, an outline covers everything between its highest and its lowest point.
    ///   - cuts: The x coordinates of further columns, in pixels.
    /// - Throws: A fault if the lines exceed the limits.
    /// - Complexity: O(*h* log *n* + *p*) in the numbers of heights and of comparisons of lines at columns.
    init(_ lines: [BandLine], cuts: [Int]) throws(BandFault) {
        var all = Set(cuts)
        for line in lines {
            for point in line.outline { all.insert(Self.column(point.x)) }
        }
        positions = all.sorted()
        let index = Dictionary(uniqueKeysWithValues: positions.enumerated().map { ($1, $0) })
        let columns = lines.map { line in line.outline.compactMap { index[Self.column($0.x)] } }
        let heights = columns.reduce(0) { $0 + ($1.max() ?? 0) - ($1.min() ?? 0) + 1 }
        guard heights <= Self.heightLimit else {
            throw BandFault(
                value: "\(lines.count) lines with outlines too fine to join",
                expected: "at most \(Self.heightLimit) heights, lines times columns")
        }
        var baselines: [[Int]] = []
        for (line, columns) in zip(lines, columns) {
            guard let first = columns.min(), let last = columns.max() else {
                bands.append(Band(first: 0, tops: [], bottoms: []))
                baselines.append([])
                continue
            }
            let band = envelope(line.outline, columns, first: first, last: last)
            baselines.append(baseline(line.baseline, of: band))
            bands.append(band)
        }
        try divide(baselines)
    }

    /// Returns the column of an x coordinate.
    static func column(_ x: Double) -> Int { Int(x.rounded()) }

    // MARK: Borders

    private func envelope(_ outline: [Point], _ columns: [Int], first: Int, last: Int) -> Band {
        var tops = [Int](repeating: .max, count: last - first + 1)
        var bottoms = [Int](repeating: .min, count: last - first + 1)
        for (position, point) in outline.enumerated() {
            let next = position + 1 == outline.count ? 0 : position + 1
            var (start, end) = (columns[position], columns[next])
            var (startY, endY) = (point.y, outline[next].y)
            if start > end { (start, end, startY, endY) = (end, start, endY, startY) }
            let (startX, width) = (positions[start], positions[end] - positions[start])
            for column in start...end {
                let part = width == 0 ? 0 : Double(positions[column] - startX) / Double(width)
                let height = Int(((startY + (endY - startY) * part) * Self.scale).rounded())
                tops[column - first] = min(tops[column - first], height)
                bottoms[column - first] = max(bottoms[column - first], height)
            }
            // A vertical edge has two heights at its only column.
            if width == 0 {
                let height = Int((endY * Self.scale).rounded())
                tops[start - first] = min(tops[start - first], height)
                bottoms[start - first] = max(bottoms[start - first], height)
            }
        }
        return Band(first: first, tops: tops, bottoms: bottoms)
    }

    /// Returns the baseline's height at each of a band's columns, or the middle of the band if there is no baseline.
    private func baseline(_ points: [Point], of band: Band) -> [Int] {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        guard let left = sorted.first, let right = sorted.last else {
            return zip(band.tops, band.bottoms).map { ($0 + $1) / 2 }
        }
        var next = 0
        return (band.first...band.last).map { column in
            let x = Double(positions[column])
            while next < sorted.count, sorted[next].x <= x { next += 1 }
            let height: Double
            if next == 0 {
                height = left.y
            } else if next == sorted.count {
                height = right.y
            } else {
                let (start, end) = (sorted[next - 1], sorted[next])
                height = start.y + (end.y - start.y) * (x - start.x) / (end.x - start.x)
            }
            return Int((height * Self.scale).rounded())
        }
    }

    // MARK: Overlaps

    private mutating func divide(_ baselines: [[Int]]) throws(BandFault) {
        let tops = bands.map { $0.tops.min() ?? 0 }
        let bottoms = bands.map { $0.bottoms.max() ?? 0 }
        let order = bands.indices.filter { !bands[$0].tops.isEmpty }.sorted { tops[$0] < tops[$1] }
        var comparisons = 0
        for (place, one) in order.enumerated() {
            for other in order[(place + 1)...] {
                guard tops[other] < bottoms[one] else { break }
                comparisons += 1
                let start = max(bands[one].first, bands[other].first)
                let end = min(bands[one].last, bands[other].last)
                guard start <= end else { continue }
                comparisons += end - start
                guard comparisons <= Self.comparisonLimit else {
                    throw BandFault(
                        value: "\(bands.count) lines that lie over one another", expected: "lines beside one another")
                }
                divide(one, other, start...end, baselines)
            }
        }
    }

    /// Divides the heights that two lines both claim. The upper line is the one whose baseline is higher on average.
    private mutating func divide(_ one: Int, _ other: Int, _ columns: ClosedRange<Int>, _ baselines: [[Int]]) {
        var difference = 0
        for column in columns {
            difference += baselines[one][column - bands[one].first] - baselines[other][column - bands[other].first]
        }
        let (upper, lower) = difference < 0 || (difference == 0 && one < other) ? (one, other) : (other, one)
        for column in columns {
            let (a, b) = (column - bands[upper].first, column - bands[lower].first)
            let (high, low) = (bands[lower].tops[b], bands[upper].bottoms[a])
            guard low > high else { continue }
            let middle = (baselines[upper][a] + baselines[lower][b]) / 2
            let border = min(max(middle, high), low)
            bands[upper].bottoms[a] = min(low, border)
            bands[lower].tops[b] = max(high, border)
        }
    }
}

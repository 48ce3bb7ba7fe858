/// A line found on a page without touches, in pixels of the reduced page.
struct FoundLine: Sendable {
    /// The centre of the letters, as one row for each column of the page.
    let curve: [Float]
    /// The columns that the line covers.
    let extent: Range<Int>
    /// The ridge strength relative to the rows between the line and its neighbours.
    let contrast: Float
    /// The share of columns that contain ink.
    let inkedShare: Float

    func y(_ column: Int) -> Float { curve[min(max(column, 0), curve.count - 1)] }
}

/// Finds all lines of a page. Each starts at the clearest place that no line covers yet, and is followed as from a
/// touch.
struct PageLineSearch {
    /// The minimum ridge contrast of a line with the rows between it and its neighbours.
    private static let leastContrast: Float = 0.2
    private static let seedContrast: Float = 0.12
    /// The minimum share of ink in the band around the centre, and of columns with ink.
    private static let leastInk: Float = 0.1
    private static let seedInk: Float = 0.06
    private static let leastInkedColumns: Float = 0.55
    /// The number of strokes that the centre of a line crosses per pitch. The edge of a sheet has fewer, the grain of a
    /// table more.
    private static let strokes: ClosedRange<Float> = 1.1...5
    /// The minimum length of an isolated line, of a line above or below one other, and of one between two, in pitches.
    private static let shortest: [Float] = [4, 2, 1.5]
    /// An isolated line with more contrast than this must have gaps, because the edge of a sheet has none.
    private static let clearest: (contrast: Float, inkedColumns: Float) = (0.75, 0.97)
    /// Half the height that a line covers, in pitches.
    private static let coveredReach: Float = 0.45
    /// The maximum share of a line that other lines may cover.
    private static let mostCovered: Float = 0.35
    /// The maximum number of places tried, which bounds the work on a page of noise.
    private static let mostTries = 3000

    private let maps: LineMaps
    private let tracker: LineTracker
    private let isCancelled: () -> Bool

    init(_ maps: LineMaps, isCancelled: @escaping () -> Bool) {
        self.maps = maps
        self.isCancelled = isCancelled
        tracker = LineTracker(strips: maps.strips, pitch: maps.pitch)
    }

    private var pitch: Float { maps.pitch }
    private var width: Int { maps.ink.width }
    private var height: Int { maps.ink.height }

    /// Returns the lines, in no particular order.
    ///
    /// - Throws: `CancellationError`.
    /// - Complexity: O(*n* · *w* · *p*) for *n* lines on a page *w* wide with the pitch *p*. ``mostTries`` bounds the
    ///   number of failed attempts.
    func lines(progress: (Double) -> Void = { _ in }) throws -> [FoundLine] {
        var covered = [Bool](repeating: false, count: width * height)
        var lines: [FoundLine] = []
        let seeds = seeds()
        var tries = 0
        for (place, seed) in seeds.enumerated() where !covered[seed.row * width + seed.column] {
            if isCancelled() { throw CancellationError() }
            tries += 1
            guard tries <= Self.mostTries else { break }
            progress(Double(place) / Double(seeds.count))
            if let line = line(from: seed, covered) {
                lines.append(line)
                cover(line.extent, line.curve, &covered)
            } else {
                let around = max(0, seed.column - Int(pitch))..<min(width, seed.column + Int(pitch) + 1)
                cover(around, [Float](repeating: Float(seed.row), count: width), &covered, reach: 0.25)
            }
        }
        return lines.filter { line in
            let count = neighbourCount(line, among: lines)
            return Float(line.extent.count) >= Self.shortest[min(count, 2)] * pitch
                && (count > 0 || line.contrast <= Self.clearest.contrast
                    || line.inkedShare <= Self.clearest.inkedColumns)
        }
    }

    /// Returns the number of other lines above or below, at a distance of about one pitch.
    private func neighbourCount(_ line: FoundLine, among lines: [FoundLine]) -> Int {
        let middle = (line.extent.lowerBound + line.extent.upperBound) / 2
        return lines.count { other in
            let distance = abs(other.y(middle) - line.y(middle))
            return distance > 0.5 * pitch && distance < 1.5 * pitch
                && other.extent.clamped(to: line.extent).count > line.extent.count / 2
        }
    }

    private struct Seed {
        let column: Int
        let row: Int
        let contrast: Float
    }

    /// Returns places on ridges with ink, in descending order of contrast.
    private func seeds() -> [Seed] {
        var seeds: [Seed] = []
        let (reach, half) = (max(1, Int(0.3 * pitch)), 0.5 * pitch)
        let density = maps.ink.averagedAcross(reach: Int(pitch)).averagedDown(reach: max(1, Int(0.25 * pitch)))
        for column in stride(from: 0, to: width, by: max(2, Int(0.5 * pitch))) {
            for row in 0..<height {
                let value = maps.ridges.values[row * width + column]
                guard value > 0.25, density.values[row * width + column] > Self.seedInk else { continue }
                let contrast = contrast(column, Float(row), half)
                guard contrast > Self.seedContrast else { continue }
                let isHighest = (max(0, row - reach)...min(height - 1, row + reach)).allSatisfy {
                    maps.ridges.values[$0 * width + column] <= value
                }
                if isHighest { seeds.append(Seed(column: column, row: row, contrast: contrast)) }
            }
        }
        return seeds.sorted { ($0.contrast, $1.row, $1.column) > ($1.contrast, $0.row, $0.column) }
    }

    private func contrast(_ column: Int, _ y: Float, _ half: Float) -> Float {
        maps.ridges.value(column: column, y: y)
            - (maps.ridges.value(column: column, y: y - half) + maps.ridges.value(column: column, y: y + half)) / 2
    }

    /// Returns the line through a place, or nil if there is none or it is covered already.
    private func line(from seed: Seed, _ covered: [Bool]) -> FoundLine? {
        let curve = maps.refined(tracker.curve(throughX: Float(seed.column), y: Float(seed.row)))
        guard abs(curve[seed.column] - Float(seed.row)) < 0.5 * pitch else { return nil }
        let x = Float(seed.column)
        let limits = LineColumn(maps, line: curve, depth: 0, touched: x...x).limits
        var extent = maps.extent(of: curve, in: limits)
        func isCovered(_ column: Int) -> Bool {
            let row = Int(curve[column].rounded())
            return row >= 0 && row < height && covered[row * width + column]
        }
        func ink(_ column: Int) -> Float {
            let half = Int(0.35 * pitch)
            return (-half...half).reduce(Float(0)) { $0 + maps.ink.value(column: column, y: curve[column] + Float($1)) }
                / Float(2 * half + 1)
        }
        // The ends that another line covers belong to that line.
        while let first = extent.first, isCovered(first) || ink(first) == 0 { extent = first + 1..<extent.upperBound }
        while let last = extent.last, isCovered(last) || ink(last) == 0 { extent = extent.lowerBound..<last }
        guard extent.contains(seed.column), Float(extent.count) >= Self.shortest[2] * pitch else { return nil }
        let count = Float(extent.count)
        guard extent.reduce(Float(0), { $0 + (isCovered($1) ? 1 : 0) }) <= Self.mostCovered * count else { return nil }
        let inks = extent.map(ink)
        let inkedShare = Float(inks.count { $0 > 0 }) / count
        guard inks.reduce(0, +) >= Self.leastInk * count, inkedShare >= Self.leastInkedColumns,
            Self.strokes.contains(strokeCount(curve, extent) * pitch / count)
        else { return nil }
        let total = extent.reduce(Float(0)) { $0 + contrast($1, curve[$1], 0.5 * pitch) }
        guard total >= Self.leastContrast * count else { return nil }
        return FoundLine(curve: curve, extent: extent, contrast: total / count, inkedShare: inkedShare)
    }

    /// Returns the number of strokes that the centre of the letters crosses, as the mean of three rows.
    private func strokeCount(_ curve: [Float], _ extent: Range<Int>) -> Float {
        var count = 0
        for offset in [-0.15, 0, 0.15] as [Float] {
            var wasInk = false
            for column in extent {
                let isInk = maps.ink.value(column: column, y: curve[column] + offset * pitch) > 0
                if isInk, !wasInk { count += 1 }
                wasInk = isInk
            }
        }
        return Float(count) / 3
    }

    private func cover(_ columns: Range<Int>, _ curve: [Float], _ covered: inout [Bool], reach: Float = coveredReach) {
        for column in columns {
            let (first, last) = (curve[column] - reach * pitch, curve[column] + reach * pitch)
            guard last >= 0, first < Float(height) else { continue }
            for row in max(0, Int(first))...min(height - 1, max(0, Int(last))) { covered[row * width + column] = true }
        }
    }
}

/// Finds the left and right limits of the text column that contains some lines.
///
/// The ink around the lines is straightened along the first one, and its profile is taken over three depths: the lines
/// themselves, four more lines on each side, and seven. A column ends at a lane without ink, at a wide gap in the lines
/// themselves, or at a dark vertical stripe, which is the gutter of a book.
struct LineColumn {
    private static let nearLines: Float = 4
    private static let farLines: Float = 7
    /// A lane: its maximum ink relative to the usual, and its minimum width in pitches.
    private static let lane: (share: Float, width: Float) = (0.15, 0.35)
    /// The gap that the lines themselves must have within a lane.
    private static let ownGap: (share: Float, width: Float) = (0.225, 0.15)
    /// A fainter lane, measured over more lines. With fewer lines, gaps between words align by chance more often, so
    /// the required drop in ink grows as the inverse root of their number.
    private static let farLane: (deviation: Float, lineCount: Float, width: Float) = (0.45, 15, 0.2)
    /// A gap in the lines themselves that needs no lane.
    private static let wideGap: (share: Float, width: Float) = (0.15, 2.5)
    /// The ink of a book's gutter, as a multiple of the usual.
    private static let fold: Float = 2.5

    /// The columns of the plane that contain the lines.
    let limits: Range<Int>

    /// - Parameters:
    ///   - line: The first line.
    ///   - depth: The distance from the first line to the last, in pixels.
    ///   - touched: The horizontal range between the touches.
    /// - Complexity: O(*w* · (*p* + *d*)) for the width *w*, the pitch *p* and the depth *d*.
    init(_ maps: LineMaps, line: [Float], depth: Float, touched: ClosedRange<Float>) {
        let (pitch, width) = (maps.pitch, line.count)
        let start = min(max(Int(touched.lowerBound), 0), width - 1)
        let end = min(max(Int(touched.upperBound), 0), width - 1)
        let beside = Int(5 * pitch)
        let slope = min(max(LineSignal.slope(line[max(0, start - beside)..<min(width, end + beside + 1)]), -0.15), 0.15)
        let profiles = Self.profiles(maps, line: line, depth: depth, slope: slope)
        let around = max(0, start - Int(3 * pitch))..<min(width, end + Int(3 * pitch) + 1)
        func usual(_ profile: [Float]) -> Float { LineSignal.median(profile[around].filter { $0 > 0 }) ?? .infinity }
        func runs(_ profile: [Float], _ gap: (share: Float, width: Float), atLeast least: Float) -> [Bool] {
            let threshold = gap.share * usual(profile)
            return LineSignal.longRuns(profile.map { $0 < threshold }, atLeast: max(least, gap.width * pitch))
        }
        let (lanes, gaps) = (runs(profiles.near, Self.lane, atLeast: 3), runs(profiles.own, Self.ownGap, atLeast: 2))
        let farShare =
            1 - Self.farLane.deviation * max(1, (Self.farLane.lineCount / max(profiles.lineCount, 1)).squareRoot())
        let farLanes = runs(profiles.far, (farShare, Self.farLane.width), atLeast: 3)
        let wideGaps = runs(profiles.own, Self.wideGap, atLeast: 1)
        let fold = Self.fold * usual(profiles.near)
        var stops = (0..<width).map { farLanes[$0] || wideGaps[$0] || profiles.near[$0] > fold }
        var column = 0
        while column < width {
            var last = column
            while last < width, lanes[last] { last += 1 }
            // A lane counts only if the lines themselves have a gap there too.
            if gaps[column..<last].contains(true) {
                for place in column..<last { stops[place] = true }
            }
            column = max(last, column + 1)
        }
        func walk(from start: Int, by step: Int) -> Int {
            var column = start
            var last = start
            // The touch itself may be in a gap.
            while stops.indices.contains(column), stops[column], Float(abs(column - start)) < 0.5 * pitch {
                column += step
            }
            while stops.indices.contains(column), !stops[column] {
                last = column
                column += step
            }
            return last
        }
        let left = max(0, walk(from: start, by: -1) - 1)
        limits = left..<max(left, min(width, walk(from: end, by: 1) + 2))
    }

    private static func profiles(
        _ maps: LineMaps, line: [Float], depth: Float, slope: Float
    ) -> (own: [Float], near: [Float], far: [Float], lineCount: Float) {
        let pitch = maps.pitch
        let (far, near, own) = ((farLines + 0.5) * pitch, (nearLines + 0.5) * pitch, 0.35 * pitch)
        var sums = [[Float]](repeating: [Float](repeating: 0, count: line.count), count: 3)
        var counts: [Float] = [0, 0, 0]
        var rowSums: [Float] = []
        var offset = (-far).rounded(.towardZero)
        while offset < depth + far {
            let isNear = offset > -near && offset < depth + near
            let isOwn = offset > -own && offset < depth + own
            counts[0] += isOwn ? 1 : 0
            counts[1] += isNear ? 1 : 0
            counts[2] += 1
            var rowSum: Float = 0
            for column in line.indices {
                let value = maps.ink.interpolated(x: Float(column) - slope * offset, y: line[column] + offset)
                guard value > 0 else { continue }
                rowSum += value
                sums[2][column] += value
                if isNear { sums[1][column] += value }
                if isOwn { sums[0][column] += value }
            }
            rowSums.append(rowSum)
            offset += 2
        }
        let reach = max(3, Int(0.2 * pitch)) / 2
        let profiles = zip(sums, counts).map { sum, count in
            LineSignal.averaged(sum.map { $0 / max(count, 1) }, reach: reach)
        }
        let most = rowSums.max() ?? 0
        let lineCount = 2 * Float(rowSums.count { $0 > 0.1 * most }) / pitch
        return (profiles[0], profiles[1], profiles[2], lineCount)
    }
}

extension LineMaps {
    /// The maximum distance by which a line may extend beyond its column, and the gap in its ink that ends it, in
    /// pitches.
    private static let overrun: (most: Float, gap: Float) = (1.5, 0.3)

    /// Returns the columns from a line's first ink to its last: those of its text column, extended while the ink
    /// continues.
    ///
    /// - Complexity: O(*w*) in the width of the plane.
    func extent(of line: [Float], in limits: Range<Int>) -> Range<Int> {
        let half = Int(0.35 * pitch)
        func hasInk(_ column: Int) -> Bool {
            stride(from: -half, through: half, by: 2).contains {
                ink.value(column: column, y: line[column] + Float($0)) > 0
            }
        }
        func end(from start: Int, by step: Int) -> Int {
            var (column, last, gap) = (start, start, 0)
            var done = 0
            while line.indices.contains(column), Float(done) < Self.overrun.most * pitch {
                if hasInk(column) {
                    (last, gap) = (column, 0)
                } else {
                    gap += 1
                    if Float(gap) > Self.overrun.gap * pitch { return last }
                }
                column += step
                done += 1
            }
            // Ink without an end belongs to the next column.
            return start
        }
        guard !limits.isEmpty else { return limits }
        let left = end(from: limits.lowerBound, by: -1)
        return left..<max(left, end(from: limits.upperBound - 1, by: 1) + 1)
    }
}

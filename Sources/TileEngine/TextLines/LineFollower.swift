/// The input of ``LineFollower``: two touches and later corrections, in pixels of the plane.
struct LineTouches: Sendable {
    var start: (x: Float, y: Float)
    var end: (x: Float, y: Float)
    /// The number of additional lines above and below the touched ones. Negative numbers remove lines.
    var linesAbove = 0
    var linesBelow = 0
    /// Whether a touch was placed precisely, so that it must stay on its line.
    var isStartExact = false
    var isEndExact = false
    /// The limits of the column, if they were set manually.
    var left: Float?
    var right: Float?
}

/// The lines between two touches, in pixels of the plane.
struct LineRun: Sendable {
    /// The centre lines of the letters, with one row coordinate per column of the plane: the line above the first one,
    /// the lines themselves, and the line below the last one.
    var curves: [[Float]]
    /// The borders between lines, from above the first to below the last.
    var seams: [[Float]]
    /// The columns that each line covers. The first line begins and the last one ends where it was touched.
    var extents: [Range<Int>]
    /// The limits of the column.
    var limits: Range<Int>

    /// The number of lines.
    var count: Int { extents.count }
}

/// Follows the lines from one touch to another.
struct LineFollower {
    /// The maximum distance of a touch from its line, and its usual distance, in pitches.
    private static let snapReach: Float = 0.4
    private static let exactSnapReach: Float = 0.1
    private static let snapSigma: Float = 0.15
    /// The maximum number of lines.
    static let mostLines = 200

    let maps: LineMaps
    private let tracker: LineTracker

    init(_ maps: LineMaps) {
        self.maps = maps
        tracker = LineTracker(strips: maps.strips, pitch: maps.pitch)
    }

    private var width: Int { maps.ink.width }
    private var pitch: Float { maps.pitch }

    /// Returns the lines between two touches.
    ///
    /// - Complexity: O(*n* · *w* · *p*) for *n* lines on a plane *w* wide with the pitch *p*.
    func follow(_ touches: LineTouches) -> LineRun {
        let x0 = min(max(touches.start.x, 0), Float(width - 1))
        let x1 = min(max(touches.end.x, 0), Float(width - 1))
        var first = tracker.curve(
            throughX: x0, y: snapped(x0, touches.start.y, isExact: touches.isStartExact))
        var last = tracker.curve(throughX: x1, y: snapped(x1, touches.end.y, isExact: touches.isEndExact))
        var steps = stepCount(&first, &last, from: x0, to: x1)
        let distance = medianDistance(first, last, from: x0, to: x1)
        let step = steps > 0 ? distance / Float(steps) : pitch
        let above = min(max(touches.linesAbove, -steps), Self.mostLines)
        if above != 0 {
            first = first.map { $0 - Float(above) * step }
            steps += above
        }
        let below = min(max(touches.linesBelow, -steps), Self.mostLines)
        if below != 0 {
            last = last.map { $0 + Float(below) * step }
            steps += below
        }
        var lines: [[Float]]
        if steps == 0 {
            lines = [blended(first, last, from: x0, to: x1)]
        } else {
            lines = (0...steps).map { line in
                zip(first, last).map { $0 + ($1 - $0) * Float(line) / Float(steps) }
            }
        }
        lines = lines.map(maps.refined)
        let beyond = min(max(step, 0.8 * pitch), 1.25 * pitch)
        lines.insert(maps.refined(lines[0].map { $0 - beyond }), at: 0)
        lines.append(maps.refined(lines[lines.count - 1].map { $0 + beyond }))
        for line in 1..<lines.count {
            for column in 0..<width {
                lines[line][column] = max(lines[line][column], lines[line - 1][column] + 0.4 * pitch)
            }
        }
        return run(lines, steps: steps, depth: Float(steps) * step, touches, x0, x1)
    }

    private func run(
        _ lines: [[Float]], steps: Int, depth: Float, _ touches: LineTouches, _ x0: Float, _ x1: Float
    ) -> LineRun {
        let seams = (1..<lines.count).map { maps.seam(between: lines[$0 - 1], and: lines[$0]) }
        let found = LineColumn(maps, line: lines[1], depth: depth, touched: min(x0, x1)...max(x0, x1)).limits
        let left = touches.left.map { min(max(Int($0), 0), width - 1) } ?? found.lowerBound
        let right = touches.right.map { min(max(Int($0), left + 1), width) } ?? max(found.upperBound, left + 1)
        let limits = left..<right
        var extents = (1...steps + 1).map { maps.extent(of: lines[$0], in: limits) }
        if steps == 0 {
            extents[0] = Int(min(x0, x1))..<Int(max(x0, x1))
        } else {
            extents[0] = Int(x0)..<max(extents[0].upperBound, Int(x0))
            extents[steps] = min(extents[steps].lowerBound, Int(x1))..<Int(x1)
        }
        return LineRun(curves: lines, seams: seams, extents: extents, limits: limits)
    }

    /// Returns the row near a touch that is on a line.
    private func snapped(_ x: Float, _ y: Float, isExact: Bool) -> Float {
        let reach = (isExact ? Self.exactSnapReach : Self.snapReach) * pitch
        let rows = max(0, Int(y - reach))..<max(min(maps.ink.height, Int(y + reach) + 1), max(0, Int(y - reach)))
        let half = Int(0.8 * pitch)
        let columns = max(0, Int(x) - half)...min(width - 1, Int(x) + half)
        var (best, bestSum) = (y, -Float.infinity)
        for row in rows {
            var sum: Float = 0
            for column in columns { sum += maps.ridges.values[row * width + column] }
            let distance = (Float(row) - y) / (Self.snapSigma * pitch)
            sum *= LineMath.exp(-0.5 * distance * distance)
            if sum > bestSum { (best, bestSum) = (Float(row), sum) }
        }
        return best
    }

    /// Returns the number of line steps from the first touched line to the last.
    private func stepCount(_ first: inout [Float], _ last: inout [Float], from x0: Float, to x1: Float) -> Int {
        let distance = medianDistance(first, last, from: x0, to: x1)
        let guess = min(max(0, Int((distance / pitch).rounded())), Self.mostLines)
        if guess > 0 {
            return (max(1, guess - 1)...guess + 1).max {
                score($0, first, last, x0, x1, distance) < score($1, first, last, x0, x1, distance)
            }
                ?? guess
        }
        guard x1 < x0 else { return 0 }
        // The end is left of the start, so it must be on the next line.
        if distance <= 0.5 * pitch { last = first.map { $0 + pitch } }
        return 1
    }

    /// Scores a number of steps: ridges on the lines, none between them, and steps of about one pitch.
    private func score(
        _ steps: Int, _ first: [Float], _ last: [Float], _ x0: Float, _ x1: Float, _ distance: Float
    ) -> Float {
        let columns = Int(min(x0, x1))...Int(max(x0, x1))
        func mean(_ share: Float) -> Float {
            var sum: Float = 0
            for column in columns {
                sum += maps.ridges.value(column: column, y: first[column] + (last[column] - first[column]) * share)
            }
            return sum / Float(columns.count)
        }
        var sum: Float = 0
        for step in 0..<steps {
            sum += mean(Float(step + 1) / Float(steps)) - mean((Float(step) + 0.5) / Float(steps))
        }
        return sum / Float(steps) - 0.6 * abs(LineMath.log(distance / Float(steps) / pitch))
    }

    private func medianDistance(_ first: [Float], _ last: [Float], from x0: Float, to x1: Float) -> Float {
        let columns = Int(min(x0, x1))...Int(max(x0, x1))
        return LineSignal.median(columns.map { last[$0] - first[$0] }) ?? 0
    }

    /// Blends the curves tracked from both touches of one line, weighted by distance from each touch.
    private func blended(_ first: [Float], _ last: [Float], from x0: Float, to x1: Float) -> [Float] {
        first.indices.map { column in
            let share = x1 > x0 ? min(max((Float(column) - x0) / max(1, x1 - x0), 0), 1) : 0.5
            return (1 - share) * first[column] + share * last[column]
        }
    }
}

import ImageGeometry
import TileEngine

/// The results for one clause, as the IoU of ink, 0 to 1.
struct ClauseResult: Encodable {
    let lineCount: Int
    /// The result without a correction.
    let first: Double
    /// The best result after one correction, and the correction's name.
    let corrected: Double
    let correction: String
    /// The result with the true baselines.
    let ceiling: Double
    let milliseconds: Double
}

/// The results of finding the lines of a page without touches.
struct DetectionResult: Encodable {
    let found: Int
    let truth: Int
    /// The number of pairs whose ink has an IoU of at least 0.5, and of those whose area has.
    let matchedByInk: Int
    let matchedByArea: Int
    let milliseconds: Double
}

/// Measures the line finder on one page.
struct PageMeasurement {
    let truth: TruthPage
    let finder: TextLineFinder
    private let ink: LinePlane
    /// The ink of text: the ink inside any true line of the main blocks.
    private let text: [Bool]

    init(_ truth: TruthPage, _ finder: TextLineFinder) throws {
        let size = finder.size
        self.truth = truth.scaled(toWidth: size.width, height: size.height)
        self.finder = finder
        ink = try finder.ink(rows: 0..<size.height)
        var zone = PageMask(width: size.width, height: size.height)
        for line in self.truth.mainBlocks.flatMap(\.lines) { zone.fill(line.outline) }
        text = zip(ink.values, zone.cells).map { $0 > 0 && $1 }
    }

    /// All ink of the page.
    var inkCells: [Bool] { ink.values.map { $0 > 0 } }

    /// The factors from the reduced page to the image.
    private var scale: (x: Double, y: Double) {
        (
            Double(finder.imageSize.width) / Double(finder.size.width),
            Double(finder.imageSize.height) / Double(finder.size.height)
        )
    }

    private func onImage(_ point: Point) -> Point { Point(x: point.x * scale.x, y: point.y * scale.y) }

    private func mask(of polygons: [Polygon]) -> PageMask {
        var mask = emptyMask
        for polygon in polygons { mask.fill(polygon.outer.map { Point(x: $0.x / scale.x, y: $0.y / scale.y) }) }
        return mask
    }

    private var emptyMask: PageMask { PageMask(width: finder.size.width, height: finder.size.height) }

    /// Returns the request for a clause as it was touched.
    func request(_ clause: TruthClause) -> LineRequest {
        LineRequest(from: onImage(clause.startTouch), to: onImage(clause.endTouch))
    }

    private func iou(_ request: LineRequest, _ truth: PageMask) throws -> Double {
        mask(of: try finder.outline(request)?.polygons ?? []).iou(with: truth, of: text)
    }

    /// Outlines a clause as it was touched, and then with each correction, of which the best counts.
    func measure(_ clause: TruthClause) throws -> ClauseResult {
        let truth = trueMask(clause)
        let request = request(clause)
        var found: FollowedLines?
        let time = try ContinuousClock().measure { found = try finder.outline(request) }
        let first = mask(of: found?.polygons ?? []).iou(with: truth, of: text)
        var (best, correction) = (first, "none")
        for (name, corrected) in corrections(of: request, clause) where best < 0.98 {
            let value = try iou(corrected, truth)
            if value > best { (best, correction) = (value, name) }
        }
        return ClauseResult(
            lineCount: clause.lines.count, first: first, corrected: best, correction: correction,
            ceiling: ceilingMask(clause).iou(with: truth, of: text), milliseconds: time / .milliseconds(1))
    }

    private func corrections(of request: LineRequest, _ clause: TruthClause) -> [(String, LineRequest)] {
        func changed(_ change: (inout LineRequest) -> Void) -> LineRequest {
            var copy = request
            change(&copy)
            return copy
        }
        let points = clause.lines.flatMap(\.outline)
        let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
        let most = Double(finder.imageSize.width)
        return [
            ("line more above", changed { $0.above = 1 }), ("line fewer above", changed { $0.above = -1 }),
            ("line more below", changed { $0.below = 1 }), ("line fewer below", changed { $0.below = -1 }),
            (
                "start moved",
                changed { ($0.from, $0.isFromExact) = (onImage(clause.start), true) }
            ),
            ("end moved", changed { ($0.to, $0.isToExact) = (onImage(clause.end), true) }),
            ("left limit", changed { $0.left = min(max(left * scale.x, 0), most - 1) }),
            ("right limit", changed { $0.right = min(max(right * scale.x, 1), most) }),
        ]
    }

    private func trueMask(_ clause: TruthClause) -> PageMask {
        var mask = emptyMask
        for (place, line) in clause.lines.enumerated() {
            let start = place == 0 ? max(0, Int(clause.start.x)) : 0
            let end = place == clause.lines.count - 1 ? max(start, Int(clause.end.x)) : mask.width
            mask.fill(line.outline, columns: start..<min(max(end, start), mask.width))
        }
        return mask
    }

    /// Returns the mask of perfect tracking: the true baselines and ends, and our seams to the true neighbours.
    private func ceilingMask(_ clause: TruthClause) -> PageMask {
        var mask = emptyMask
        let pitch = clause.pitch
        for (place, line) in clause.lines.enumerated() {
            let xs = line.outline.map(\.x) + [line.left, line.right]
            let left = max(0, Int(xs.min() ?? 0))
            let right = min(mask.width - 1, Int((xs.max() ?? 0) + 1))
            guard right - left >= 4 else { continue }
            let centre = (left..<right).map { line.y(at: Double($0)) }
            var upper = centre.map { $0 - 1.5 * pitch }
            var lower = centre.map { $0 + 1.5 * pitch }
            var (hasUpper, hasLower) = (upper.map { _ in false }, upper.map { _ in false })
            for other in truth.lines {
                for column in left..<right {
                    let (x, index) = (Double(column), column - left)
                    guard x >= other.left - pitch, x <= other.right + pitch else { continue }
                    let y = other.y(at: x)
                    if y < centre[index] - 0.4 * pitch, y > upper[index] { (upper[index], hasUpper[index]) = (y, true) }
                    if y > centre[index] + 0.4 * pitch, y < lower[index] { (lower[index], hasLower[index]) = (y, true) }
                }
            }
            for index in centre.indices {
                if !hasUpper[index] { upper[index] = centre[index] - pitch }
                if !hasLower[index] { lower[index] = centre[index] + pitch }
            }
            let above = Int((upper.min() ?? 0) - pitch)
            let below = Int((lower.max() ?? 0) + pitch)
            let rows = max(0, above)..<max(min(mask.height, below), max(0, above) + 1)
            guard rows.upperBound <= mask.height else { continue }
            let maps = LineMaps(ink: ink.cropped(columns: left..<right, rows: rows), pitch: Float(pitch))
            func curve(_ values: [Double]) -> [Float] {
                values.map { Float($0 - 0.15 * pitch - Double(rows.lowerBound)) }
            }
            let top = maps.seam(between: curve(upper), and: curve(centre))
            let bottom = maps.seam(between: curve(centre), and: curve(lower))
            let start = place == 0 ? max(left, Int(clause.startTouch.x)) : left
            let end = place == clause.lines.count - 1 ? min(right, Int(clause.endTouch.x)) : right
            guard end - start >= 2 else { continue }
            let shift = Double(rows.lowerBound) + 0.5
            let ring =
                (start..<end).map { Point(x: Double($0), y: Double(top[$0 - left]) + shift) }
                + (start..<end).reversed().map { Point(x: Double($0), y: Double(bottom[$0 - left]) + shift) }
            mask.fill(ring)
        }
        return mask
    }
}

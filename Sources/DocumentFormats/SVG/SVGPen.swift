import Foundation
import ImageGeometry

/// Draws subpaths as rings of straight lines, approximating curves within a tolerance.
///
/// Input coordinates are in the drawing's space. Output coordinates are transformed by ``transform``.
struct SVGPen {
    /// The maximum distance of a line from its curve, in target pixels. This is half the documented tolerance, because
    /// corners are also rounded to hundredths.
    static let tolerance = 0.25
    /// The maximum number of points in a drawing.
    static let pointLimit = 200_000
    private static let segmentLimit = 8192

    var transform = SVGTransform.identity
    private var rings: [[Point]] = []
    private var ring: [Point] = []
    /// The number of points so far in the drawing, including those of other shapes.
    var pointCount = 0
    /// The position of the pen, in the drawing's space. `start` is where the current subpath began.
    private(set) var position = Point(x: 0, y: 0)
    private var start = Point(x: 0, y: 0)

    /// Starts a subpath.
    mutating func move(to point: Point) {
        finish()
        (position, start) = (point, point)
    }

    mutating func line(to point: Point) throws(SVGFault) {
        try begin()
        try add(transform.apply(point))
        position = point
    }

    /// Draws a Bézier curve of degree 2 or 3 from the current position.
    ///
    /// The number of segments keeps all of them within the tolerance: G. Wang, "The subdivision method for finding the
    /// intersection between two Bézier curves or surfaces", 1984.
    mutating func curve(_ controls: [Point], to end: Point) throws(SVGFault) {
        try begin()
        let points = ([position] + controls + [end]).map(transform.apply)
        var bend = 0.0
        for index in points.indices.dropFirst(2) {
            let (first, middle, last) = (points[index - 2], points[index - 1], points[index])
            bend = max(bend, hypot(first.x - 2 * middle.x + last.x, first.y - 2 * middle.y + last.y))
        }
        let degree = Double(points.count - 1)
        let count = Self.segmentCount((degree * (degree - 1) / 8 * bend / Self.tolerance).squareRoot())
        for step in 1..<max(count, 1) {
            try add(Self.rounded(Self.point(of: points, at: Double(step) / Double(count))))
        }
        try add(points[points.count - 1])
        position = end
    }

    /// Draws an elliptical arc from the current position. The angles are in radians, before the ellipse is rotated by
    /// `turn`.
    mutating func ellipse(
        centre: Point, radii: Point, turn: Double, from startAngle: Double, sweep: Double, to end: Point
    ) throws(SVGFault) {
        try begin()
        let radius = max(radii.x, radii.y) * transform.largestStretch
        // The sagitta of an arc is r (1 - cos(angle / 2)).
        let angle = radius > Self.tolerance ? 2 * acos(1 - Self.tolerance / radius) : .pi
        let count = Self.segmentCount(max(abs(sweep) / angle, abs(sweep) / (.pi / 4)))
        let (sine, cosine) = (sin(turn), cos(turn))
        for step in 1..<max(count, 1) {
            let angle = startAngle + sweep * Double(step) / Double(count)
            let (x, y) = (radii.x * cos(angle), radii.y * sin(angle))
            let point = Point(x: centre.x + cosine * x - sine * y, y: centre.y + sine * x + cosine * y)
            try add(Self.rounded(transform.apply(point)))
        }
        try add(transform.apply(end))
        position = end
    }

    /// Closes the subpath at its start.
    mutating func close() {
        finish()
        position = start
    }

    /// Ends the last subpath and returns all of them.
    mutating func finished() -> [[Point]] {
        finish()
        return rings
    }

    private mutating func finish() {
        // Many programs draw the last line back to the start before closing.
        if ring.count > 1, ring.first == ring.last { ring.removeLast() }
        if !ring.isEmpty { rings.append(ring) }
        ring = []
    }

    private mutating func begin() throws(SVGFault) {
        if ring.isEmpty {
            start = position
            try add(transform.apply(position))
        }
    }

    private mutating func add(_ point: Point) throws(SVGFault) {
        guard point.isWithinLimits else {
            throw SVGFault(value: "a point beyond ±1,000,000,000", expected: "coordinates of an image")
        }
        pointCount += 1
        guard pointCount <= Self.pointLimit else {
            throw SVGFault(value: "a drawing of more than \(Self.pointLimit) points", expected: "no more")
        }
        ring.append(point)
    }

    private static func segmentCount(_ wanted: Double) -> Int {
        wanted.isFinite ? Int(min(max(wanted.rounded(.up), 1), Double(segmentLimit))) : segmentLimit
    }

    /// Evaluates a Bézier curve by De Casteljau's algorithm.
    private static func point(of controls: [Point], at place: Double) -> Point {
        var points = controls
        while points.count > 1 {
            points = zip(points, points.dropFirst()).map { first, second in
                Point(x: first.x + (second.x - first.x) * place, y: first.y + (second.y - first.y) * place)
            }
        }
        return points[0]
    }

    private static func rounded(_ point: Point) -> Point {
        Point(x: (point.x * 100).rounded() / 100, y: (point.y * 100).rounded() / 100)
    }
}

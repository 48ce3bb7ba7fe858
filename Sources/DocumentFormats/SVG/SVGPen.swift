import Foundation
import ImageGeometry

/// Draws subpaths as rings of straight lines, curves within a tolerance.
///
/// Coordinates come in the drawing's own space and go out in that of ``transform``.
struct SVGPen {
    /// How far a straight line may be from its curve, in pixels of the target: half of what is promised, as corners are
    /// rounded to hundredths too.
    static let tolerance = 0.25
    /// The most points of one drawing.
    static let pointLimit = 200_000
    private static let segmentLimit = 8192

    var transform = SVGTransform.identity
    private(set) var rings: [[Point]] = []
    private var ring: [Point] = []
    /// How many points the drawing has so far, those of other shapes included.
    var pointCount = 0
    /// Where the pen is, and where its subpath began, in the drawing's own space.
    private(set) var position = Point(x: 0, y: 0)
    private(set) var start = Point(x: 0, y: 0)

    /// Begins a subpath.
    mutating func move(to point: Point) throws(SVGFault) {
        finish()
        (position, start) = (point, point)
    }

    mutating func line(to point: Point) throws(SVGFault) {
        try begin()
        try add(transform.apply(point))
        position = point
    }

    /// A Bézier curve of degree 2 or 3 from where the pen is.
    ///
    /// The number of lines is that of G. Wang, "The subdivision method for finding the intersection between two Bézier
    /// curves or surfaces", 1984, which keeps all of them within the tolerance.
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

    /// A part of an ellipse around a centre, from where the pen is: angles in radians, before its turn.
    mutating func ellipse(
        centre: Point, radii: Point, turn: Double, from startAngle: Double, sweep: Double, to end: Point
    ) throws(SVGFault) {
        try begin()
        let radius = max(radii.x, radii.y) * transform.largestStretch
        // The height of the arc over its chord is r (1 - cos(angle / 2)).
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

    /// Ends the subpath at its beginning.
    mutating func close() {
        finish()
        position = start
    }

    /// Ends the last subpath, and gives all of them.
    mutating func finished() -> [[Point]] {
        finish()
        return rings
    }

    private mutating func finish() {
        // Many programs draw the last line back to the start before they close.
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
            throw SVGFault(value: "a drawing of more than \(Self.pointLimit) points", expected: "at most so many")
        }
        ring.append(point)
    }

    private static func segmentCount(_ wanted: Double) -> Int {
        wanted.isFinite ? Int(min(max(wanted.rounded(.up), 1), Double(segmentLimit))) : segmentLimit
    }

    /// De Casteljau's construction.
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

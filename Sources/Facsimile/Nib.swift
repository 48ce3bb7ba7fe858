import ImageGeometry

/// A broad nib: an ellipse that moves without rotating, so that the direction of a stroke determines its thickness.
///
/// In the space in which the ellipse is a unit circle, a straight step of the pen is a capsule. A pixel's coverage is
/// computed from its distance to the capsule's axis.
struct Nib: Sendable {
    // The map into the space of the unit circle.
    private let xx: Double
    private let xy: Double
    private let yx: Double
    private let yy: Double
    private let reachX: Double
    private let reachY: Double

    /// Creates a nib from two half-widths in pixels. Its broad side rises at an angle given by its cosine and sine.
    init(broad: Double, thin: Double, cosine: Double, sine: Double) {
        // On the screen y points down, so a rising side points to (cosine, -sine).
        xx = cosine / broad
        xy = -sine / broad
        yx = sine / thin
        yy = cosine / thin
        reachX = ((broad * cosine) * (broad * cosine) + (thin * sine) * (thin * sine)).squareRoot()
        reachY = ((broad * sine) * (broad * sine) + (thin * cosine) * (thin * cosine)).squareRoot()
    }

    /// Draws one step of the pen. Calls `paint` with each pixel touched and its coverage, 0…1.
    ///
    /// - Complexity: O(pixels around the step).
    @inline(__always)
    func step(
        from start: Point, to end: Point, pressure: (start: Double, end: Double), width: Int, height: Int,
        paint: (_ x: Int, _ y: Int, _ coverage: Double) -> Void
    ) {
        let most = max(pressure.start, pressure.end)
        let (marginX, marginY) = (reachX * most + 1, reachY * most + 1)
        let columns = Self.cells(min(start.x, end.x) - marginX, max(start.x, end.x) + marginX, within: width)
        let rows = Self.cells(min(start.y, end.y) - marginY, max(start.y, end.y) + marginY, within: height)
        let (ax, ay) = (xx * start.x + xy * start.y, yx * start.x + yy * start.y)
        let (dx, dy) = (xx * end.x + xy * end.y - ax, yx * end.x + yy * end.y - ay)
        let lengthSquared = max(dx * dx + dy * dy, 1e-12)
        for y in rows {
            let py = Double(y) + 0.5
            for x in columns {
                let px = Double(x) + 0.5
                let (qx, qy) = (xx * px + xy * py - ax, yx * px + yy * py - ay)
                let t = max(0, min(1, (qx * dx + qy * dy) / lengthSquared))
                let (vx, vy) = (qx - t * dx, qy - t * dy)
                let distance = (vx * vx + vy * vy).squareRoot()
                let radius = pressure.start + (pressure.end - pressure.start) * t
                guard distance > 1e-9 else {
                    paint(x, y, 1)
                    continue
                }
                // The growth of the distance per pixel, in the direction in which it grows fastest.
                let (gx, gy) = ((xx * vx + yx * vy) / distance, (xy * vx + yy * vy) / distance)
                let coverage = 0.5 - (distance - radius) / (gx * gx + gy * gy).squareRoot()
                if coverage > 0 { paint(x, y, min(1, coverage)) }
            }
        }
    }

    private static func cells(_ low: Double, _ high: Double, within count: Int) -> Range<Int> {
        let first = max(0, min(Double(count), low.rounded(.down)))
        let last = max(first, min(Double(count), high.rounded(.up)))
        return Int(first)..<Int(last)
    }
}

import Foundation
import ImageGeometry

/// Polygons for tests, and a point-in-polygon test that is independent of the one under test.
enum Shapes {
    /// Returns a random simple polygon around a random centre.
    static func star(vertices: Int, reach: Double) throws -> Polygon {
        let centre = Point(x: .random(in: 200...800), y: .random(in: 200...800))
        let ring = (0..<vertices).map { step in
            let angle = 2 * Double.pi * Double(step) / Double(vertices)
            let radius = reach * Double.random(in: 0.1...1)
            return Point(x: centre.x + radius * cos(angle), y: centre.y + radius * sin(angle))
        }
        return try Polygon(outer: ring)
    }

    /// Returns the winding number of the ring around the point, by summing the angles that its edges span as seen from
    /// there.
    static func windingNumber(_ ring: [Point], around point: Point) -> Int {
        var sum = 0.0
        for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            let (ax, ay) = (start.x - point.x, start.y - point.y)
            let (bx, by) = (end.x - point.x, end.y - point.y)
            sum += atan2(ax * by - ay * bx, ax * bx + ay * by)
        }
        return Int((sum / (2 * .pi)).rounded())
    }

    /// Returns the distance of the point from the nearest edge.
    static func distance(_ ring: [Point], to point: Point) -> Double {
        zip(ring, ring.dropFirst() + ring.prefix(1)).map { start, end in
            let (dx, dy) = (end.x - start.x, end.y - start.y)
            let length = dx * dx + dy * dy
            let along = length == 0 ? 0 : ((point.x - start.x) * dx + (point.y - start.y) * dy) / length
            let nearest = min(max(along, 0), 1)
            return hypot(point.x - start.x - nearest * dx, point.y - start.y - nearest * dy)
        }.min() ?? .infinity
    }
}

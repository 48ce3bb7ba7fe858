import ImageGeometry

/// Whether a polygon contains a point, by integer arithmetic: it shares nothing with the code under test.
///
/// Coordinates are in 1/1024 pixel. A point stands for one infinitesimally to its right, and even less below it; so it
/// is never on a border, and a ray straight down from it either crosses an edge or does not.
enum ExactReference {
    static let step = 1.0 / 1024

    static func contains(_ polygon: Polygon, _ point: Point) -> Bool {
        let bounds = polygon.bounds
        guard point.x >= bounds.x - 1, point.x <= bounds.maxX + 1, point.y >= bounds.y - 1, point.y <= bounds.maxY + 1
        else { return false }
        return polygon.rings.count { isCrossedOddly($0, point) } % 2 == 1
    }

    private static func whole(_ place: Double) -> Int128 { Int128(place / step) }

    private static func isCrossedOddly(_ ring: [Point], _ point: Point) -> Bool {
        let (x, y) = (whole(point.x), whole(point.y))
        var count = 0
        for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            let (x0, y0, x1, y1) = (whole(start.x), whole(start.y), whole(end.x), whole(end.y))
            // Vertical edges are never crossed; the others are if one end is at the point's x or left of it, and the
            // other right.
            guard (x0 <= x) != (x1 <= x) else { continue }
            let (left, right) = x0 < x1 ? ((x0, y0), (x1, y1)) : ((x1, y1), (x0, y0))
            // The distance of the edge below the point, times the edge's width. If it is 0, the point's step to the
            // right decides: a descending edge is then below it, and an ascending one above; a horizontal edge is
            // above, by the point's step down.
            let rise = right.1 - left.1
            let below = left.1 * (right.0 - left.0) + rise * (x - left.0) - y * (right.0 - left.0)
            if below > 0 || (below == 0 && rise > 0) { count += 1 }
        }
        return count % 2 == 1
    }
}

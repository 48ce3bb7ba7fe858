import ImageGeometry

/// Whether a polygon holds a point, by whole numbers: it shares nothing with the code under test.
///
/// Coordinates are counted in 1/1024 pixel. A point stands for one that is next to nothing to its right, and even less
/// below it; so it is never on a border, and a ray straight down from it crosses an edge or does not.
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
            // Upright edges are never crossed; the others where one end is at the point or left of it, the other right.
            guard (x0 <= x) != (x1 <= x) else { continue }
            let (left, right) = x0 < x1 ? ((x0, y0), (x1, y1)) : ((x1, y1), (x0, y0))
            // How far the edge is below the point there, times the edge's width. Where it is at the point's height, the
            // point's step to the right decides: an edge that goes down to the right is below it then, one that goes up
            // is above; and so is a level one, by the point's step down.
            let rise = right.1 - left.1
            let below = left.1 * (right.0 - left.0) + rise * (x - left.0) - y * (right.0 - left.0)
            if below > 0 || (below == 0 && rise > 0) { count += 1 }
        }
        return count % 2 == 1
    }
}

import ImageGeometry

/// Moves what lies outside of a page to its edge.
enum PageClamp {
    /// A polygon within the page.
    ///
    /// - Returns: The polygon and how far the farthest point was moved, in pixels; nil where nothing of it is left.
    static func clamp(_ polygon: Polygon, to page: (width: Int, height: Int)) -> (polygon: Polygon, moved: Double)? {
        var farthest = 0.0
        let rings = polygon.rings.map { ring in
            ring.map { point in
                let inside = Point(
                    x: min(max(point.x, 0), Double(page.width)), y: min(max(point.y, 0), Double(page.height)))
                farthest = max(farthest, abs(inside.x - point.x), abs(inside.y - point.y))
                return inside
            }
        }
        if farthest == 0 { return (polygon, 0) }
        // Holes that are pressed flat are none any more.
        let holes = rings.dropFirst().filter { (try? Polygon(outer: $0)) != nil }
        guard let clamped = try? Polygon(outer: rings[0], holes: Array(holes)), clamped.area > 0 else { return nil }
        return (clamped, farthest)
    }
}

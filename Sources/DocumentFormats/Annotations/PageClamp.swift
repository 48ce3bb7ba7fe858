import ImageGeometry

/// Moves points outside a page to its edge.
enum PageClamp {
    /// Clamps a polygon to the page.
    ///
    /// - Returns: The polygon and the largest distance by which a point was moved, in pixels, or nil if no area is
    ///   left.
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
        // Drop holes that have collapsed.
        let holes = rings.dropFirst().filter { (try? Polygon(outer: $0)) != nil }
        guard let clamped = try? Polygon(outer: rings[0], holes: Array(holes)), clamped.area > 0 else { return nil }
        return (clamped, farthest)
    }
}

import DocumentModel
import ImageGeometry

/// Moves points outside a page to its edge.
enum PageClamp {
    /// Clamps a polygon to the page, with a note if a point is moved or no area is left.
    ///
    /// - Parameters:
    ///   - page: The page's size in pixels.
    ///   - name: A description of the polygon for notes.
    ///   - place: The place for notes.
    /// - Returns: Nil if no area is left.
    static func clamp(
        _ polygon: Polygon, to page: (width: Int, height: Int), named name: String = "a region", at place: String = "",
        _ notes: inout ImportNotes
    ) -> Polygon? {
        var farthest = 0.0
        let rings = polygon.rings.map { ring in
            ring.map { point in
                let inside = point.clamped(width: page.width, height: page.height)
                farthest = max(farthest, abs(inside.x - point.x), abs(inside.y - point.y))
                return inside
            }
        }
        if farthest == 0 { return polygon }
        // Drop holes that have collapsed.
        let holes = rings.dropFirst().filter { (try? Polygon(outer: $0)) != nil }
        guard let clamped = try? Polygon(outer: rings[0], holes: Array(holes)), clamped.area > 0 else {
            notes.add("\(name) that lies outside its page is left out", at: place)
            return nil
        }
        let distance = FaultText.number((farthest * 100).rounded() / 100)
        notes.add("\(name) is moved to the page's edge, by up to \(distance) pixels", at: place)
        return clamped
    }
}

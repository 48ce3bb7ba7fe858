import DocumentModel
import ImageGeometry

/// Writes polygons as a drawing that ``SVGDrawing`` reads back as they were.
enum SVGWriter {
    /// A drawing with one path a polygon, holes by the even-odd rule.
    ///
    /// - Complexity: O(*n*) in the number of vertices.
    static func drawing(of polygons: [Polygon]) -> String {
        let paths = polygons.map { polygon in
            let rule = polygon.holes.isEmpty ? "" : " fill-rule=\"evenodd\""
            return "<path\(rule) d=\"\(polygon.rings.map(data).joined(separator: " "))\"/>"
        }
        return "<svg xmlns=\"http://www.w3.org/2000/svg\">\(paths.joined())</svg>"
    }

    private static func data(_ ring: [Point]) -> String {
        // A ring that states its first point again at its end keeps it: readers drop one such point.
        let points = ring.first == ring.last ? ring + ring.prefix(1) : ring
        // Each `L` is written out, as some programs know no implied ones.
        return "M" + points.map { "\(FaultText.number($0.x)),\(FaultText.number($0.y))" }.joined(separator: "L") + "Z"
    }
}

import DocumentModel
import ImageGeometry

/// Writes polygons as a drawing that ``SVGDrawing`` reads back unchanged.
enum SVGWriter {
    /// Returns a drawing with one path per polygon. Holes follow the even-odd rule.
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
        // Readers drop one repeated first point at the end, so a ring that ends with its first point repeats it again.
        let points = ring.first == ring.last ? ring + ring.prefix(1) : ring
        // Each `L` is written out, because some programs do not support implied ones.
        return "M" + points.map { "\(FaultText.number($0.x)),\(FaultText.number($0.y))" }.joined(separator: "L") + "Z"
    }
}

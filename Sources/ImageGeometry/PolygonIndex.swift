/// The regions of one page, ready to answer which of them hold a point.
///
/// Entries are kept most specific first: by the area of their polygon, then by the order in which they were given.
/// Boxes lie in arrays of their own, so that a query reads 32 bytes an entry before it looks at any edge.
public struct PolygonIndex: Sendable {
    private let boxes: [Box]
    private let polygons: [Polygon]
    private let positions: [Int]

    /// Makes an index of the polygons.
    ///
    /// - Complexity: O(*n* log *n* + *v*) in the numbers of polygons and vertices.
    public init(_ polygons: [Polygon]) {
        let areas = polygons.map(\.area)
        positions = polygons.indices.sorted { (areas[$0], $0) < (areas[$1], $1) }
        self.polygons = positions.map { polygons[$0] }
        boxes = self.polygons.map(\.box)
    }

    /// The positions, in the array that the index was made of, of all polygons that hold the point, smallest area
    /// first.
    ///
    /// - Complexity: O(*n*) in the number of polygons, and O(*v*) in the vertices of those whose box holds the point.
    public func containing(_ point: Point) -> [Int] {
        var found: [Int] = []
        for (entry, box) in boxes.enumerated() where box.holds(point) && polygons[entry].contains(point) {
            found.append(positions[entry])
        }
        return found
    }
}

import ImageGeometry

/// Groups a shape's rings into polygons with holes.
///
/// The shape's fill rule determines which rings are holes. Rings that cross are not split, but treated as if they did
/// not cross.
enum RingGrouping {
    /// The maximum number of comparisons of rings with points.
    private static let workLimit = 100_000_000

    /// Returns the polygons, in the order of their outer rings.
    ///
    /// - Returns: The polygons. Rings without area are left out, so there may be none.
    /// - Throws: A fault if there are too many rings.
    /// - Complexity: O(*r* *v*) in the numbers of rings and vertices, bounded.
    static func polygons(of shape: SVGShape) throws(SVGFault) -> [Polygon] {
        let rings = shape.rings.compactMap { try? Polygon(outer: $0) }
        guard rings.count > 1 else { return rings }
        let vertexCount = rings.reduce(0) { $0 + $1.outer.count }
        guard rings.count * vertexCount <= workLimit else {
            throw SVGFault(
                value: "a shape of \(rings.count) rings with \(vertexCount) points", expected: "a simpler one")
        }
        let tree = RingTree(rings)
        // For each ring, the outer ring whose hole it is, or itself if it is an outer ring.
        var owners = [Int?](repeating: nil, count: rings.count)
        for ring in tree.order {
            let around = tree.containers[ring]
            switch shape.rule {
            case .evenOdd:
                owners[ring] = around.count.isMultiple(of: 2) ? ring : around.last { owners[$0] == $0 } ?? ring
            case .nonZero:
                let outside = around.reduce(0) { $0 + tree.turns[$1] }
                let inside = outside + tree.turns[ring]
                if outside == 0, inside != 0 { owners[ring] = ring }
                if outside != 0, inside == 0 { owners[ring] = around.last { owners[$0] == $0 } }
            }
        }
        return rings.indices.filter { owners[$0] == $0 }.compactMap { outer in
            let holes = rings.indices.filter { owners[$0] == outer && $0 != outer }.map { rings[$0].outer }
            return try? Polygon(outer: rings[outer].outer, holes: holes)
        }
    }
}

/// The nesting of rings.
private struct RingTree {
    /// The indices of the rings, from the largest to the smallest.
    let order: [Int]
    /// For each ring, the rings around it, outermost first.
    let containers: [[Int]]
    /// For each ring, 1 if it runs clockwise on the screen, otherwise -1.
    let turns: [Int]

    init(_ rings: [Polygon]) {
        let order = rings.indices.sorted { (rings[$1].area, $0) < (rings[$0].area, $1) }
        var containers = [[Int]](repeating: [], count: rings.count)
        for (place, ring) in order.enumerated() {
            let inner = rings[ring].interiorPoint
            containers[ring] = order[..<place].filter { rings[$0].contains(inner) }
        }
        (self.order, self.containers) = (order, containers)
        turns = rings.map { $0.isClockwise ? 1 : -1 }
    }
}

package import ImageGeometry

/// Exact predicates for polygons whose vertices are at hundredths of a pixel, in integer arithmetic and without
/// tolerance.
package struct ExactPage {
    package struct Vertex: Hashable {
        package let x: Int
        package let y: Int
    }

    private struct Edge {
        let left: Vertex
        let right: Vertex
        let polygon: Int
    }

    /// The y coordinate of an edge at some x, as a fraction with a positive denominator.
    private struct Height: Comparable {
        let numerator: Int
        let denominator: Int

        static func < (one: Height, other: Height) -> Bool {
            one.numerator * other.denominator < other.numerator * one.denominator
        }

        static func == (one: Height, other: Height) -> Bool {
            one.numerator * other.denominator == other.numerator * one.denominator
        }
    }

    private let polygons: [[[Vertex]]]
    /// Whether every vertex is at a hundredth of a pixel.
    package let isExact: Bool

    package init(_ polygons: [Polygon]) {
        self.polygons = polygons.map { polygon in
            polygon.rings.map { ring in
                ring.map { Vertex(x: Int(($0.x * 100).rounded()), y: Int(($0.y * 100).rounded())) }
            }
        }
        isExact = polygons.allSatisfy { polygon in
            polygon.rings.joined().allSatisfy {
                Double(Int(($0.x * 100).rounded())) / 100 == $0.x && Double(Int(($0.y * 100).rounded())) / 100 == $0.y
            }
        }
    }

    // MARK: Rings

    /// The rings that intersect themselves, have no area or repeat a vertex.
    package var faultyRings: [[Vertex]] { polygons.joined().filter { !Self.isSimple($0) } }

    package static func isSimple(_ ring: [Vertex]) -> Bool {
        guard ring.count >= 3, Set(ring).count == ring.count, doubledArea(ring) != 0 else { return false }
        let edges = ring.indices.map { (start: ring[$0], end: ring[($0 + 1) % ring.count], place: $0) }
            .sorted { min($0.start.x, $0.end.x) < min($1.start.x, $1.end.x) }
        for (number, one) in edges.enumerated() {
            for other in edges[(number + 1)...] {
                guard min(other.start.x, other.end.x) <= max(one.start.x, one.end.x) else { break }
                let distance = abs(one.place - other.place)
                if distance == 1 || distance == ring.count - 1 {
                    // Neighbours share a vertex and nothing else: they must not overlap.
                    let (first, second) = one.end == other.start ? (one, other) : (other, one)
                    let isStraight = side(first.start, first.end, second.end) == 0
                    let isForwards =
                        (first.end.x - first.start.x) * (second.end.x - second.start.x)
                        + (first.end.y - first.start.y) * (second.end.y - second.start.y) > 0
                    if isStraight, !isForwards { return false }
                } else if meet(one.start, one.end, other.start, other.end) {
                    return false
                }
            }
        }
        return true
    }

    private static func doubledArea(_ ring: [Vertex]) -> Int {
        ring.indices.reduce(0) { sum, place in
            let (a, b) = (ring[place], ring[(place + 1) % ring.count])
            return sum + a.x * b.y - b.x * a.y
        }
    }

    private static func side(_ a: Vertex, _ b: Vertex, _ c: Vertex) -> Int {
        ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).signum()
    }

    private static func meet(_ a: Vertex, _ b: Vertex, _ c: Vertex, _ d: Vertex) -> Bool {
        func isOn(_ p: Vertex, _ a: Vertex, _ b: Vertex) -> Bool {
            side(a, b, p) == 0 && p.x >= min(a.x, b.x) && p.x <= max(a.x, b.x) && p.y >= min(a.y, b.y)
                && p.y <= max(a.y, b.y)
        }
        if isOn(c, a, b) || isOn(d, a, b) || isOn(a, c, d) || isOn(b, c, d) { return true }
        return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
    }

    // MARK: Overlaps

    /// Whether no two polygons have any area in common, and none crosses itself. The page is cut into strips at every
    /// vertex. Within a strip edges are straight, so if their order is correct on both sides, it is correct in between.
    package var isDisjoint: Bool {
        var edges: [Edge] = []
        for (number, rings) in polygons.enumerated() {
            for ring in rings {
                for place in ring.indices {
                    let (a, b) = (ring[place], ring[(place + 1) % ring.count])
                    if a.x != b.x {
                        edges.append(Edge(left: a.x < b.x ? a : b, right: a.x < b.x ? b : a, polygon: number))
                    }
                }
            }
        }
        edges.sort { $0.left.x < $1.left.x }
        let places = Set(polygons.joined().joined().map(\.x)).sorted()
        var next = 0
        var active: [Edge] = []
        for (left, right) in zip(places, places.dropFirst()) {
            active.removeAll { $0.right.x <= left }
            while next < edges.count, edges[next].left.x <= left {
                active.append(edges[next])
                next += 1
            }
            if !isInOrder(active, left, right) { return false }
        }
        return true
    }

    private func isInOrder(_ edges: [Edge], _ left: Int, _ right: Int) -> Bool {
        typealias Side = (left: Height, right: Height)
        var byPolygon: [Int: [Side]] = [:]
        for edge in edges { byPolygon[edge.polygon, default: []].append((height(edge, left), height(edge, right))) }
        var stretches: [(top: Side, bottom: Side)] = []
        for sides in byPolygon.values {
            let sorted = sides.sorted { $0.left == $1.left ? $0.right < $1.right : $0.left < $1.left }
            guard sorted.count.isMultiple(of: 2) else { return false }
            for place in stride(from: 0, to: sorted.count, by: 2) {
                stretches.append((sorted[place], sorted[place + 1]))
            }
        }
        stretches.sort {
            if $0.top.left != $1.top.left { return $0.top.left < $1.top.left }
            if $0.top.right != $1.top.right { return $0.top.right < $1.top.right }
            return $0.bottom.left < $1.bottom.left
        }
        for stretch in stretches where !(stretch.top.right <= stretch.bottom.right) { return false }
        return zip(stretches, stretches.dropFirst()).allSatisfy { upper, lower in
            upper.bottom.left <= lower.top.left && upper.bottom.right <= lower.top.right
        }
    }

    private func height(_ edge: Edge, _ x: Int) -> Height {
        let width = edge.right.x - edge.left.x
        return Height(
            numerator: edge.left.y * width + (edge.right.y - edge.left.y) * (x - edge.left.x), denominator: width)
    }
}

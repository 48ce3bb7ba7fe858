@testable import Facsimile

/// Exact predicates for rings with integer vertices.
enum ExactGeometry {
    /// Returns the edges of a ring; the last one closes it.
    static func edges(_ ring: [TenthVertex]) -> [(TenthVertex, TenthVertex)] {
        ring.indices.map { (ring[$0], ring[($0 + 1) % ring.count]) }
    }

    /// Returns twice the area, positive if the ring runs clockwise on the screen.
    static func doubledArea(_ ring: [TenthVertex]) -> Int {
        edges(ring).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
    }

    /// Returns the side of the line from `a` to `b` that a vertex is on: -1, 0 or 1.
    static func side(_ a: TenthVertex, _ b: TenthVertex, _ c: TenthVertex) -> Int {
        ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).signum()
    }

    /// Returns whether two edges cross in their interiors.
    static func cross(_ a: (TenthVertex, TenthVertex), _ b: (TenthVertex, TenthVertex)) -> Bool {
        side(a.0, a.1, b.0) * side(a.0, a.1, b.1) < 0 && side(b.0, b.1, a.0) * side(b.0, b.1, a.1) < 0
    }

    /// Returns whether a vertex is on an edge without being one of its ends.
    static func isWithin(_ vertex: TenthVertex, _ edge: (TenthVertex, TenthVertex)) -> Bool {
        guard vertex != edge.0, vertex != edge.1, side(edge.0, edge.1, vertex) == 0 else { return false }
        return vertex.x >= min(edge.0.x, edge.1.x) && vertex.x <= max(edge.0.x, edge.1.x)
            && vertex.y >= min(edge.0.y, edge.1.y) && vertex.y <= max(edge.0.y, edge.1.y)
    }

    /// Returns whether a point in twentieths of a pixel is strictly inside a ring.
    static func contains(_ ring: [TenthVertex], twentiethX x: Int, twentiethY y: Int) -> Bool {
        var odd = false
        for (a, b) in edges(ring) {
            let (ax, ay, bx, by) = (a.x * 2, a.y * 2, b.x * 2, b.y * 2)
            let side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            let beside = x >= min(ax, bx) && x <= max(ax, bx) && y >= min(ay, by) && y <= max(ay, by)
            if side == 0, beside { return false }
            if (ay <= y) != (by <= y), (side > 0) == (ay <= y) { odd.toggle() }
        }
        return odd
    }

    /// Returns whether two rings have any area in common, given that none has a vertex within an edge of the other.
    ///
    /// Edges are then equal, apart, share an end or cross. Without a crossing, the rings share an area only if the
    /// midpoint of an edge of one is strictly inside the other, or if they are the same ring.
    static func overlap(_ a: [TenthVertex], _ b: [TenthVertex]) -> Bool {
        if Set(a) == Set(b) { return true }
        for edge in edges(a) where edges(b).contains(where: { cross(edge, $0) }) { return true }
        return hasMiddle(of: a, within: b) || hasMiddle(of: b, within: a)
    }

    private static func hasMiddle(of ring: [TenthVertex], within other: [TenthVertex]) -> Bool {
        edges(ring).contains { start, end in
            contains(other, twentiethX: start.x + end.x, twentiethY: start.y + end.y)
        }
    }

    /// Returns whether the boxes around two rings touch.
    static func areNear(_ a: [TenthVertex], _ b: [TenthVertex]) -> Bool {
        func range(_ values: [Int]) -> ClosedRange<Int> { (values.min() ?? 0)...(values.max() ?? 0) }
        return range(a.map(\.x)).overlaps(range(b.map(\.x))) && range(a.map(\.y)).overlaps(range(b.map(\.y)))
    }
}

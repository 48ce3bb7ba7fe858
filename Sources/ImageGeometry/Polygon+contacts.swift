/// A point at which a polygon's outline meets itself.
public struct OutlineContact: Hashable, Sendable {
    /// The point where the outline meets itself.
    public let point: Point
    /// Whether two edges cross there, each in its interior. If not, a vertex touches another part of the outline.
    public let isCrossing: Bool
}

extension Polygon {
    /// Returns the points where the outline meets itself, holes included. A polygon without any is valid by GEOS'
    /// definition, unless it has spikes or misplaced holes.
    ///
    /// Crossings and touches are decided exactly. Repeated vertices and spikes are ignored; ``RingFaults`` reports
    /// them.
    ///
    /// - Parameter limit: The maximum number of points.
    /// - Returns: The points from top to bottom, each once.
    /// - Complexity: O(*n* · *m*) for *n* vertices and at most *m* edges at any level.
    public func contacts(limit: Int = 100) -> [OutlineContact] {
        var edges: [OutlineEdge] = []
        for (number, ring) in rings.enumerated() {
            let kept = RingFaults(of: ring).kept
            guard kept.count >= 3 else { continue }
            for (position, index) in kept.enumerated() {
                let following = (position + 1) % kept.count
                edges.append(
                    OutlineEdge(
                        start: ring[index], end: ring[kept[following]], ring: number, position: position,
                        following: following))
            }
        }
        edges.sort { $0.minY < $1.minY }
        var active: [OutlineEdge] = []
        var found: [OutlineContact] = []
        var seen: Set<Point> = []
        for edge in edges {
            active.removeAll { $0.maxY < edge.minY }
            for other in active where other.minX <= edge.maxX && edge.minX <= other.maxX {
                for contact in edge.contacts(with: other) where seen.insert(contact.point).inserted {
                    found.append(contact)
                    if found.count == limit { return found }
                }
            }
            active.append(edge)
        }
        return found
    }
}

private struct OutlineEdge {
    let start: Point
    let end: Point
    let ring: Int
    let position: Int
    /// The position of the edge that starts where this one ends.
    let following: Int

    var minX: Double { min(start.x, end.x) }
    var maxX: Double { max(start.x, end.x) }
    var minY: Double { min(start.y, end.y) }
    var maxY: Double { max(start.y, end.y) }

    /// Returns the points where the two edges meet, unless they are neighbours in a ring.
    func contacts(with other: OutlineEdge) -> [OutlineContact] {
        if ring == other.ring, following == other.position || other.following == position { return [] }
        let sides = (Orientation.sign(start, end, other.start), Orientation.sign(start, end, other.end))
        let otherSides = (
            Orientation.sign(other.start, other.end, start), Orientation.sign(other.start, other.end, end)
        )
        if sides.0 * sides.1 < 0, otherSides.0 * otherSides.1 < 0 {
            return [OutlineContact(point: crossing(with: other), isCrossing: true)]
        }
        var points: [Point] = []
        if sides.0 == 0, isInBox(other.start) { points.append(other.start) }
        if sides.1 == 0, isInBox(other.end) { points.append(other.end) }
        if otherSides.0 == 0, other.isInBox(start) { points.append(start) }
        if otherSides.1 == 0, other.isInBox(end) { points.append(end) }
        return points.map { OutlineContact(point: $0, isCrossing: false) }
    }

    private func isInBox(_ point: Point) -> Bool {
        point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
    }

    /// Returns the intersection of two edges that are known to cross.
    private func crossing(with other: OutlineEdge) -> Point {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let (ex, ey) = (other.end.x - other.start.x, other.end.y - other.start.y)
        let denominator = dx * ey - dy * ex
        guard denominator != 0 else { return start }
        let share = ((other.start.x - start.x) * ey - (other.start.y - start.y) * ex) / denominator
        return Point(x: start.x + share * dx, y: start.y + share * dy)
    }
}

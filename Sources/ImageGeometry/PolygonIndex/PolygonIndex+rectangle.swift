extension PolygonIndex {
    /// The numbers of all regions that share more than a border with the rectangle, in ascending order.
    ///
    /// Like a region, a rectangle contains its left and top edges and not the others; so the result is the regions that
    /// contain a point of the rectangle. It is exact, except that an edge that a ring traverses in both directions, so
    /// that it bounds nothing, also counts.
    ///
    /// - Complexity: O(log *n* + *v*) in the number of polygons and of the vertices of those whose box meets the
    ///   rectangle, unless many overlap.
    public func intersecting(_ rectangle: Rectangle) -> [Int] {
        let (maxX, maxY) = (rectangle.maxX, rectangle.maxY)
        // Written so that NaN finds nothing.
        guard rectangle.x < maxX, rectangle.y < maxY else { return [] }
        var found: Set<UInt32> = []
        withExtendedLifetime(storage) {
            let grid = reader.grid
            // A rectangle far larger than the bounds is clamped near to them, where the predicates are exact.
            let window = Window(
                minX: max(rectangle.x, grid.minX - 1), minY: max(rectangle.y, grid.minY - 1),
                maxX: min(maxX, grid.maxX + 1), maxY: min(maxY, grid.maxY + 1))
            let tree = BoxTree(reader.boxes, polygonCount: polygonCount, grid: grid)
            tree.forEach(minX: window.minX, minY: window.minY, maxX: window.maxX, maxY: window.maxY) { number in
                guard let record = reader.record(number: number), !found.contains(record.region) else { return }
                if window.meets(record) { found.insert(record.region) }
            }
        }
        return found.sorted().map(Int.init)
    }
}

/// An upright rectangle by its extremes.
private struct Window {
    let minX: Double
    let minY: Double
    let maxX: Double
    let maxY: Double

    /// Whether the interiors of the polygon and the rectangle intersect: an edge passes through the rectangle, or none
    /// does and all of it is inside, which its corner decides.
    func meets(_ record: PolygonRecord) -> Bool {
        for ring in record.rings {
            for index in ring where isEntered(by: record.vertex(index), record.vertex(index + 1)) { return true }
        }
        return record.contains(Point(x: minX, y: minY))
    }

    /// Whether the edge has a point in the interior of the rectangle. Two convex shapes are disjoint if a line parallel
    /// to a side of either separates them.
    private func isEntered(by start: Point, _ end: Point) -> Bool {
        guard max(start.x, end.x) > minX, min(start.x, end.x) < maxX, max(start.y, end.y) > minY,
            min(start.y, end.y) < maxY
        else { return false }
        guard start.x != end.x, start.y != end.y else { return start != end }
        // Of the four corners, the two that are farthest to either side of the edge.
        let falls = (start.x < end.x) == (start.y < end.y)
        let one = Orientation.sign(start, end, Point(x: minX, y: falls ? maxY : minY))
        let other = Orientation.sign(start, end, Point(x: maxX, y: falls ? minY : maxY))
        return one * other < 0
    }
}

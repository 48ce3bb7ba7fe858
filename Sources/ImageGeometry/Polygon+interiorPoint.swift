extension Polygon {
    /// A point well inside the polygon, where a label or a test can be placed.
    ///
    /// It is the middle of the widest stretch of the interior along several horizontal lines through the polygon, so it
    /// is also inside a bent or hollow region.
    ///
    /// - Returns: A point for which ``contains(_:)`` is true, or the first vertex in the degenerate case that no line
    ///   crosses the interior.
    /// - Complexity: O(*n* log *n*) in the number of vertices, for each of the seven lines.
    public var interiorPoint: Point {
        var best = (width: 0.0, point: outer[0])
        for step in 1...7 {
            let y = bounds.y + bounds.height * Double(step) / 8
            let crossings = crossings(atY: y)
            for (left, right) in zip(crossings, crossings.dropFirst()) where right - left > best.width {
                let middle = Point(x: (left + right) / 2, y: y)
                if contains(middle) { best = (right - left, middle) }
            }
        }
        return best.point
    }

    /// Returns the x coordinates at which the rings cross a horizontal line, from left to right.
    private func crossings(atY y: Double) -> [Double] {
        var found: [Double] = []
        for ring in rings {
            guard var start = ring.last else { continue }
            for end in ring {
                if (start.y <= y) != (end.y <= y) {
                    found.append(start.x + (end.x - start.x) * (y - start.y) / (end.y - start.y))
                }
                start = end
            }
        }
        return found.sorted()
    }
}

extension Polygon {
    /// A point well inside the polygon, where a label or a test can be placed.
    ///
    /// It is the middle of the widest stretch that lies inside on one of several level lines through the polygon, so
    /// that also a bent or hollow region gives a point of its own.
    ///
    /// - Returns: A point for which ``contains(_:)`` holds; the polygon's first vertex in the degenerate case that no
    ///   level line crosses its inside.
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

    /// Where the rings cross the level line, from left to right.
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

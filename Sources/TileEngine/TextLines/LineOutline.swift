import ImageGeometry

/// The outline of consecutive lines.
///
/// Neighbouring lines share the seam between them, so the outline of a group runs down the right ends, back along the
/// last seam, and up the left ends. If two neighbours have no column in common, the outline has two parts.
struct LineOutline {
    /// The maximum deviation of the simplified outline from the seams, in pitches.
    private static let tolerance: Double = 0.04

    private let run: LineRun
    private let pitch: Float
    /// Converts a point of the plane to the image.
    private let place: (_ x: Double, _ y: Double) -> Point

    init(_ run: LineRun, pitch: Float, place: @escaping (Double, Double) -> Point) {
        (self.run, self.pitch, self.place) = (run, pitch, place)
    }

    /// Returns the parts of the outline, from the first line on. Each is valid: it neither crosses nor touches itself.
    ///
    /// - Complexity: O(*n* log *n*) in the number of columns of all lines, usually.
    func polygons() -> [Polygon] { groups().compactMap(polygon) }

    /// Returns the outline of one line, or nil if the line has no extent.
    func polygon(ofLine line: Int) -> Polygon? { polygon(line..<line + 1) }

    /// Returns groups of neighbouring lines that have columns in common, without lines that have no extent.
    private func groups() -> [Range<Int>] {
        var groups: [Range<Int>] = []
        for line in run.extents.indices where run.extents[line].count >= 2 {
            if let last = groups.last, last.upperBound == line,
                run.extents[line].clamped(to: run.extents[line - 1]).count >= 2
            {
                groups[groups.count - 1] = last.lowerBound..<line + 1
            } else {
                groups.append(line..<line + 1)
            }
        }
        return groups
    }

    private func polygon(_ lines: Range<Int>) -> Polygon? {
        guard lines.allSatisfy({ run.extents[$0].count >= 2 }) else { return nil }
        // Simplifying a border independently could make it touch another one where lines are very close.
        for tolerance in [Self.tolerance, Self.tolerance / 4, 0] {
            let ring = ring(lines, tolerance: tolerance * Double(pitch))
            if let polygon = try? Polygon(outer: ring), polygon.contacts(limit: 1).isEmpty { return polygon }
        }
        return nil
    }

    private func ring(_ lines: Range<Int>, tolerance: Double) -> [Point] {
        var chains: [[(x: Double, y: Double)]] = []
        func chain(_ seam: Int, from start: Int, to end: Int) {
            let columns = start <= end ? Array(start...end) : Array((end...start).reversed())
            let values = run.seams[seam]
            chains.append(columns.map { (Double($0), Double(values[min($0, values.count - 1)])) })
        }
        let extents = run.extents
        let (first, last) = (lines.lowerBound, lines.upperBound - 1)
        chain(first, from: extents[first].lowerBound, to: extents[first].upperBound)
        for line in lines.dropFirst() {
            chain(line, from: extents[line - 1].upperBound, to: extents[line].upperBound)
        }
        chain(last + 1, from: extents[last].upperBound, to: extents[last].lowerBound)
        for line in lines.dropFirst().reversed() {
            chain(line, from: extents[line].lowerBound, to: extents[line - 1].lowerBound)
        }
        var ring: [Point] = []
        for point in chains.flatMap({ Self.simplified($0, tolerance: tolerance) }) {
            let placed = place(point.x, point.y)
            if placed != ring.last { ring.append(placed) }
        }
        if ring.count > 1, ring.first == ring.last { ring.removeLast() }
        return ring
    }

    /// Simplifies a chain so that no removed point is farther away than the tolerance.
    ///
    /// Source: D. H. Douglas, T. K. Peucker, "Algorithms for the reduction of the number of points required to
    /// represent a digitized line or its caricature", Cartographica 10 (1973).
    static func simplified(_ chain: [(x: Double, y: Double)], tolerance: Double) -> [(x: Double, y: Double)] {
        guard chain.count > 2, tolerance > 0 else { return chain }
        var kept = [Bool](repeating: false, count: chain.count)
        (kept[0], kept[chain.count - 1]) = (true, true)
        var parts = [(0, chain.count - 1)]
        while let (start, end) = parts.popLast() {
            guard end - start > 1 else { continue }
            let (a, b) = (chain[start], chain[end])
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let length = max((dx * dx + dy * dy).squareRoot(), .leastNormalMagnitude)
            var (farthest, distance) = (start, tolerance)
            for place in start + 1..<end {
                let found = abs(dx * (chain[place].y - a.y) - dy * (chain[place].x - a.x)) / length
                if found > distance { (farthest, distance) = (place, found) }
            }
            guard farthest > start else { continue }
            kept[farthest] = true
            parts.append((start, farthest))
            parts.append((farthest, end))
        }
        return zip(chain, kept).filter(\.1).map(\.0)
    }
}

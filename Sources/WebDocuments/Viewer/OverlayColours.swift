import DocumentModel
import ImageGeometry

/// Chooses the colour of each clause's outline, with the viewer's algorithm (`colours.js`).
///
/// Two colours alternate in reading order. If two clauses that touch would get the same one, the later clause takes the
/// third colour, or the next one that no neighbour has.
enum OverlayColours {
    /// Outlines closer than this fraction of the page's width count as touching.
    private static let touchShare = 0.0015

    /// - Parameters:
    ///   - clauses: The regions of each clause on the page, in reading order.
    ///   - count: The number of colours, at least two.
    ///   - pageWidth: The page's width in pixels.
    /// - Returns: An index into the palette for each clause.
    /// - Complexity: O(*n*²) in the number of clauses, and in the vertices of those whose boxes are near each other.
    static func indices(of clauses: [[Region]], count: Int, pageWidth: Int) -> [Int] {
        let distance = Double(pageWidth) * touchShare
        let boxes = clauses.map { regions in
            regions.map(\.polygon.bounds).reduce(nil as Rectangle?) { $0?.union($1) ?? $1 }
        }
        var colours: [Int] = []
        for (index, regions) in clauses.enumerated() {
            var taken: Set<Int> = []
            for earlier in 0..<index where !taken.contains(colours[earlier]) {
                guard let one = boxes[earlier], let other = boxes[index], areNear(one, other, distance) else {
                    continue
                }
                if touch(clauses[earlier], regions, distance) { taken.insert(colours[earlier]) }
            }
            let wanted = index % 2
            let candidates = [wanted] + Array(2..<max(2, count)) + [1 - wanted]
            colours.append(candidates.first { !taken.contains($0) } ?? wanted)
        }
        return colours
    }

    private static func areNear(_ a: Rectangle, _ b: Rectangle, _ distance: Double) -> Bool {
        a.x - distance <= b.maxX && b.x - distance <= a.maxX && a.y - distance <= b.maxY && b.y - distance <= a.maxY
    }

    /// The shortest distance between polygons that do not cross is at a corner of one of them.
    private static func touch(_ clause: [Region], _ other: [Region], _ distance: Double) -> Bool {
        clause.contains { one in
            other.contains { two in
                areNear(one.polygon.bounds, two.polygon.bounds, distance)
                    && (isNear(one.polygon.outer, to: two.polygon.outer, distance)
                        || isNear(two.polygon.outer, to: one.polygon.outer, distance))
            }
        }
    }

    private static func isNear(_ corners: [Point], to edges: [Point], _ distance: Double) -> Bool {
        guard var before = edges.last else { return false }
        for corner in edges {
            let (dx, dy) = (corner.x - before.x, corner.y - before.y)
            let length = dx * dx + dy * dy
            for point in corners {
                let along = length == 0 ? 0 : ((point.x - before.x) * dx + (point.y - before.y) * dy) / length
                let share = min(1, max(0, along))
                let (ex, ey) = (before.x + share * dx - point.x, before.y + share * dy - point.y)
                if ex * ex + ey * ey <= distance * distance { return true }
            }
            before = corner
        }
        return false
    }
}

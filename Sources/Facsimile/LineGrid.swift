package import ImageGeometry

/// A vertex of a region in tenths of a pixel. The coordinates are integers, so that vertices shared by two regions are
/// exactly equal.
package struct TenthVertex: Hashable, Sendable {
    package let x: Int
    package let y: Int

    /// Scales and rounds a point of the full drawing.
    package init(_ point: Point, scaleFactor: Int) {
        self.x = Int((point.x * 10 / Double(scaleFactor)).rounded())
        self.y = Int((point.y * 10 / Double(scaleFactor)).rounded())
    }

    /// The vertex in image space.
    package var point: Point { Point(x: Double(x) / 10, y: Double(y) / 10) }
}

/// The borders between the lines of writing, each a chain of vertices that the regions above and below share.
///
/// A border has a vertex wherever a clause begins on the line above or below it, so no region has a vertex inside the
/// edge of another, and regions can neither overlap nor leave gaps.
struct LineGrid {
    /// The x coordinates at which clauses begin within each line, before the bend, from left to right.
    private let breaks: [[Double]]
    private let borders: [[Double]]
    private let scaleFactor: Int

    /// Creates the borders of lines whose clauses begin at `breaks`.
    ///
    /// - Complexity: O(lines × vertices).
    init(breaks: [[Double]], scaleFactor: Int) {
        self.breaks = breaks
        self.scaleFactor = scaleFactor
        borders = (0...breaks.count).map { border in
            let above = border > 0 ? breaks[border - 1] : []
            let below = border < breaks.count ? breaks[border] : []
            return Self.chain(through: above + below)
        }
    }

    static let left = Sheet.left - Sheet.sidePadding
    static let right = Sheet.right + Sheet.sidePadding
    private static let step = 182.0
    private static let nearest = 60.0

    /// Returns the x coordinates of a chain: fixed points along the line that follow the bend, and the breaks. Fixed
    /// points too near to a break are left out.
    private static func chain(through breaks: [Double]) -> [Double] {
        let forced = Set(breaks + [left, right]).sorted()
        let count = Int((right - left) / step)
        let fixed = (1..<count).map { left + (right - left) * Double($0) / Double(count) }
        let kept = fixed.filter { place in forced.allSatisfy { abs($0 - place) >= nearest } }
        return (forced + kept).sorted()
    }

    /// Returns the vertices of a border between two points, inclusive, in the direction from `start` to `end`.
    func vertices(ofBorder border: Int, from start: Double, to end: Double) -> [TenthVertex] {
        let places = borders[border].filter { $0 >= min(start, end) && $0 <= max(start, end) }
        return (start <= end ? places : places.reversed()).map { vertex($0, border: border) }
    }

    private func vertex(_ x: Double, border: Int) -> TenthVertex {
        TenthVertex(Bend.bent(x, Sheet.bandTop(border)), scaleFactor: scaleFactor)
    }
}

package import ImageGeometry

/// A vertex of a region in tenths of a pixel: whole numbers, so that what two regions share is shared exactly.
package struct TenthVertex: Hashable, Sendable {
    package let x: Int
    package let y: Int

    /// Rounds a place of the straight sheet after the bend and the scale.
    package init(straightX x: Double, straightY y: Double, scaleFactor: Int) {
        self.init(Bend.bent(x, y), scaleFactor: scaleFactor)
    }

    /// Rounds a place of the full drawing after the scale.
    package init(_ point: Point, scaleFactor: Int) {
        self.x = Int((point.x * 10 / Double(scaleFactor)).rounded())
        self.y = Int((point.y * 10 / Double(scaleFactor)).rounded())
    }

    /// The vertex in image space.
    package var point: Point { Point(x: Double(x) / 10, y: Double(y) / 10) }
}

/// The borders between the lines of writing, each a chain of vertices that the regions above and below both use.
///
/// A border has a vertex wherever a clause begins on the line above or below it, so no region has a vertex inside the
/// edge of another: there is nothing that could overlap or gape.
struct LineGrid {
    /// Where clauses begin within each line, before the bend, from left to right.
    private let breaks: [[Double]]
    private let borders: [[Double]]
    private let scaleFactor: Int

    /// The borders of lines whose clauses begin at `breaks`.
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

    /// The fixed places along a line that follow the bend, and the breaks; fixed places too near to a break are left out.
    private static func chain(through breaks: [Double]) -> [Double] {
        let forced = Set(breaks + [left, right]).sorted()
        let count = Int((right - left) / step)
        let fixed = (1..<count).map { left + (right - left) * Double($0) / Double(count) }
        let kept = fixed.filter { place in forced.allSatisfy { abs($0 - place) >= nearest } }
        return (forced + kept).sorted()
    }

    /// The vertices of a border from one place to another, both included, in the direction from `start` to `end`.
    func vertices(ofBorder border: Int, from start: Double, to end: Double) -> [TenthVertex] {
        let places = borders[border].filter { $0 >= min(start, end) && $0 <= max(start, end) }
        return (start <= end ? places : places.reversed()).map { vertex($0, border: border) }
    }

    private func vertex(_ x: Double, border: Int) -> TenthVertex {
        TenthVertex(straightX: x, straightY: Sheet.bandTop(border), scaleFactor: scaleFactor)
    }
}

public import ImageGeometry

/// A text line found on a page, in image space.
public struct TextLine: Hashable, Sendable {
    /// Its outline.
    public let polygon: Polygon
    /// The line that the letters stand on, from left to right: at least two points.
    public let baseline: [Point]

    /// Makes a line.
    public init(polygon: Polygon, baseline: [Point]) {
        (self.polygon, self.baseline) = (polygon, baseline)
    }
}

/// What is to be outlined along its lines: two touches, and corrections of what was found before. In image space.
public struct LineRequest: Hashable, Sendable {
    /// Where the first line begins, and the last one ends: points on the letters.
    public var from, to: Point
    /// How many lines more there are above the first touched one and below the last; fewer where it is negative.
    public var above, below: Int
    /// The limits of the column, where they were set by hand.
    public var left, right: Double?
    /// Whether a touch was corrected by hand: then it is on the line that is nearest, however near another one is.
    public var isFromExact, isToExact: Bool

    /// Lines added or taken away at an end, at most.
    public static let mostCorrectedLines = 200

    /// Makes a request without corrections, but for those that are given.
    public init(
        from: Point, to: Point, above: Int = 0, below: Int = 0, left: Double? = nil, right: Double? = nil,
        isFromExact: Bool = false, isToExact: Bool = false
    ) {
        (self.from, self.to, self.above, self.below) = (from, to, above, below)
        (self.left, self.right, self.isFromExact, self.isToExact) = (left, right, isFromExact, isToExact)
    }

    /// Checks the request against an image.
    ///
    /// - Throws: ``TileEngineError`` of kind `outOfRange` that names the first value that does not hold.
    func validate(for size: PixelSize) throws(TileEngineError) {
        for (name, point) in [("from", from), ("to", to)] {
            guard point.x >= 0, point.x < Double(size.width), point.y >= 0, point.y < Double(size.height) else {
                throw TileEngineError(
                    .outOfRange, "\(name) is \(point.x),\(point.y), expected a point within \(size)")
            }
        }
        for (name, count) in [("above", above), ("below", below)] {
            guard abs(count) <= Self.mostCorrectedLines else {
                throw TileEngineError(
                    .outOfRange,
                    "\(name) is \(count), expected -\(Self.mostCorrectedLines) to \(Self.mostCorrectedLines)")
            }
        }
        for (name, limit) in [("left", left), ("right", right)] {
            if let limit, !(limit >= 0 && limit <= Double(size.width)) {
                throw TileEngineError(.outOfRange, "\(name) is \(limit), expected 0 to \(size.width)")
            }
        }
        if let left, let right, left >= right {
            throw TileEngineError(.outOfRange, "left is \(left), expected less than right, which is \(right)")
        }
    }
}

/// The lines between two touches, outlined. In image space.
public struct FollowedLines: Hashable, Sendable {
    /// The outline: one polygon, or more where a line has no column in common with the next one. Each is valid.
    public let polygons: [Polygon]
    /// The lines, from the first to the last.
    public let lines: [TextLine]
    /// The distance from a line to the next, in pixels.
    public let pitch: Double
    /// The limits of the column.
    public let left, right: Double
    /// Where the first line begins and the last one ends: on the middle of the letters.
    public let from, to: Point
}

/// All lines of a page.
public struct FoundLines: Hashable, Sendable {
    /// The lines, in reading order.
    public let lines: [TextLine]
    /// The usual distance from a line to the next, in pixels; 0 where there are none.
    public let pitch: Double
}

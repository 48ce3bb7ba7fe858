public import ImageGeometry

/// A text line found on a page, in image space.
public struct TextLine: Hashable, Sendable {
    /// The outline of the line.
    public let polygon: Polygon
    /// The baseline of the letters from left to right, with at least two points.
    public let baseline: [Point]
}

/// A request to outline a passage along its lines: two touches, and corrections of an earlier result. In image space.
public struct LineRequest: Hashable, Sendable {
    /// The start of the first line and the end of the last one: points on the letters.
    public var from, to: Point
    /// The number of lines to add above the first touched one and below the last. Negative numbers remove lines.
    public var above, below: Int
    /// The limits of the column, if they were set manually.
    public var left, right: Double?
    /// Whether a touch was corrected manually. It is then on the nearest line, however close another one is.
    public var isFromExact, isToExact: Bool

    /// The maximum number of lines added or removed at an end.
    public static let mostCorrectedLines = 200

    /// Creates a request. By default it has no corrections.
    public init(
        from: Point, to: Point, above: Int = 0, below: Int = 0, left: Double? = nil, right: Double? = nil,
        isFromExact: Bool = false, isToExact: Bool = false
    ) {
        (self.from, self.to, self.above, self.below) = (from, to, above, below)
        (self.left, self.right, self.isFromExact, self.isToExact) = (left, right, isFromExact, isToExact)
    }

    /// Checks that the request is valid for an image.
    ///
    /// - Throws: ``TileEngineError`` of kind `outOfRange`, which names the first invalid value.
    func validate(for size: PixelSize) throws(TileEngineError) {
        for (name, point) in [("from", from), ("to", to)] {
            guard point.x >= 0, point.x < Double(size.width), point.y >= 0, point.y < Double(size.height) else {
                throw TileEngineError(
                    .outOfRange, "\(name) is \(point.x),\(point.y), expected a point within \(size)")
            }
        }
        let counts = -Self.mostCorrectedLines...Self.mostCorrectedLines
        for (name, count) in [("above", above), ("below", below)] {
            guard counts.contains(count) else {
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

/// The lines between two touches with their outline, in image space.
public struct FollowedLines: Hashable, Sendable {
    /// The outline: one polygon, or more if a line has no column in common with the next one. Each is valid.
    public let polygons: [Polygon]
    /// The lines, from the first to the last.
    public let lines: [TextLine]
    /// The distance between lines, in pixels.
    public let pitch: Double
    /// The limits of the column.
    public let left, right: Double
    /// The start of the first line and the end of the last one, at the centre of the letters.
    public let from, to: Point
}

/// All lines of a page.
public struct FoundLines: Hashable, Sendable {
    /// The lines, in reading order.
    public let lines: [TextLine]
    /// The typical distance between lines, in pixels; 0 if there are no lines.
    public let pitch: Double
}

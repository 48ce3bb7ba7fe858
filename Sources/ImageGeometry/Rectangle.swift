/// An upright rectangle in image space, half-open: it contains its left and top edges, but not its right and bottom
/// edges.
public struct Rectangle: Hashable, Sendable {
    /// The left edge, in pixels.
    public var x: Double
    /// The top edge, in pixels.
    public var y: Double
    /// The width in pixels, normally not negative.
    public var width: Double
    /// The height in pixels, normally not negative.
    public var height: Double

    /// Creates a rectangle from its top left corner and its size, in pixels.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The x coordinate of the right edge, just outside the rectangle.
    public var maxX: Double { x + width }
    /// The y coordinate of the bottom edge, just outside the rectangle.
    public var maxY: Double { y + height }

    /// The corners, clockwise from the top left one.
    package var corners: [Point] { [(x, y), (maxX, y), (maxX, maxY), (x, maxY)].map { Point(x: $0, y: $1) } }

    /// Returns whether the point is inside. The right and bottom edges do not belong to the rectangle.
    public func contains(_ point: Point) -> Bool {
        point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
    }

    /// Returns whether the two rectangles share more than an edge.
    public func intersects(_ other: Rectangle) -> Bool {
        x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }

    /// Returns the smallest rectangle that covers both.
    public func union(_ other: Rectangle) -> Rectangle {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return Rectangle(
            x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }
}

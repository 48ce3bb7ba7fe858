/// A point in image space: origin top left, y down, in full-resolution pixels.
///
/// Pixel *i* covers [*i*, *i* + 1), so the centre of the first pixel is (0.5, 0.5).
public struct Point: Hashable, Sendable {
    /// The distance from the left edge, in pixels.
    public var x: Double
    /// The distance from the top edge, in pixels.
    public var y: Double

    /// Creates a point from its coordinates, in pixels.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Returns the nearest point of a page.
    ///
    /// - Parameters:
    ///   - width: The width of the page in pixels.
    ///   - height: The height of the page in pixels.
    public func clamped(width: Int, height: Int) -> Point {
        Point(x: min(max(x, 0), Double(width)), y: min(max(y, 0), Double(height)))
    }

    /// Whether both coordinates are finite and within ±``coordinateLimit``.
    public var isWithinLimits: Bool {
        abs(x) <= Self.coordinateLimit && abs(y) <= Self.coordinateLimit
    }

    /// The largest magnitude of a coordinate that the geometry accepts.
    ///
    /// It is far beyond any scan, and small enough that no product in the exact predicates overflows.
    public static let coordinateLimit = 1e9
}

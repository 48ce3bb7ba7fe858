import Glibc

/// The upright rectangle of whole pixels that holds a picture rotated about its middle.
///
/// The middles of the picture and of the rectangle are one point: what lies at (x, y) from the middle of a picture that is
/// rotated by r clockwise, y pointing down, lies at (x cos r − y sin r, x sin r + y cos r) from the middle of the
/// rectangle. By multiples of 90 degrees a picture fills its rectangle exactly.
public struct RotatedFrame: Hashable, Sendable {
    /// The width of the rectangle, in pixels.
    public let width: Int
    /// The height of the rectangle, in pixels.
    public let height: Int

    private static let longestSide = Int(Int32.max)
    /// What rounding adds to a whole number must not become a row of its own.
    private static let slack = 1e-6

    /// Makes the rectangle of a picture.
    ///
    /// - Parameters:
    ///   - width: The picture's width, in pixels.
    ///   - height: The picture's height, in pixels.
    ///   - rotation: Degrees clockwise.
    /// - Returns: Nil unless the sides are 1 to 2³¹ − 1 and the rotation is 0 or more and below 360.
    public init?(width: Int, height: Int, rotation: Double) {
        let sides = 1...Self.longestSide
        guard sides.contains(width), sides.contains(height), rotation >= 0, rotation < 360 else { return nil }
        switch rotation {
        case 0, 180: (self.width, self.height) = (width, height)
        case 90, 270: (self.width, self.height) = (height, width)
        default:
            let (cosine, sine) = (abs(cos(rotation * .pi / 180)), abs(sin(rotation * .pi / 180)))
            let (across, down) = (Double(width), Double(height))
            self.width = max(1, Int((across * cosine + down * sine - Self.slack).rounded(.up)))
            self.height = max(1, Int((across * sine + down * cosine - Self.slack).rounded(.up)))
        }
    }
}

import Glibc

/// The upright rectangle of whole pixels that encloses an image rotated about its centre.
///
/// The centres of the image and the rectangle coincide. With y pointing down, a point at (x, y) from the centre of an
/// image that is rotated clockwise by r is at (x cos r − y sin r, x sin r + y cos r) from the centre of the rectangle.
/// An image rotated by a multiple of 90 degrees fills its rectangle exactly.
public struct RotatedFrame: Hashable, Sendable {
    /// The width of the rectangle, in pixels.
    public let width: Int
    /// The height of the rectangle, in pixels.
    public let height: Int

    private static let longestSide = Int(Int32.max)
    /// Subtracted before rounding up, so that rounding errors above a whole number do not add a row.
    private static let slack = 1e-6

    /// Creates the rectangle of an image.
    ///
    /// - Parameters:
    ///   - width: The width of the image, in pixels.
    ///   - height: The height of the image, in pixels.
    ///   - rotation: The rotation in degrees, clockwise.
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

import Glibc

/// The upright rectangle of whole pixels for a flat sheet seen from straight above, computed from the sheet's four
/// corners on a photograph.
///
/// Its proportions are those of the sheet as far as perspective reveals them: Zhengyou Zhang and Li-wei He, “Whiteboard
/// Scanning and Image Enhancement” (2007), section 3.4, for a camera with square pixels whose optical axis passes
/// through the centre of the photograph. Each side is as long as the longer of the two opposite sides on the
/// photograph, so that no part of the sheet loses detail.
public struct RectifiedFrame: Hashable, Sendable {
    /// The width of the rectangle, in pixels.
    public let width: Int
    /// The height of the rectangle, in pixels.
    public let height: Int
    /// The transform from the rectangle to the photograph.
    public let transform: ProjectiveTransform

    private static let longestSide = Double(Int32.max)
    /// The focal lengths of real cameras, in half diagonals of the image: from a wide angle of 100 degrees to a
    /// telephoto lens.
    private static let focalLengths = 0.8...6.0
    /// The focal length of a telephone's main camera, used if the corners do not determine it.
    private static let usualFocalLength = 1.2

    /// Creates the rectangle of a sheet.
    ///
    /// - Parameters:
    ///   - corners: The sheet's corners on the photograph in pixels, clockwise from the upper left corner of the sheet
    ///     as it is to be read.
    ///   - width: The width of the photograph, in pixels.
    ///   - height: The height of the photograph, in pixels.
    /// - Returns: Nil unless there are four corners within the photograph that form a convex quadrilateral in clockwise
    ///   order, at least a pixel apart.
    public init?(corners: [Point], width: Int, height: Int) {
        guard corners.count == 4, width > 0, height > 0, Self.isConvex(corners),
            corners.allSatisfy({ (0...Double(width)).contains($0.x) && (0...Double(height)).contains($0.y) })
        else { return nil }
        let sides = (0..<4).map { side in
            hypot(corners[(side + 1) % 4].x - corners[side].x, corners[(side + 1) % 4].y - corners[side].y)
        }
        let (across, down) = (max(sides[0], sides[2]), max(sides[1], sides[3]))
        guard min(across, down) >= 1 else { return nil }
        let proportion = Self.proportion(
            of: corners, middle: Point(x: Double(width) / 2, y: Double(height) / 2),
            halfDiagonal: hypot(Double(width), Double(height)) / 2)
        // Without this limit, a sheet seen at a flat angle would become many times as long as it is on the photograph.
        let wide = min(max(across, down * proportion), 2 * across).rounded()
        let high = min(max(down, across / proportion), 2 * down).rounded()
        guard wide <= Self.longestSide, high <= Self.longestSide, wide >= 1, high >= 1 else { return nil }
        let rectangle = Rectangle(x: 0, y: 0, width: wide, height: high)
        guard let transform = ProjectiveTransform(taking: rectangle.corners, to: corners) else { return nil }
        (self.width, self.height, self.transform) = (Int(wide), Int(high), transform)
    }

    private static func isConvex(_ corners: [Point]) -> Bool {
        (0..<4).allSatisfy { index in
            let (a, b, c) = (corners[index], corners[(index + 1) % 4], corners[(index + 2) % 4])
            return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0
        }
    }

    /// Returns the sheet's width divided by its height.
    private static func proportion(of corners: [Point], middle: Point, halfDiagonal: Double) -> Double {
        let rays = corners.map {
            SIMD3(($0.x - middle.x) / halfDiagonal, ($0.y - middle.y) / halfDiagonal, 1)
        }
        // The paper's m₁ to m₄ are the upper left, upper right, lower left and lower right corner.
        let (m1, m2, m3, m4) = (rays[0], rays[1], rays[3], rays[2])
        let (k2, k3) = (
            triple(m1, m4, m3) / triple(m2, m4, m3), triple(m1, m4, m2) / triple(m3, m4, m2)
        )
        let (n2, n3) = (m2 * k2 - m1, m3 * k3 - m1)
        let squared = -(n2.x * n3.x + n2.y * n3.y) / (n2.z * n3.z)
        let focal =
            squared.isFinite && squared > 0
            ? min(max(squared.squareRoot(), focalLengths.lowerBound), focalLengths.upperBound) : usualFocalLength
        func length(_ n: SIMD3<Double>) -> Double {
            (n.x * n.x + n.y * n.y + focal * focal * n.z * n.z).squareRoot()
        }
        let proportion = length(n2) / length(n3)
        return proportion.isFinite && proportion > 0 ? proportion : 1
    }

    /// Returns the scalar triple product (a × b) · c.
    private static func triple(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
        (ProjectiveTransform.cross(a, b) * c).sum()
    }
}

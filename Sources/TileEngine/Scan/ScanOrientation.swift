import Foundation

/// The operation that turns stored pixels upright: an optional horizontal mirroring, then a number of quarter turns.
/// These are the eight EXIF orientations; rotating by a quarter turn leads from one to another.
///
/// Specification: EXIF 2.3, section 4.6.4, tag 0x0112.
struct ScanOrientation: Hashable {
    let isMirrored: Bool
    /// The number of clockwise quarter turns, 0 to 3.
    let quarterTurns: Int

    private static let tags = [[1, 6, 3, 8], [2, 7, 4, 5]]

    init(isMirrored: Bool, quarterTurns: Int) {
        (self.isMirrored, self.quarterTurns) = (isMirrored, quarterTurns & 3)
    }

    /// Creates the orientation for an EXIF tag value. Any value other than 2 to 8 means upright.
    init(tag: Int) {
        let mirrored = Self.tags[1].firstIndex(of: tag)
        self.init(isMirrored: mirrored != nil, quarterTurns: mirrored ?? Self.tags[0].firstIndex(of: tag) ?? 0)
    }

    /// The EXIF tag value, 1 to 8.
    var tag: Int { Self.tags[isMirrored ? 1 : 0][quarterTurns] }

    /// Returns the orientation with the upright image rotated further.
    func rotated(quarterTurns more: Int) -> ScanOrientation {
        ScanOrientation(isMirrored: isMirrored, quarterTurns: quarterTurns + more)
    }

    /// Returns the region of the stored pixels that corresponds to a region of the upright image.
    ///
    /// - Parameter size: The size of the upright image.
    func stored(_ region: PixelRegion, of size: PixelSize) -> PixelRegion {
        var (region, size) = (region, size)
        for _ in 0..<quarterTurns {
            region = PixelRegion(
                x: region.y, y: size.width - region.x - region.width, width: region.height, height: region.width)
            size = size.transposed
        }
        if isMirrored { region.x = size.width - region.x - region.width }
        return region
    }
}

/// The linear map from a rotated image back to the stored pixels. Both have their origin at the centre, with y pointing
/// down.
struct Turn {
    /// The matrix: the point (x, y) of the rotated image corresponds to the stored point (m₀x + m₁y, m₂x + m₃y).
    let matrix: [Double]

    /// Returns the same map relative to the upper left corners: nine coefficients of a projective transform, row by
    /// row.
    func matrix(from rotated: PixelSize, to stored: PixelSize) -> [Double] {
        let (across, down) = (Double(rotated.width) / 2, Double(rotated.height) / 2)
        return [
            matrix[0], matrix[1], Double(stored.width) / 2 - matrix[0] * across - matrix[1] * down,
            matrix[2], matrix[3], Double(stored.height) / 2 - matrix[2] * across - matrix[3] * down,
            0, 0, 1,
        ]
    }

    /// Creates the inverse of turning an image upright and then rotating it clockwise by some degrees.
    init(degrees: Double, orientation: ScanOrientation = ScanOrientation(isMirrored: false, quarterTurns: 0)) {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        var (across, down) = ([cosine, sine], [-sine, cosine])
        for _ in 0..<orientation.quarterTurns { (across, down) = (down, across.map { -$0 }) }
        if orientation.isMirrored { across = across.map { -$0 } }
        matrix = across + down
    }
}

import Foundation

/// How stored pixels become upright: mirrored from side to side or not, and then turned by quarters. These are the eight
/// orientations of EXIF, and rotating by a quarter leads from one to another.
///
/// Specification: EXIF 2.3, section 4.6.4, tag 0x0112.
struct ScanOrientation: Hashable {
    let isMirrored: Bool
    /// Clockwise, 0 to 3.
    let quarterTurns: Int

    private static let tags = [[1, 6, 3, 8], [2, 7, 4, 5]]

    init(isMirrored: Bool, quarterTurns: Int) {
        (self.isMirrored, self.quarterTurns) = (isMirrored, quarterTurns & 3)
    }

    /// Makes the orientation of EXIF's tag; any other value than 2 to 8 is upright.
    init(tag: Int) {
        let mirrored = Self.tags[1].firstIndex(of: tag)
        self.init(isMirrored: mirrored != nil, quarterTurns: mirrored ?? Self.tags[0].firstIndex(of: tag) ?? 0)
    }

    /// EXIF's number of it, 1 to 8.
    var tag: Int { Self.tags[isMirrored ? 1 : 0][quarterTurns] }

    /// The orientation of pixels that are rotated further once they are upright.
    func rotated(quarterTurns more: Int) -> ScanOrientation {
        ScanOrientation(isMirrored: isMirrored, quarterTurns: quarterTurns + more)
    }

    /// Where a region of the upright picture lies among the stored pixels.
    ///
    /// - Parameter size: The size of the upright picture.
    func stored(_ region: PixelRegion, of size: PixelSize) -> PixelRegion {
        var (region, size) = (region, size)
        for _ in 0..<quarterTurns {
            region = PixelRegion(
                x: region.y, y: size.width - region.x - region.width, width: region.height, height: region.width)
            size = PixelSize(width: size.height, height: size.width)
        }
        if isMirrored { region.x = size.width - region.x - region.width }
        return region
    }
}

/// From a rotated picture back to the stored pixels: both are measured from their middles, y pointing down.
struct Turn {
    /// A point (x, y) of the rotated picture shows what is stored at (m₀x + m₁y, m₂x + m₃y).
    let matrix: [Double]

    /// The same from the upper left corners of both pictures: nine numbers of a projective transform, row by row.
    func matrix(from rotated: PixelSize, to stored: PixelSize) -> [Double] {
        let (across, down) = (Double(rotated.width) / 2, Double(rotated.height) / 2)
        return [
            matrix[0], matrix[1], Double(stored.width) / 2 - matrix[0] * across - matrix[1] * down,
            matrix[2], matrix[3], Double(stored.height) / 2 - matrix[2] * across - matrix[3] * down,
            0, 0, 1,
        ]
    }

    /// Makes the way back from a picture that was turned upright and then rotated by so many degrees clockwise.
    init(degrees: Double, orientation: ScanOrientation = ScanOrientation(isMirrored: false, quarterTurns: 0)) {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        var (across, down) = ([cosine, sine], [-sine, cosine])
        for _ in 0..<orientation.quarterTurns { (across, down) = (down, across.map { -$0 }) }
        if orientation.isMirrored { across = across.map { -$0 } }
        matrix = across + down
    }
}

import TileEngine

/// The sizes of a whole image that a site stores, because nothing is rendered on request: the sizes of the pyramid's
/// levels, from the first that is large enough to be useful to the last that fits a screen.
enum StoredImageSizes {
    /// The longest side of a stored image, in pixels.
    static let longestSide = 2_048
    private static let shortestSide = 64

    /// Returns the sizes from smallest to largest.
    static func all(of pyramid: Pyramid) -> [PixelSize] {
        let levels = (0...pyramid.nativeLevel).compactMap(pyramid.size(ofLevel:))
        let fitting = levels.filter { max($0.width, $0.height) <= longestSide }
        let seen = fitting.filter { max($0.width, $0.height) >= shortestSide }
        return seen.isEmpty ? Array(fitting.suffix(1)) : seen
    }

    /// Returns the largest stored size of an image of this size.
    static func largest(width: Int, height: Int) -> PixelSize {
        var size = PixelSize(width: width, height: height)
        while max(size.width, size.height) > longestSide {
            size = PixelSize(width: size.width - size.width / 2, height: size.height - size.height / 2)
        }
        return size
    }
}

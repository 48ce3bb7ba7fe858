import TileEngine

/// The region parameter of an address, which is the same in both versions.
///
/// Specification: <https://iiif.io/api/image/3.0/#41-region>, <https://iiif.io/api/image/2.1/#region>
enum RegionParameter: Equatable {
    case full
    case square
    case pixels(x: Int, y: Int, width: Int, height: Int)
    case percentages(x: Double, y: Double, width: Double, height: Double)

    /// Parses `full`, `square`, `x,y,w,h` or `pct:x,y,w,h`.
    ///
    /// - Throws: ``Problem`` 400 for anything else.
    init(_ text: String) throws(Problem) {
        switch text {
        case "full": self = .full
        case "square": self = .square
        default:
            let isPercentage = text.hasPrefix("pct:")
            let parts = text.dropFirst(isPercentage ? 4 : 0).split(separator: ",", omittingEmptySubsequences: false)
            if isPercentage {
                let numbers = parts.compactMap(ParameterNumber.decimal)
                guard parts.count == 4, numbers.count == 4 else { throw Self.problem(text) }
                self = .percentages(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            } else {
                let numbers = parts.compactMap(ParameterNumber.whole)
                guard parts.count == 4, numbers.count == 4 else { throw Self.problem(text) }
                self = .pixels(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            }
        }
    }

    private static func problem(_ text: String) -> Problem {
        .badRequest("the region is '\(text)', expected full, square, x,y,w,h or pct:x,y,w,h")
    }

    /// Returns the region in pixels of the image, cropped at its edges. A square is centred.
    ///
    /// - Returns: Nil for a region without width or height, or outside the image.
    func pixels(of image: PixelSize) -> PixelRegion? {
        switch self {
        case .full: return PixelRegion(x: 0, y: 0, width: image.width, height: image.height)
        case .square:
            let side = min(image.width, image.height)
            return PixelRegion(x: (image.width - side) / 2, y: (image.height - side) / 2, width: side, height: side)
        case .pixels(let x, let y, let width, let height):
            guard x < image.width, y < image.height, width > 0, height > 0 else { return nil }
            return PixelRegion(
                x: x, y: y, width: min(width, image.width - x), height: min(height, image.height - y))
        case .percentages(let x, let y, let width, let height):
            guard let columns = Self.pixels(from: x, extent: width, of: image.width),
                let rows = Self.pixels(from: y, extent: height, of: image.height)
            else { return nil }
            return PixelRegion(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
        }
    }

    /// Converts percentages to pixels with rounded bounds. The result has at least one pixel.
    private static func pixels(from start: Double, extent: Double, of count: Int) -> Range<Int>? {
        let (first, length) = (start * Double(count) / 100, extent * Double(count) / 100)
        guard first < Double(count), length > 0 else { return nil }
        let lower = min(Int(first.rounded()), count - 1)
        let upper = Int(min((first + length).rounded(), Double(count)))
        return lower..<max(upper, lower + 1)
    }
}

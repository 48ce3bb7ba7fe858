/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    /// The width, in pixels.
    public var width: Int
    /// The height, in pixels.
    public var height: Int

    /// Creates a size from its width and height, in pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size after a quarter turn.
    var transposed: PixelSize { PixelSize(width: height, height: width) }

    /// The region of all pixels of an image of this size.
    package var region: PixelRegion { PixelRegion(x: 0, y: 0, width: width, height: height) }

    /// Returns the size multiplied by a factor, rounded, and at least 1 × 1.
    package func scaled(by factor: Double) -> PixelSize {
        func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * factor).rounded())) }
        return PixelSize(width: scaled(width), height: scaled(height))
    }

    /// The size in the usual notation: `6000 × 8000`.
    public var description: String { "\(width) × \(height)" }
}

/// An upright rectangle of whole pixels. It covers columns `x..<x + width` and rows `y..<y + height`.
public struct PixelRegion: Hashable, Sendable, CustomStringConvertible {
    /// The first column.
    public var x: Int
    /// The first row.
    public var y: Int
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Creates a region from its first column and row and its extent, in pixels.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The extent of the region.
    public var size: PixelSize { PixelSize(width: width, height: height) }

    /// The region in the order of the IIIF Image API: `x,y,w,h`.
    public var description: String { "\(x),\(y),\(width),\(height)" }
}

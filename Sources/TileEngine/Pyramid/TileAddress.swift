/// The place of a tile in a pyramid, as Deep Zoom counts: level 0 is one pixel, the highest stored level is the native
/// resolution, and the level above it is twice that.
public struct TileAddress: Hashable, Sendable, CustomStringConvertible {
    /// The Deep Zoom level.
    public var level: Int
    /// The column of the tile in its level, from 0 at the left.
    public var column: Int
    /// The row of the tile in its level, from 0 at the top.
    public var row: Int

    /// Makes an address; whether there is such a tile is for a ``Pyramid`` to say.
    public init(level: Int, column: Int, row: Int) {
        self.level = level
        self.column = column
        self.row = row
    }

    /// The address as in a Deep Zoom path: `12/3_4`.
    public var description: String { "\(level)/\(column)_\(row)" }
}

/// A tile as the IIIF Image API asks for it: a region of the full image, and the size at which it is wanted.
///
/// Specification: <https://iiif.io/api/image/3.0/implementation/#3-tile-region-parameter-calculation>
public struct AlignedTileRequest: Hashable, Sendable {
    /// The region, in full-resolution pixels, clipped to the image.
    public var region: PixelRegion
    /// The size of the answer, in pixels.
    public var size: PixelSize
    /// How many full-resolution pixels one pixel of the answer covers in each direction: a power of two, 1 at native.
    public var scaleFactor: Int

    /// Makes a request from its three parts.
    public init(region: PixelRegion, size: PixelSize, scaleFactor: Int) {
        self.region = region
        self.size = size
        self.scaleFactor = scaleFactor
    }
}

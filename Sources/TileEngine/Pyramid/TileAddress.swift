/// The position of a tile in a pyramid, numbered as in Deep Zoom: level 0 is one pixel, the highest stored level is the
/// native resolution, and the level above it is twice as large.
public struct TileAddress: Hashable, Sendable, CustomStringConvertible {
    /// The Deep Zoom level.
    public var level: Int
    /// The column of the tile in its level, from 0 at the left.
    public var column: Int
    /// The row of the tile in its level, from 0 at the top.
    public var row: Int

    /// Creates an address without checking that the tile exists; see ``Pyramid/contains(_:)``.
    public init(level: Int, column: Int, row: Int) {
        self.level = level
        self.column = column
        self.row = row
    }

    /// The address as in a Deep Zoom path: `12/3_4`.
    public var description: String { "\(level)/\(column)_\(row)" }
}

/// A tile as an IIIF Image API request: a region of the full image and an output size.
///
/// Specification: <https://iiif.io/api/image/3.0/implementation/#3-tile-region-parameter-calculation>
public struct AlignedTileRequest: Hashable, Sendable {
    /// The region, in full-resolution pixels, clipped to the image.
    public var region: PixelRegion
    /// The output size, in pixels.
    public var size: PixelSize
    /// The number of full-resolution pixels that one output pixel covers in each direction: a power of two, 1 at
    /// native.
    public var scaleFactor: Int
}

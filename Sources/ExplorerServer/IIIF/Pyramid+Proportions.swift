import TileEngine

extension Pyramid {
    /// Returns the proportional size of a region at a width.
    ///
    /// If a client requests a tile by width alone, this is the tile's size. At the right and bottom edge of the image,
    /// rounding up makes that differ from the exact proportions; the tile's size is not used if it differs by a pixel
    /// or more.
    func proportionalSize(of region: PixelRegion, width: Int) -> PixelSize {
        let exact = Double(region.height) * Double(width) / Double(region.width)
        if let tile = sizeOfTile(showing: region, width: width), abs(Double(tile.height) - exact) < 1 { return tile }
        return PixelSize(width: width, height: max(1, Int(exact.rounded())))
    }

    /// Returns the proportional size of a region at a height; see ``proportionalSize(of:width:)``.
    func proportionalSize(of region: PixelRegion, height: Int) -> PixelSize {
        let exact = Double(region.width) * Double(height) / Double(region.height)
        if let tile = sizeOfTile(showing: region, height: height), abs(Double(tile.width) - exact) < 1 { return tile }
        return PixelSize(width: max(1, Int(exact.rounded())), height: height)
    }
}

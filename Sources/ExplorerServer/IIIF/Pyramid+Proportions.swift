import TileEngine

extension Pyramid {
    /// The size of a region that is to be so wide, in proportion.
    ///
    /// Where a client asks for a tile by its width alone, it is the tile's size. At the image's right and bottom edge that
    /// can differ from the proportions by what rounding up brings, but it is not taken where it differs by a pixel or more.
    func proportionalSize(of region: PixelRegion, width: Int) -> PixelSize {
        let exact = Double(region.height) * Double(width) / Double(region.width)
        if let tile = sizeOfTile(showing: region, width: width), abs(Double(tile.height) - exact) < 1 { return tile }
        return PixelSize(width: width, height: max(1, Int(exact.rounded())))
    }

    /// The size of a region that is to be so high; see ``proportionalSize(of:width:)``.
    func proportionalSize(of region: PixelRegion, height: Int) -> PixelSize {
        let exact = Double(region.width) * Double(height) / Double(region.height)
        if let tile = sizeOfTile(showing: region, height: height), abs(Double(tile.width) - exact) < 1 { return tile }
        return PixelSize(width: max(1, Int(exact.rounded())), height: height)
    }
}

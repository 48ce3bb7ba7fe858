/// Translations of web map addresses and aligned IIIF requests to tiles.
extension Pyramid {
    /// The tile that a web map asks for; nil below zoom 0, above ``maxZoom`` or outside the grid.
    public func address(z: Int, x: Int, y: Int) -> TileAddress? {
        guard (0...maxZoom).contains(z) else { return nil }
        let address = TileAddress(level: firstWholeTileLevel + z, column: x, row: y)
        return contains(address) ? address : nil
    }

    /// The IIIF request whose answer is this tile; nil where there is no such tile, and for the 2× level, for which a
    /// scale factor of at least 1 has no word.
    public func alignedIIIFRegion(of address: TileAddress) -> AlignedTileRequest? {
        guard address.level <= nativeLevel, let region = tileRegion(of: address) else { return nil }
        let halvings = nativeLevel - address.level
        return AlignedTileRequest(
            region: coveredRegion(of: region, halvings: halvings), size: region.size, scaleFactor: 1 << halvings)
    }

    /// The tile that answers an IIIF request for this region at this size, when the request is aligned with the grid.
    ///
    /// Next to the right or the bottom edge, two levels can have a tile for the same region and size, such as one
    /// pixel in the corner; the finer one is given, whose ``alignedIIIFRegion(of:)`` has the same region and size.
    ///
    /// - Parameters:
    ///   - region: The region, in full-resolution pixels, clipped to the image.
    ///   - size: The size of the answer, in pixels.
    /// - Returns: The tile's address, or nil when no tile is exactly that.
    /// - Complexity: O(*n*) in the number of levels.
    public func address(forIIIFRegion region: PixelRegion, size: PixelSize) -> TileAddress? {
        guard
            (0..<width).contains(region.x), (0..<height).contains(region.y),
            (1...width).contains(region.width), (1...height).contains(region.height),
            (1...tileSize).contains(size.width), (1...tileSize).contains(size.height)
        else { return nil }
        return tile(showing: region) { $0.size == size }?.address
    }

    /// The size of a tile that shows exactly this region, when it is as wide, or as high, as is asked for.
    ///
    /// A client that asks for a tile by its width alone means this size. At the right and the bottom edge it can differ
    /// from the region's proportions, since a tile's size is rounded up in both directions.
    ///
    /// - Parameters:
    ///   - region: The region, in full-resolution pixels, clipped to the image.
    ///   - width: The width that the tile must have, if any.
    ///   - height: The height that the tile must have, if any.
    /// - Complexity: O(*n*) in the number of levels.
    public func sizeOfTile(showing region: PixelRegion, width: Int? = nil, height: Int? = nil) -> PixelSize? {
        tile(showing: region) { tile in
            (width ?? tile.size.width) == tile.size.width && (height ?? tile.size.height) == tile.size.height
        }?.aligned.size
    }

    /// The finest tile that shows exactly this region and is as is wanted.
    private func tile(
        showing region: PixelRegion, where isWanted: (AlignedTileRequest) -> Bool
    ) -> (address: TileAddress, aligned: AlignedTileRequest)? {
        guard (0..<width).contains(region.x), (0..<height).contains(region.y) else { return nil }
        for level in stride(from: nativeLevel, through: 0, by: -1) {
            let side = tileSize << (nativeLevel - level)
            let address = TileAddress(level: level, column: region.x / side, row: region.y / side)
            guard let aligned = alignedIIIFRegion(of: address) else { continue }
            if aligned.region == region, isWanted(aligned) { return (address, aligned) }
        }
        return nil
    }

    /// The full-resolution pixels under a region of a level that lies `halvings` below native.
    private func coveredRegion(of region: PixelRegion, halvings: Int) -> PixelRegion {
        let x = region.x << halvings
        let y = region.y << halvings
        return PixelRegion(
            x: x, y: y,
            width: min(region.width << halvings, width - x), height: min(region.height << halvings, height - y))
    }
}

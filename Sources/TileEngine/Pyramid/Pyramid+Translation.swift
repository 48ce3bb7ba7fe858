/// Translation between web map addresses, aligned IIIF requests and tile addresses.
extension Pyramid {
    /// Returns the address of a web map tile, or nil if it is below zoom 0, above ``maxZoom`` or outside the grid.
    public func address(z: Int, x: Int, y: Int) -> TileAddress? {
        guard (0...maxZoom).contains(z) else { return nil }
        let address = TileAddress(level: firstWholeTileLevel + z, column: x, row: y)
        return contains(address) ? address : nil
    }

    /// Returns the IIIF request that this tile satisfies. Returns nil if the tile does not exist or belongs to the 2×
    /// level, which a scale factor of at least 1 cannot express.
    public func alignedIIIFRegion(of address: TileAddress) -> AlignedTileRequest? {
        guard address.level <= nativeLevel, let region = tileRegion(of: address) else { return nil }
        let halvings = nativeLevel - address.level
        return AlignedTileRequest(
            region: coveredRegion(of: region, halvings: halvings), size: region.size, scaleFactor: 1 << halvings)
    }

    /// Returns the tile that satisfies an IIIF request for this region at this size, if the request is aligned with the
    /// grid.
    ///
    /// At the right or bottom edge, two levels can have a tile for the same region and size, such as one pixel in the
    /// corner. The result is then the finer one, whose ``alignedIIIFRegion(of:)`` has the same region and size.
    ///
    /// - Parameters:
    ///   - region: The region, in full-resolution pixels, clipped to the image.
    ///   - size: The output size, in pixels.
    /// - Returns: The tile's address, or nil if no tile matches exactly.
    /// - Complexity: O(*n*) in the number of levels.
    public func address(forIIIFRegion region: PixelRegion, size: PixelSize) -> TileAddress? {
        guard
            (0..<width).contains(region.x), (0..<height).contains(region.y),
            (1...width).contains(region.width), (1...height).contains(region.height),
            (1...tileSize).contains(size.width), (1...tileSize).contains(size.height)
        else { return nil }
        return tile(showing: region) { $0.size == size }?.address
    }

    /// Returns the size of a tile that shows exactly this region and has the given width or height.
    ///
    /// A client that requests a tile by its width alone means this size. At the right and bottom edges it can differ
    /// from the region's proportions, because a tile's size is rounded up in both directions.
    ///
    /// - Parameters:
    ///   - region: The region, in full-resolution pixels, clipped to the image.
    ///   - width: The required width of the tile, if any.
    ///   - height: The required height of the tile, if any.
    /// - Complexity: O(*n*) in the number of levels.
    public func sizeOfTile(showing region: PixelRegion, width: Int? = nil, height: Int? = nil) -> PixelSize? {
        tile(showing: region) { tile in
            (width ?? tile.size.width) == tile.size.width && (height ?? tile.size.height) == tile.size.height
        }?.aligned.size
    }

    /// Returns the finest tile that shows exactly this region and satisfies the predicate.
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

    /// Returns the full-resolution pixels covered by a region of the level that is `halvings` below native.
    private func coveredRegion(of region: PixelRegion, halvings: Int) -> PixelRegion {
        let x = region.x << halvings
        let y = region.y << halvings
        return PixelRegion(
            x: x, y: y,
            width: min(region.width << halvings, width - x), height: min(region.height << halvings, height - y))
    }
}

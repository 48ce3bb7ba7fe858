/// Rendering of any region at any size up to twice its own.
extension TileRenderer {
    /// Returns the cost of a request without decoding anything.
    ///
    /// - Parameter limits: The limits that will be passed to ``render(_:limits:isCancelled:)``.
    /// - Throws: ``TileEngineError`` of kind `outOfRange` for a request that is not valid for the image.
    /// - Complexity: O(*n*) in the number of levels.
    public func cost(of request: RegionRequest, limits: RenderLimits = RenderLimits()) throws -> RenderCost {
        try plan(request, limits: limits).cost
    }

    /// Returns the cost of ``tile(_:as:)``, or nil for a tile that does not exist.
    ///
    /// - Complexity: O(1).
    public func cost(ofTile address: TileAddress) -> RenderCost? {
        let pyramid = archive.pyramid
        guard let region = pyramid.tileRegion(of: address) else { return nil }
        let area = region.size.width * region.size.height
        if address.level == pyramid.doubleLevel {
            return cost(by: Sampling(doubleTile: region, pyramid: pyramid), outputArea: area)
        }
        let (column, row) = (address.column, address.row)
        return RenderCost(
            level: address.level, columns: column..<column + 1, rows: row..<row + 1, sourceArea: area,
            outputArea: area)
    }

    /// Returns the sampling of a request and its cost. The source is the nearest level that is not coarser in either
    /// dimension. If that exceeds the limits because the output's proportions differ greatly from the region's, such as
    /// one pixel wide, a coarser level is used that is still fine enough in one dimension; otherwise a valid size would
    /// have to be rejected.
    private func plan(_ request: RegionRequest, limits: RenderLimits) throws -> (sampling: Sampling, cost: RenderCost) {
        let pyramid = archive.pyramid
        try addingPath { try request.validate(for: pyramid) }
        var sampling = Sampling(request, pyramid: pyramid)
        let output = request.outputSize
        var cost = cost(by: sampling, outputArea: output.width * output.height)
        while cost.sourceArea > limits.sourceArea, sampling.level > sampling.coarsestLevel {
            sampling.level -= 1
            cost = self.cost(by: sampling, outputArea: cost.outputArea)
        }
        return (sampling, cost)
    }

    private func cost(by sampling: Sampling, outputArea: Int) -> RenderCost {
        let pyramid = archive.pyramid
        // Assumes halved chroma resolution for JPEG, because its samples reach farther.
        let layout =
            archive.format == .jpeg
            ? PlaneLayout(colours: .ycc, horizontalSubsampling: 2, verticalSubsampling: 2) : PlaneLayout.rgb
        let planes = (0..<2).map {
            sampling.geometry(ofPlane: $0, source: layout, output: layout, pyramid: pyramid)
        }
        let whole = pyramid.size(ofLevel: sampling.level) ?? pyramid.size
        let columns = pyramid.tiles(under: layout.columns(under: planes.map(\.across.reach)))
        let rows = pyramid.tiles(under: layout.rows(under: planes.map(\.down.reach)))
        let width = min(whole.width, columns.upperBound * pyramid.tileSize) - columns.lowerBound * pyramid.tileSize
        let height = min(whole.height, rows.upperBound * pyramid.tileSize) - rows.lowerBound * pyramid.tileSize
        return RenderCost(
            level: sampling.level, columns: columns, rows: rows, sourceArea: width * height, outputArea: outputArea)
    }

    /// Renders and encodes a region.
    ///
    /// The region is resampled with the Catmull-Rom cubic from the nearest level that is not coarser. Pixels around it
    /// are taken into account, so that adjacent regions meet without a seam. At its native size, a region has exactly
    /// the pixels of the native tiles; at twice its size, exactly those of the 2× level. A JPEG made from JPEG tiles is
    /// processed entirely in their colour space.
    ///
    /// - Parameters:
    ///   - request: The region, size, rotation, quality and encoding.
    ///   - limits: Limits on the work, checked before it begins.
    ///   - isCancelled: Called before each tile, and occasionally during rotation and encoding. Once it returns true,
    ///     the call throws `CancellationError`.
    /// - Throws: ``TileEngineError``: `outOfRange` for a request that is not valid for the image, `tooLarge` for one
    ///   beyond the limits, `damaged` or `io` for the tiles, `io` if the output cannot be encoded.
    /// - Complexity: O(*n*) in the number of pixels of the touched tiles and of the output. Memory for the output, and
    ///   for one row of tiles as wide as the region.
    public func render(
        _ request: RegionRequest, limits: RenderLimits = RenderLimits(), isCancelled: () -> Bool = { false }
    ) throws -> [UInt8] {
        let sampling = try sampling(request, limits: limits)
        guard request.encoding.format == .jpeg, request.turnsByRightAngles, request.quality != .bitonal else {
            let pixels = try pixels(request, sampling, isCancelled: isCancelled)
            var encoding = request.encoding
            encoding.paper = encoding.paper.seen(in: request.quality)
            return try addingPath { try pixels.encoded(as: encoding) }
        }
        var planes = try planes(
            sampling, as: .coded, subsampling: request.encoding.subsampling, isCancelled: isCancelled)
        if request.quality == .gray { planes = planes.luma }
        if sampling.isTransposed { planes = planes.transposed }
        return try encode(planes, as: request.encoding, isCancelled: isCancelled)
    }

    /// Returns whether the image is grey, judged by one tile: whether it has one channel.
    ///
    /// - Throws: ``TileEngineError``: `damaged` or `io` for that tile.
    /// - Complexity: O(1); the tile of one pixel is decoded.
    public func isGrey() throws -> Bool {
        try tiles.tile(TileAddress(level: 0, column: 0, row: 0), of: archive, as: .coded).layout.colours == .grey
    }

    /// Renders a region without encoding it: the pixels that ``render(_:limits:isCancelled:)`` encodes losslessly. The
    /// request's encoding is ignored.
    ///
    /// - Returns: One channel for a grey image or if grey or bitonal is requested, otherwise three; plus alpha if the
    ///   rotation leaves transparent corners.
    /// - Throws: The errors of ``render(_:limits:isCancelled:)``.
    public func pixels(
        of request: RegionRequest, limits: RenderLimits = RenderLimits(), isCancelled: () -> Bool = { false }
    ) throws -> RenderedPixels {
        try pixels(request, sampling(request, limits: limits), isCancelled: isCancelled)
    }

    private func sampling(_ request: RegionRequest, limits: RenderLimits) throws -> Sampling {
        let plan = try plan(request, limits: limits)
        try addingPath { try limits.check(plan.cost) }
        return plan.sampling
    }

    private func pixels(
        _ request: RegionRequest, _ sampling: Sampling, isCancelled: () -> Bool
    ) throws -> RenderedPixels {
        let isColour = request.quality == .color
        var planes = try planes(
            sampling, as: isColour ? .visible : .coded, subsampling: nil, isCancelled: isCancelled)
        if !isColour { planes = planes.luma }
        if sampling.isTransposed { planes = planes.transposed }
        var pixels = planes.pixels
        if !request.turnsByRightAngles {
            pixels = try pixels.turned(degrees: request.rotation, to: request.outputSize, isCancelled: isCancelled)
        }
        return request.quality == .bitonal ? pixels.bitonal : pixels
    }
}

extension PaperColour {
    /// Returns the paper colour in an image of this quality: behind a grey image, the paper is grey too.
    func seen(in quality: RegionRequest.Quality) -> PaperColour {
        let luma = (299 * Int(red) + 587 * Int(green) + 114 * Int(blue) + 500) / 1000
        let grey = UInt8(clamping: quality == .bitonal ? (luma < 128 ? 0 : 255) : luma)
        return quality == .color ? self : PaperColour(red: grey, green: grey, blue: grey)
    }
}

extension RegionRequest {
    /// Whether the rotation is a multiple of 90 degrees.
    package var turnsByRightAngles: Bool { rotation.remainder(dividingBy: 90) == 0 }
}

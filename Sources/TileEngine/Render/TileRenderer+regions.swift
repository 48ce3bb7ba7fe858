/// Any region of the image at any size up to twice its own.
extension TileRenderer {
    /// What a request will take; nothing is decoded.
    ///
    /// - Parameter limits: Those that ``render(_:limits:isCancelled:)`` will be given.
    /// - Throws: ``TileEngineError`` of kind `outOfRange` for a request that is not valid for the image.
    /// - Complexity: O(*n*) in the number of levels.
    public func cost(of request: RegionRequest, limits: RenderLimits = RenderLimits()) throws -> RenderCost {
        try plan(request, limits: limits).cost
    }

    /// What ``tile(_:as:)`` will take; nil for a tile that no level has.
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
            decodedByteCount: area * 3, outputArea: area)
    }

    /// How a request will be made: from the nearest level that is not coarser in either direction. Where that is more than
    /// the limits allow, since the picture is to be far narrower or lower than the region, such as one pixel wide, it comes
    /// from a coarser level, which is still fine enough in one direction; else a legal size would have to be refused.
    private func plan(_ request: RegionRequest, limits: RenderLimits) throws -> (sampling: Sampling, cost: RenderCost) {
        let pyramid = archive.pyramid
        try named { try request.validate(for: pyramid) }
        var sampling = Sampling(request, pyramid: pyramid)
        let output = request.outputSize
        var cost = cost(by: sampling, outputArea: output.width * output.height)
        let coarsest = Sampling.levelOfOneDirection(for: request, pyramid: pyramid)
        while cost.sourceArea > limits.sourceArea, sampling.level > coarsest {
            sampling.level -= 1
            cost = self.cost(by: sampling, outputArea: cost.outputArea)
        }
        return (sampling, cost)
    }

    private func cost(by sampling: Sampling, outputArea: Int) -> RenderCost {
        let pyramid = archive.pyramid
        // With chroma at half the resolution, whose samples reach farther, where it may be so.
        let layout =
            archive.format == .jpeg ? PlaneLayout(colours: .ycc, columnsShared: 2, rowsShared: 2) : PlaneLayout.rgb
        let planes = (0..<2).map { plane in
            let geometry = sampling.geometry(ofPlane: plane, source: layout, output: layout, pyramid: pyramid)
            return (
                across: pixels(geometry.across.reach, share: layout.columnsShared(inPlane: plane)),
                down: pixels(geometry.down.reach, share: layout.rowsShared(inPlane: plane))
            )
        }
        let whole = pyramid.size(ofLevel: sampling.level) ?? pyramid.size
        let columns = tilesUnder(planes.map(\.across))
        let rows = tilesUnder(planes.map(\.down))
        let width = min(whole.width, columns.upperBound * pyramid.tileSize) - columns.lowerBound * pyramid.tileSize
        let height = min(whole.height, rows.upperBound * pyramid.tileSize) - rows.lowerBound * pyramid.tileSize
        return RenderCost(
            level: sampling.level, columns: columns, rows: rows, sourceArea: width * height,
            decodedByteCount: width * height * 3, outputArea: outputArea)
    }

    /// A region, encoded.
    ///
    /// It is resampled by Catmull-Rom's cubic from the nearest level that is not coarser, and has its surroundings
    /// taken into account: regions that meet in the image meet without a seam. At its own size, a region has exactly
    /// the pixels of the native tiles; at twice its size, exactly those of the 2× level. A JPEG made of JPEG tiles
    /// never leaves their colours.
    ///
    /// - Parameters:
    ///   - request: What is wanted.
    ///   - limits: Bounds of the work, checked before it begins.
    ///   - isCancelled: Asked before each tile, and at times while the picture is turned or encoded; once it says yes, the call
    ///     throws `CancellationError`.
    /// - Throws: ``TileEngineError``: `outOfRange` for a request that is not valid for the image, `tooLarge` for one
    ///   beyond the limits, `damaged` or `io` for the tiles, `io` where the answer cannot be encoded.
    /// - Complexity: O(*n*) in the pixels of the tiles touched and those of the answer; memory for the answer, and for
    ///   as many rows of the level as a tile has, as wide as the region.
    public func render(
        _ request: RegionRequest, limits: RenderLimits = RenderLimits(), isCancelled: () -> Bool = { false }
    ) throws -> [UInt8] {
        let sampling = try sampling(request, limits: limits)
        guard request.encoding.format == .jpeg, request.turnsByRightAngles, request.quality != .bitonal else {
            let pixels = try pixels(request, sampling, isCancelled: isCancelled)
            var encoding = request.encoding
            encoding.paper = encoding.paper.seen(in: request.quality)
            return try named { try pixels.encoded(as: encoding) }
        }
        var planes = try planes(
            sampling, as: .coded, subsampling: request.encoding.subsampling, isCancelled: isCancelled)
        if request.quality == .gray { planes = planes.luma }
        if sampling.isTransposed { planes = planes.transposed }
        return try encode(planes, as: request.encoding, isCancelled: isCancelled)
    }

    /// Whether the image is grey as far as is known: its tiles have one channel.
    ///
    /// - Throws: ``TileEngineError``: `damaged` or `io` for the tile that is looked at.
    /// - Complexity: O(1); the tile of one pixel is decoded.
    public func isGrey() throws -> Bool {
        try tiles.tile(TileAddress(level: 0, column: 0, row: 0), of: archive, as: .coded).layout.colours == .grey
    }

    /// The pixels of a region, not encoded: what ``render(_:limits:isCancelled:)`` encodes without loss. The request's
    /// encoding is not looked at.
    ///
    /// - Returns: One channel for a grey image or where grey or bitonal is asked for, otherwise three; one more where
    ///   the rotation leaves transparent corners.
    /// - Throws: As ``render(_:limits:isCancelled:)``.
    public func pixels(
        of request: RegionRequest, limits: RenderLimits = RenderLimits(), isCancelled: () -> Bool = { false }
    ) throws -> RenderedPixels {
        try pixels(request, sampling(request, limits: limits), isCancelled: isCancelled)
    }

    private func sampling(_ request: RegionRequest, limits: RenderLimits) throws -> Sampling {
        let plan = try plan(request, limits: limits)
        try named { try limits.check(plan.cost) }
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

    private func pixels(_ samples: Range<Int>, share: Int) -> Range<Int> {
        samples.lowerBound * share..<samples.upperBound * share
    }

    /// The columns or rows of tiles that hold pixels of any of these ranges.
    private func tilesUnder(_ pixels: [Range<Int>]) -> Range<Int> {
        let tileSize = archive.pyramid.tileSize
        let lower = pixels.map { $0.lowerBound / tileSize }.min() ?? 0
        let upper = pixels.map { ($0.upperBound - 1) / tileSize + 1 }.max() ?? 0
        return lower..<max(lower, upper)
    }
}

extension PaperColour {
    /// The paper in a picture of this quality: what is behind a grey picture is grey, too.
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

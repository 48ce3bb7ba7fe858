/// Detection of text lines in an image, on its reduced levels.
///
/// No trained model is involved: the pitch is measured in the ink, the lines are tracked from strip to strip, and the
/// borders between them follow the path with the least ink. `Benchmarks/lines` evaluates the results.
extension TileRenderer {
    /// Returns the cost of the tiles needed to find lines, without decoding anything.
    ///
    /// - Throws: ``TileEngineError`` of kind `tooLarge` beyond the limits.
    public func costOfLines(limits: RenderLimits = RenderLimits()) throws -> RenderCost {
        let size = archive.pyramid.size
        let finder = TextLineFinder(imageSize: size) { _, _ in [] }
        let cost = try cost(of: RegionRequest(region: size.region, size: finder.size, quality: .gray), limits: limits)
        try addingPath { try limits.check(cost) }
        return cost
    }

    /// Outlines a passage between two touches along its lines, however they bend. Returns nil if there are no lines.
    ///
    /// - Parameters:
    ///   - request: The touches and corrections.
    ///   - limits: Limits on the work, checked before it begins.
    ///   - isCancelled: Called before each tile. Once it returns true, the call throws `CancellationError`.
    /// - Throws: ``TileEngineError``: `outOfRange` for a request that is not valid for the image, otherwise the errors
    ///   of ``pixels(of:limits:isCancelled:)``.
    /// - Complexity: O(*n*) in the pixels around the lines, of a page reduced to some 1600 pixels.
    public func followLines(
        _ request: LineRequest, limits: RenderLimits = RenderLimits(), isCancelled: () -> Bool = { false }
    ) throws -> FollowedLines? {
        try withoutActuallyEscaping(isCancelled) { isCancelled in
            try lineFinder(limits, isCancelled).outline(request)
        }
    }

    /// Finds all lines of the image and returns them in reading order.
    ///
    /// - Parameters:
    ///   - limits: Limits on the work, checked before it begins.
    ///   - progress: Called occasionally with the completed fraction, 0 to 1.
    ///   - isCancelled: Called occasionally. Once it returns true, the call throws `CancellationError`.
    /// - Throws: The errors of ``pixels(of:limits:isCancelled:)``.
    /// - Complexity: O(*n*) in the pixels of a page reduced to about 1600 pixels, for each of at most a few thousand
    ///   lines that are tried.
    public func textLines(
        limits: RenderLimits = RenderLimits(), progress: (Double) -> Void = { _ in },
        isCancelled: () -> Bool = { false }
    ) throws -> FoundLines {
        try withoutActuallyEscaping(isCancelled) { isCancelled in
            try withoutActuallyEscaping(progress) { progress in
                try lineFinder(limits, isCancelled).lines(progress: progress, isCancelled: isCancelled)
            }
        }
    }

    /// Creates a line finder for the image.
    package func lineFinder(
        _ limits: RenderLimits = RenderLimits(), _ isCancelled: @escaping () -> Bool = { false }
    ) -> TextLineFinder {
        let whole = archive.pyramid.size
        return TextLineFinder(imageSize: whole) { part, reduced in
            func range(_ first: Int, _ count: Int, _ side: Int, _ reducedSide: Int) -> Range<Int> {
                let start = first * side / reducedSide
                return start..<max(start + 1, min(side, ((first + count) * side + reducedSide - 1) / reducedSide))
            }
            let columns = range(part.x, part.width, whole.width, reduced.width)
            let rows = range(part.y, part.height, whole.height, reduced.height)
            let region = PixelRegion(
                x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
            return try pixels(
                of: RegionRequest(region: region, size: part.size, quality: .gray), limits: limits,
                isCancelled: isCancelled
            ).bytes
        }
    }
}

extension TileRenderer {
    /// What of the image is compared with other captures of its page.
    ///
    /// - Parameters:
    ///   - limits: Bounds of the work, checked before it begins.
    ///   - isCancelled: Asked before each tile; once it says yes, the call throws `CancellationError`.
    /// - Throws: ``TileEngineError``, as ``pixels(of:limits:isCancelled:)``.
    /// - Complexity: O(*n*) in the pixels of the level next above some 1500 pixels.
    public func alignmentPicture(
        limits: RenderLimits = RenderLimits(), isCancelled: () -> Bool = { false }
    ) throws -> AlignmentPicture {
        let whole = archive.pyramid.size
        let size = AlignmentPicture.reducedSize(of: whole)
        let region = PixelRegion(x: 0, y: 0, width: whole.width, height: whole.height)
        let pixels = try pixels(
            of: RegionRequest(region: region, size: size, quality: .gray), limits: limits, isCancelled: isCancelled)
        return AlignmentPicture(gray: pixels.bytes, size: size, imageSize: whole)
    }
}

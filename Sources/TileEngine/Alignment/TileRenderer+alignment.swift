extension TileRenderer {
    /// Returns the features of the image for comparison with other captures of its page.
    ///
    /// - Parameter isCancelled: Called before each tile. Once it returns true, the call throws `CancellationError`.
    /// - Throws: The errors of ``pixels(of:limits:isCancelled:)``.
    /// - Complexity: O(*n*) in the pixels of the nearest level with a side of at least about 1500 pixels.
    public func alignmentFeatures(isCancelled: () -> Bool = { false }) throws -> AlignmentFeatures {
        let whole = archive.pyramid.size
        let size = AlignmentFeatures.reducedSize(of: whole)
        let pixels = try pixels(
            of: RegionRequest(region: whole.region, size: size, quality: .gray), isCancelled: isCancelled)
        return AlignmentFeatures(gray: pixels.bytes, size: size, imageSize: whole)
    }
}

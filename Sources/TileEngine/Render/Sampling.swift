/// A grid of output pixels over an image: where it begins and how far its pixels lie apart, in image space.
struct Sampling {
    /// Where the first output pixel begins, before anything is mirrored.
    var x: Double
    var y: Double
    /// The extent of an output pixel.
    var stepX: Double
    var stepY: Double
    /// The number of output pixels, before rows and columns change places.
    var size: PixelSize
    /// The stored level that is sampled.
    var level: Int
    /// Whether the last column comes first.
    var isMirrored = false
    /// Whether the last row comes first.
    var isUpsideDown = false
    /// Whether rows and columns change places at last.
    var isTransposed = false

    /// The grid of a tile of the 2× level, which must be one.
    init(doubleTile region: PixelRegion, pyramid: Pyramid) {
        x = Double(region.x) / 2
        y = Double(region.y) / 2
        stepX = 0.5
        stepY = 0.5
        size = region.size
        level = pyramid.nativeLevel
    }

    /// The grid of a request, which must be valid, from the nearest level that is not coarser in either direction. A
    /// rotation by other than multiples of 90 degrees is not part of it.
    init(_ request: RegionRequest, pyramid: Pyramid) {
        x = Double(request.region.x)
        y = Double(request.region.y)
        stepX = Double(request.region.width) / Double(request.size.width)
        stepY = Double(request.region.height) / Double(request.size.height)
        size = request.size
        level = max(
            Self.level(for: request.region.width, at: request.size.width, pyramid: pyramid),
            Self.level(for: request.region.height, at: request.size.height, pyramid: pyramid))
        // A picture turned by 90 degrees has the rows of the last one first as its columns, one turned by 270 degrees
        // the columns of the last one first as its rows.
        isMirrored = request.isMirrored != (request.rotation == 180 || request.rotation == 270)
        isUpsideDown = request.rotation == 90 || request.rotation == 180
        isTransposed = request.rotation == 90 || request.rotation == 270
    }

    /// How much finer than the output a level must be that is not just of its scale. Each level has its own
    /// compression's noise, which a step of one pixel shows in full: with 1, the least of 500 regions of a scanned page
    /// had 32.1 decibels against lanczos3 of the native level, with this 33.1, for 5 % of the speed.
    private static let leastStep = 1.08

    /// The coarsest level that is fine enough in one direction.
    private static func level(for extent: Int, at count: Int, pyramid: Pyramid) -> Int {
        var halvings = 0
        while halvings < pyramid.nativeLevel, suffices(halvings + 1, extent, count) { halvings += 1 }
        return pyramid.nativeLevel - halvings
    }

    /// The coarsest level that is fine enough in at least one direction: another than ``level`` for a picture that is to
    /// be far narrower or lower than the region.
    static func levelOfOneDirection(for request: RegionRequest, pyramid: Pyramid) -> Int {
        min(
            level(for: request.region.width, at: request.size.width, pyramid: pyramid),
            level(for: request.region.height, at: request.size.height, pyramid: pyramid))
    }

    /// Whether a level of so many halvings is fine enough: finer than the output, or of its scale but for what rounding
    /// to whole pixels brings, less than 2 %.
    private static func suffices(_ halvings: Int, _ extent: Int, _ count: Int) -> Bool {
        if count > 50, count == ((extent - 1) >> halvings) + 1 { return true }
        let scaled = Double(extent) / Double(1 << halvings)
        return Double(count) == scaled || Double(count) * leastStep <= scaled
    }

    /// How the samples of a plane lie among those of the tiles: columns and rows.
    ///
    /// - Parameters:
    ///   - plane: Which one, from 0.
    ///   - source: The layout of the tiles.
    ///   - output: The layout of the output, before rows and columns change places.
    ///   - pyramid: The arithmetic of the image.
    func geometry(
        ofPlane plane: Int, source: PlaneLayout, output: PlaneLayout, pyramid: Pyramid
    ) -> (across: SampleAxis.Geometry, down: SampleAxis.Geometry) {
        let whole = planeSize(plane, layout: source, pyramid: pyramid)
        let halvings = pyramid.nativeLevel - level
        let across = axis(
            origin: x, step: stepX, count: size.width, unit: source.columnsShared(inPlane: plane) << halvings,
            share: output.columnsShared(inPlane: plane), isReversed: isMirrored, sourceCount: whole.width)
        let down = axis(
            origin: y, step: stepY, count: size.height, unit: source.rowsShared(inPlane: plane) << halvings,
            share: output.rowsShared(inPlane: plane), isReversed: isUpsideDown, sourceCount: whole.height)
        return (across, down)
    }

    /// The size of a plane of the level, in samples.
    func planeSize(_ plane: Int, layout: PlaneLayout, pyramid: Pyramid) -> PixelSize {
        let whole = pyramid.size(ofLevel: level) ?? pyramid.size
        let across = layout.columnsShared(inPlane: plane)
        let down = layout.rowsShared(inPlane: plane)
        return PixelSize(width: (whole.width + across - 1) / across, height: (whole.height + down - 1) / down)
    }

    private func axis(
        origin: Double, step: Double, count: Int, unit: Int, share: Int, isReversed: Bool, sourceCount: Int
    ) -> SampleAxis.Geometry {
        let samples = (count + share - 1) / share
        // Mirrored, the samples are counted from the other end, where the last one may be incomplete.
        let first = isReversed ? count - samples * share : 0
        return SampleAxis.Geometry(
            origin: (origin + Double(first) * step) / Double(unit), step: step * Double(share) / Double(unit),
            count: samples, sourceCount: sourceCount)
    }
}

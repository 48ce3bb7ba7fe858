import CJPEG

/// The memory of one strip of one level. It is reused for other strips of the same level.
///
/// `@unchecked Sendable`: the pixels are written before the strip is published under the lock of ``StripPipeline`` and
/// only read afterwards; threads that fill it concurrently write to disjoint parts. All other variables are accessed
/// only under that lock.
final class PixelStrip: @unchecked Sendable {
    /// The number of times the scan is halved for this level.
    let halvings: Int
    /// The distance between rows, in bytes.
    let stride: Int
    /// The pixels, row by row without gaps.
    let pixels: UnsafeMutableRawPointer

    /// The index of the strip within its level.
    var index = 0
    /// The number of pixel rows.
    var rowCount = 0
    /// The number of strips of the level above that have yet to be halved into this one, or of bands yet to be decoded.
    var missingSourceCount = 0
    /// Whether the strip has yet to be halved.
    var awaitsHalving = false
    /// The first lane that has not begun to encode its part.
    var nextLane = 0
    /// The number of unfinished tasks that use the strip.
    var unfinishedCount = 0

    init(halvings: Int, plan: StripPlan) {
        self.halvings = halvings
        stride = plan.stride(halvings: halvings)
        pixels = .allocate(byteCount: plan.byteCount(halvings: halvings), alignment: 64)
    }

    deinit { pixels.deallocate() }

    /// Halves this strip into its position in a strip of the next level.
    ///
    /// Each output pixel is the mean of 2 × 2 pixels, with halves rounded up; an odd last column or row counts twice.
    ///
    /// - Complexity: O(*n*) in the number of pixels.
    func halve(into target: PixelStrip, plan: StripPlan) {
        let firstRow = index % 2 == 0 ? 0 : StripPlan.rowCount / 2
        let width = plan.levels[halvings].size.width
        for row in 0..<(rowCount + 1) / 2 {
            let upper = pixels + row * 2 * stride
            let lower = row * 2 + 1 < rowCount ? upper + stride : upper
            let out = target.pixels + (firstRow + row) * target.stride
            cjpeg_halve_rows(upper, lower, width, Int32(truncatingIfNeeded: plan.channels), out)
        }
    }
}

/// A band of the scan whose pieces are decoded into native strips.
///
/// `@unchecked Sendable`: the strips are set before the band is published under the lock of ``StripPipeline`` and do
/// not change; the pieces cover disjoint pixels; the counters are accessed only under that lock.
final class PixelBand: @unchecked Sendable {
    let index: Int
    let source: TIFFBlockSource
    /// The native strips that the band covers wholly or partly.
    let strips: [PixelStrip]

    /// The first piece that no thread has started to decode.
    var nextPiece = 0
    /// The number of pieces not yet decoded.
    var unfinishedCount: Int

    init(index: Int, source: TIFFBlockSource, strips: [PixelStrip]) {
        self.index = index
        self.source = source
        self.strips = strips
        unfinishedCount = source.pieceCount
    }

    /// Decodes a piece into its position in the strips.
    func decode(piece: Int) throws {
        guard let first = strips.first else { return }
        try source.decode(piece: piece, ofBand: index) { row in
            let (strip, rowInStrip) = row.quotientAndRemainder(dividingBy: StripPlan.rowCount)
            let target = strips[strip - first.index]
            return target.pixels + rowInStrip * target.stride
        }
    }
}

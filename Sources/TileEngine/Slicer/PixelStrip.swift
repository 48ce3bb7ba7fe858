import CJPEG

/// The memory of one strip of one level; it is used again for other strips of the same level.
///
/// `@unchecked Sendable`: the pixels are written by whoever fills the strip, before it is published under the lock of
/// ``StripPipeline``, and only read after; several that fill it at once write to different parts. All other
/// variables are touched only under that lock.
final class PixelStrip: @unchecked Sendable {
    /// How often the scan is halved for this level.
    let halvings: Int
    /// The bytes from one row to the next.
    let stride: Int
    /// The pixels, row by row without gaps.
    let pixels: UnsafeMutableRawPointer

    /// Which strip of its level it is.
    var index = 0
    /// The number of pixel rows.
    var rowCount = 0
    /// How many strips of the level above have yet to be halved into this one, or bands of the scan decoded.
    var missingSourceCount = 0
    /// Whether it has yet to be halved.
    var awaitsHalving = false
    /// The first lane that has not begun to encode its part.
    var nextLane = 0
    /// How much of the work on it has not ended.
    var unfinishedCount = 0

    init(halvings: Int, plan: StripPlan) {
        self.halvings = halvings
        stride = plan.stride(halvings: halvings)
        pixels = .allocate(byteCount: plan.byteCount(halvings: halvings), alignment: 64)
    }

    deinit { pixels.deallocate() }

    /// Halves this strip into its place in a strip of the next level.
    ///
    /// Each pixel is the mean of 2 × 2, halves rounded up; an odd last column or row counts twice.
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

/// A band of the scan while its pieces are decoded into native strips.
///
/// `@unchecked Sendable`: the strips are known before it is published under the lock of ``StripPipeline`` and do not
/// change; its pieces cover different pixels; the counters are touched only under that lock.
final class PixelBand: @unchecked Sendable {
    let index: Int
    let source: TIFFBlockSource
    /// The native strips that it covers, wholly or in part.
    let strips: [PixelStrip]

    /// The first piece that nobody decodes yet.
    var nextPiece = 0
    /// How many pieces are not decoded.
    var unfinishedCount: Int

    init(index: Int, source: TIFFBlockSource, strips: [PixelStrip]) {
        self.index = index
        self.source = source
        self.strips = strips
        unfinishedCount = source.pieceCount
    }

    /// Decodes a piece into its place in the strips.
    func decode(piece: Int) throws {
        guard let first = strips.first else { return }
        try source.decode(piece: piece, ofBand: index) { row in
            let (strip, rowInStrip) = row.quotientAndRemainder(dividingBy: StripPlan.rowCount)
            let target = strips[strip - first.index]
            return target.pixels + rowInStrip * target.stride
        }
    }
}

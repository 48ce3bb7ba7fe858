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

import CTIFF
import CVips

/// The values of black and white in samples that have no agreed ones.
struct SampleRange: Hashable, Sendable {
    let black: Double
    let white: Double

    /// A range; nil unless white is above black and both are numbers.
    init?(black: Double, white: Double) {
        guard black.isFinite, white.isFinite, white > black, (white - black).isFinite else { return nil }
        self.black = black
        self.white = white
    }

    static let unit = SampleRange(0, 1)
    static let unsigned32 = SampleRange(0, Double(UInt32.max))

    private init(_ black: Double, _ white: Double) {
        self.black = black
        self.white = white
    }
}

/// Samples in more than 16 bits, with a sign, or in floating point, whose black and white nobody agrees on.
///
/// What is black and what is white is decided in this order:
///
/// 1. A TIFF file may say so, in SMinSampleValue and SMaxSampleValue (TIFF 6.0, section 19).
/// 2. Whole numbers without a sign have their full range, as TIFF 6.0 has it.
/// 3. All others are measured: where all lie within 0 to 1, these are black and white, and otherwise the smallest and
///    the largest are. That is how a measurement, such as a principal component of multispectral pictures, is looked at.
///
/// Between black and white, grey follows the samples evenly. Colour in floating point, as photographs have it, is
/// something else: libvips takes it as linear light of 0 to 1, and so do we.
extension Scan {
    /// Whether samples need a range.
    static func needsRange(_ image: VipsImage) -> Bool {
        guard image.format != cvips_format_uchar, image.format != cvips_format_ushort else { return false }
        return [
            cvips_interpretation_bw, cvips_interpretation_srgb, cvips_interpretation_rgb16, cvips_interpretation_grey16,
            cvips_interpretation_multiband,
        ].contains(image.interpretation)
    }

    /// The range of a scan's samples; nil where they need none. Where it must be measured, all of the scan is read.
    ///
    /// - Throws: `CancellationError`; ``TileEngineError`` `damaged`, or `unsupported` where no sample is a number.
    func sampleRange(of image: VipsImage, watch: EvaluationWatch) throws -> SampleRange? {
        guard Self.needsRange(image) else { return nil }
        if info.format == .tiff, let stated = try statedRange() { return stated }
        if image.format == cvips_format_uint { return .unsigned32 }
        let measured = Extent()
        do {
            try VipsCalls.attempt {
                let samples = try Self.colourBands(of: try stored()).applying { cvips_cast($0, cvips_format_double) }
                let count = samples.width * samples.bandCount
                try watch.watching(samples) {
                    try samples.streamRows { rows, stride, rowCount in
                        for row in 0..<rowCount {
                            let start = (rows + row * stride).assumingMemoryBound(to: Double.self)
                            measured.include(UnsafeBufferPointer(start: start, count: count))
                        }
                    }
                }
            }
        } catch let failure as VipsFailure {
            throw damaged(failure)
        }
        guard measured.least <= measured.most else {
            throw TileEngineError(.unsupported, path: path, "has no sample that is a number, expected a picture")
        }
        if measured.least >= 0, measured.most <= 1 { return .unit }
        return SampleRange(black: measured.least, white: measured.most)
            ?? SampleRange(black: measured.least, white: measured.least.nextUp) ?? .unit
    }

    /// The samples between black and white as bytes, without alpha.
    static func ranged(_ image: VipsImage, _ range: SampleRange) throws -> VipsImage {
        let factor = 255 / (range.white - range.black)
        let colours = try colourBands(of: image)
        let space = colours.bandCount == 1 ? cvips_interpretation_bw : cvips_interpretation_srgb
        return try colours.applying { cvips_linear($0, factor, 0.5 - range.black * factor) }
            .applying { cvips_cast($0, cvips_format_uchar) }
            .applying { cvips_copy_interpretation($0, space) }
    }

    private static func colourBands(of image: VipsImage) throws(VipsFailure) -> VipsImage {
        let count = image.bandCount < 3 ? 1 : 3
        return image.bandCount == count ? image : try image.applying { cvips_extract_bands($0, 0, Int32(count)) }
    }

    private func statedRange() throws -> SampleRange? {
        let file = try openFile()
        guard let reader = ctiff_reader_new(file.descriptor, nil, nil) else { return nil }
        defer { ctiff_reader_free(reader) }
        for _ in 0..<(pageIndex ?? 0) { guard ctiff_reader_next_page(reader) == 0 else { return nil } }
        var (black, white) = (0.0, 0.0)
        guard ctiff_reader_sample_range(reader, &black, &white) == 0 else { return nil }
        return SampleRange(black: black, white: white)
    }

    /// The smallest and the largest sample so far; one thread at a time uses it.
    private final class Extent {
        var least = Double.infinity
        var most = -Double.infinity

        func include(_ samples: UnsafeBufferPointer<Double>) {
            for sample in samples where sample.isFinite {
                if sample < least { least = sample }
                if sample > most { most = sample }
            }
        }
    }
}

import CTIFF
import CVips

/// The black and white values of samples whose type has no conventional ones.
struct SampleRange: Hashable, Sendable {
    let black: Double
    let white: Double

    /// Creates a range. Returns nil unless both values are finite and white is greater than black.
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

/// Handling of samples with more than 16 bits, signed samples and floating-point samples, which have no conventional
/// black and white.
///
/// Black and white are determined in this order:
///
/// 1. A TIFF file may state them in SMinSampleValue and SMaxSampleValue (TIFF 6.0, section 19).
/// 2. Unsigned integers use their full range, as TIFF 6.0 specifies.
/// 3. All others are measured: if every sample is within 0 to 1, these are black and white; otherwise the smallest
///    and largest samples are. This is the usual way to view measurements such as a principal component of
///    multispectral images.
///
/// Grey is linear between black and white. Floating-point colour, as in photographs, is different: it is treated as
/// linear light from 0 to 1, as in libvips.
extension Scan {
    /// Returns whether the image's samples need a range.
    static func needsRange(_ image: VipsImage) -> Bool {
        guard image.format != cvips_format_uchar, image.format != cvips_format_ushort else { return false }
        return [
            cvips_interpretation_bw, cvips_interpretation_srgb, cvips_interpretation_rgb16, cvips_interpretation_grey16,
            cvips_interpretation_multiband,
        ].contains(image.interpretation)
    }

    /// Returns the range of a scan's samples, or nil if they need none. If it must be measured, the whole scan is read.
    ///
    /// - Throws: `CancellationError`; ``TileEngineError`` `damaged`, or `unsupported` if no sample is a number.
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

    /// Maps the samples between black and white to bytes, without alpha.
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
        TIFFPages.withPage(pageIndex ?? 0, of: try openFile()) { reader in
            var (black, white) = (0.0, 0.0)
            guard ctiff_reader_sample_range(reader, &black, &white) == 0 else { return nil }
            return SampleRange(black: black, white: white)
        }
    }

    /// The smallest and largest sample so far. Only one thread at a time uses it.
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

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
    /// - Parameters:
    ///   - report: Called with the completed fraction of a measurement.
    ///   - isCancelled: Called occasionally during a measurement; returns whether to stop.
    /// - Throws: `CancellationError`; ``TileEngineError`` `damaged`, or `unsupported` if no sample is a number.
    func sampleRange(
        of image: VipsImage, report: (Double) -> Void = { _ in }, isCancelled: () -> Bool = { false }
    ) throws -> SampleRange? {
        guard Self.needsRange(image) else { return nil }
        if info.format == .tiff, let stated = try statedRange() { return stated }
        if image.format == cvips_format_uint { return .unsigned32 }
        let measured = try extent(report: report, isCancelled: isCancelled)
        guard measured.least <= measured.most else {
            throw TileEngineError(.unsupported, path: path, "has no sample that is a number, expected a picture")
        }
        if measured.least >= 0, measured.most <= 1 { return .unit }
        return SampleRange(black: measured.least, white: measured.most)
            ?? SampleRange(black: measured.least, white: measured.least.nextUp) ?? .unit
    }

    /// Returns the smallest and largest sample. The scan is read in many short calls of libvips, because another thread
    /// whose call has failed waits for the end of each, and all others wait for that thread.
    ///
    /// - Complexity: O(*n*) in the number of samples, in memory of 1 MiB or one row.
    private func extent(report: (Double) -> Void, isCancelled: () -> Bool) throws -> Extent {
        do {
            let (samples, reader) = try VipsCalls.attempt {
                let samples = try Self.colourBands(of: try stored()).applying { cvips_cast($0, cvips_format_double) }
                return (samples, try VipsRowReader(samples))
            }
            let samplesPerRow = samples.width * samples.bandCount
            let batch = max(1, min(samples.height, (1 << 17) / samplesPerRow))
            let memory = UnsafeMutableBufferPointer<Double>.allocate(capacity: batch * samplesPerRow)
            defer { memory.deallocate() }
            var extent = Extent()
            guard let base = memory.baseAddress else { return extent }
            for top in stride(from: 0, to: samples.height, by: batch) {
                if isCancelled() { throw CancellationError() }
                let rowCount = min(batch, samples.height - top)
                // The scan's own reader will give the same warnings again.
                let (failure, wasConcurrent) = VipsWarnings().collecting {
                    reader.read(top: top, rowCount: rowCount, into: base)
                }
                if let failure {
                    guard wasConcurrent else { throw failure }
                    // The message may be that of another thread, so the scan is read again without other threads.
                    return try VipsCalls.exclusively {
                        try self.extent(report: { _ in }, isCancelled: isCancelled)
                    }
                }
                extent.include(UnsafeBufferPointer(start: base, count: rowCount * samplesPerRow))
                report(Double(top + rowCount) / Double(samples.height))
            }
            return extent
        } catch let failure as VipsFailure {
            throw damaged(failure)
        }
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

    /// The smallest and largest sample so far.
    private struct Extent {
        var least = Double.infinity
        var most = -Double.infinity

        mutating func include(_ samples: UnsafeBufferPointer<Double>) {
            for sample in samples where sample.isFinite {
                if sample < least { least = sample }
                if sample > most { most = sample }
            }
        }
    }
}

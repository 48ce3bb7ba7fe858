import CVips

/// Reads any scan that libvips supports, with colour conversion and mirroring on the way.
///
/// Decoding happens on the calling thread, so that warnings can be attributed to this scan.
final class VipsStripSource: StripSource {
    let size: PixelSize
    let channels: Int
    let exifOrientation: Int

    private let scan: Scan
    private let paper: PaperColour
    private let warnings: VipsWarnings
    private var image: VipsImage?
    private var reader: VipsRowReader?
    private var nextRow = 0

    /// Opens a scan.
    ///
    /// Only a horizontal flip can be applied while reading from top to bottom. All other orientations need the scan's
    /// last rows first, so its pixels must be spooled to disk (see ``StripSource/spool(to:of:report:isCancelled:)``),
    /// where they can be read in any order.
    ///
    /// - Parameters:
    ///   - report: Called with the completed fraction if the range of the samples must be measured.
    ///   - isCancelled: Called occasionally meanwhile; returns whether to stop.
    /// - Throws: `CancellationError`; ``TileEngineError`` `damaged`, `unsupported`.
    convenience init(
        _ scan: Scan, paper: PaperColour, report: (Double) -> Void = { _ in }, isCancelled: () -> Bool = { false }
    ) throws {
        let warnings = VipsWarnings()
        let image = try warnings.collecting {
            let stored = try scan.stored()
            let range = try scan.sampleRange(of: stored, report: report, isCancelled: isCancelled)
            return try Self.pixels(stored, of: scan, paper: paper, range: range, warnings: warnings)
        }
        try self.init(scan, image, paper: paper, exifOrientation: image.orientation, warnings: warnings)
    }

    /// Opens pixels that were spooled to disk row by row, and turns them.
    ///
    /// - Throws: ``TileEngineError``.
    convenience init(_ scan: Scan, spooledAt path: String, from source: any StripSource) throws {
        try VipsRuntime.start()
        let colours = source.channels == 1 ? cvips_interpretation_bw : cvips_interpretation_srgb
        do {
            let image = try VipsCalls.attempt { () throws(VipsFailure) in
                let pointer = cvips_rawload(
                    path, Int32(clamping: source.size.width), Int32(clamping: source.size.height),
                    Int32(clamping: source.channels), colours)
                guard let stored = VipsImage(pointer) else { throw .takeLatest() }
                let image = try stored.applying(cvips_copy)
                cvips_image_set_int(image.pointer, "orientation", Int32(clamping: source.exifOrientation))
                return try image.applying(cvips_autorot)
            }
            try self.init(scan, image, paper: .white, exifOrientation: 1, warnings: VipsWarnings())
        } catch let failure as VipsFailure {
            throw scan.damaged(failure)
        }
        warnings.remarks.merge(source.remarks)
    }

    private init(
        _ scan: Scan, _ pixels: VipsImage, paper: PaperColour, exifOrientation: Int, warnings: VipsWarnings
    ) throws {
        self.scan = scan
        self.paper = paper
        self.exifOrientation = exifOrientation > 2 ? exifOrientation : 1
        self.warnings = warnings
        do {
            let (image, reader) = try VipsCalls.attempt { () throws(VipsFailure) in
                var image = pixels
                if exifOrientation == 2 { image = try image.applying(cvips_autorot) }
                image = try image.applying(cvips_copy)
                return (image, try VipsRowReader(image))
            }
            self.image = image
            self.reader = reader
            size = image.size
            channels = image.bandCount
        } catch {
            throw scan.damaged(error)
        }
    }

    var remarks: DecodingRemarks { warnings.remarks }

    func read(rowCount: Int, into rows: UnsafeMutableRawPointer) throws {
        guard let reader else { return }
        let (failure, wasConcurrent) = warnings.collecting {
            reader.read(top: nextRow, rowCount: rowCount, into: rows)
        }
        if let failure { throw wasConcurrent ? cause(of: failure, rowCount: rowCount) : scan.damaged(failure) }
        nextRow += rowCount
    }

    /// Closes the scan. Some decoders report warnings only then.
    func finish() {
        warnings.collecting {
            reader = nil
            image = nil
        }
    }

    /// Returns the error for rows that could not be read while other threads called libvips, so that their messages are
    /// mixed. Decodes the scan again up to these rows, without other threads.
    ///
    /// - Complexity: O(*n*) in the number of pixels above and in these rows.
    private func cause(of failure: VipsFailure, rowCount: Int) -> any Error {
        VipsCalls.exclusively {
            do {
                let again = try VipsStripSource(scan, paper: paper)
                let memory = UnsafeMutableRawBufferPointer.allocate(
                    byteCount: rowCount * size.width * channels, alignment: 64)
                defer { memory.deallocate() }
                guard let base = memory.baseAddress else { return scan.damaged(failure) }
                while again.nextRow < nextRow + rowCount {
                    try again.read(rowCount: min(rowCount, nextRow + rowCount - again.nextRow), into: base)
                }
                return scan.damaged(VipsFailure(message: "no reason given"))
            } catch {
                return error
            }
        }
    }

    /// Converts the pixels of a scan to the form that tiles have: grey stays grey, everything else becomes RGB.
    private static func pixels(
        _ stored: VipsImage, of scan: Scan, paper: PaperColour, range: SampleRange?, warnings: VipsWarnings
    ) throws -> VipsImage {
        let isGrey =
            stored.bandCount == 1 && stored.format == cvips_format_uchar && !stored.hasProfile
            && stored.interpretation == cvips_interpretation_bw
        return isGrey ? stored : try scan.normalised(stored, paper: paper, range: range, warnings: warnings)
    }
}

import CVips

/// Any scan that libvips reads, converted and turned on the way.
///
/// The thread that calls it decodes, so that warnings are known to be this scan's.
final class VipsStripSource: StripSource {
    let size: PixelSize
    let channels: Int
    /// How the pixels must still be turned, as EXIF's orientation says it; 1 for upright ones.
    let turn: Int

    private let scan: Scan
    private let paper: PaperColour
    private let warnings: VipsWarnings
    private var image: VipsImage?
    private var reader: Reader?
    private var nextRow = 0

    /// Reads rows of an image.
    private final class Reader {
        let pointer: OpaquePointer

        init(_ image: VipsImage) throws(VipsFailure) {
            guard let pointer = cvips_strip_reader_new(image.pointer) else { throw .taken() }
            self.pointer = pointer
        }

        deinit { cvips_strip_reader_free(pointer) }
    }

    /// Opens a scan.
    ///
    /// Only a flip from side to side can be done on the way from top to bottom. All other turns need the scan's last
    /// rows first, so its pixels must be put on disk, see ``StripSource/spool(to:of:report:isCancelled:)``, whence they can
    /// be read in any order.
    ///
    /// - Parameters:
    ///   - scan: The scan.
    ///   - paper: What shows through where it is transparent.
    ///   - watch: Follows what must be measured first.
    /// - Throws: `CancellationError`; ``TileEngineError`` `damaged`, `unsupported`.
    convenience init(_ scan: Scan, paper: PaperColour, watch: EvaluationWatch) throws {
        let warnings = VipsWarnings()
        let image = try warnings.during {
            let stored = try scan.stored()
            let range = try scan.sampleRange(of: stored, watch: watch)
            return try Self.pixels(stored, of: scan, paper: paper, range: range, warnings: warnings)
        }
        try self.init(scan, image, paper: paper, turn: image.orientation, warnings: warnings)
    }

    /// Opens pixels that were put on disk, row by row, and turns them.
    ///
    /// - Throws: ``TileEngineError``.
    convenience init(_ scan: Scan, spooledAt path: String, from source: some StripSource, turn: Int) throws {
        try VipsRuntime.start()
        let colours = source.channels == 1 ? cvips_interpretation_bw : cvips_interpretation_srgb
        do {
            let image = try VipsCalls.attempt { () throws(VipsFailure) in
                let pointer = cvips_rawload(
                    path, Int32(clamping: source.size.width), Int32(clamping: source.size.height),
                    Int32(clamping: source.channels), colours)
                guard let stored = VipsImage(pointer) else { throw .taken() }
                let image = try stored.applying(cvips_copy)
                cvips_image_set_int(image.pointer, "orientation", Int32(clamping: turn))
                return try image.applying(cvips_autorot)
            }
            try self.init(scan, image, paper: .white, turn: 1, warnings: VipsWarnings())
        } catch let failure as VipsFailure {
            throw scan.damaged(failure)
        }
        warnings.remarks.merge(source.remarks)
    }

    private init(_ scan: Scan, _ pixels: VipsImage, paper: PaperColour, turn: Int, warnings: VipsWarnings) throws {
        self.scan = scan
        self.paper = paper
        self.turn = turn > 2 ? turn : 1
        self.warnings = warnings
        do {
            let (image, reader) = try VipsCalls.attempt { () throws(VipsFailure) in
                var image = pixels
                if turn == 2 { image = try image.applying(cvips_autorot) }
                image = try image.applying(cvips_copy)
                return (image, try Reader(image))
            }
            self.image = image
            self.reader = reader
            size = PixelSize(width: image.width, height: image.height)
            channels = image.bandCount
        } catch {
            throw scan.damaged(error)
        }
    }

    var remarks: DecodingRemarks { warnings.remarks }

    func read(rowCount: Int, into rows: UnsafeMutableRawPointer) throws {
        guard let reader else { return }
        let (failure, hadCompany) = warnings.during {
            VipsCalls.once { () -> VipsFailure? in
                let status = cvips_strip_reader_read(
                    reader.pointer, Int32(clamping: nextRow), Int32(clamping: rowCount),
                    rows.assumingMemoryBound(to: UInt8.self))
                return status == 0 ? nil : .taken()
            }
        }
        if let failure { throw hadCompany ? cause(of: failure, rowCount: rowCount) : scan.damaged(failure) }
        nextRow += rowCount
    }

    /// Closes the scan: some decoders warn only then.
    func finish() {
        warnings.during {
            reader = nil
            image = nil
        }
    }

    /// The error for rows that could not be read while other threads called libvips, whose messages were mixed with its own:
    /// the scan is decoded as far as that once more, without them.
    ///
    /// - Complexity: O(*n*) in the number of pixels above and in these rows.
    private func cause(of failure: VipsFailure, rowCount: Int) -> any Error {
        VipsCalls.alone {
            do {
                let again = try VipsStripSource(
                    scan, paper: paper, watch: EvaluationWatch(report: { _ in }, isCancelled: { false }))
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

    /// The pixels of a scan as tiles are made of them: grey stays grey, all else is red, green and blue.
    private static func pixels(
        _ stored: VipsImage, of scan: Scan, paper: PaperColour, range: SampleRange?, warnings: VipsWarnings
    ) throws -> VipsImage {
        let isGrey =
            stored.bandCount == 1 && stored.format == cvips_format_uchar && !stored.hasProfile
            && stored.interpretation == cvips_interpretation_bw
        return isGrey ? stored : try scan.normalised(stored, paper: paper, range: range, warnings: warnings)
    }
}

import CVips

/// Any scan that libvips reads, converted and turned on the way.
final class VipsStripSource: StripSource {
    let size: PixelSize
    let channels: Int
    /// Whether the pixels are computed rather than only read, so that it takes several threads to do it fast: then
    /// ``stream(_:)`` is the quicker way, otherwise ``read(rowCount:into:)``.
    let isConverted: Bool

    private let scan: Scan
    private let image: VipsImage
    private let reader: OpaquePointer
    private var nextRow = 0

    /// Opens a scan.
    ///
    /// Only a flip from side to side can be done on the way from top to bottom. All other turns need the scan's last
    /// rows first, so its pixels are put on disk, whence they can be read in any order.
    ///
    /// - Parameters:
    ///   - scan: The scan.
    ///   - paper: What shows through where it is transparent.
    ///   - partial: Beside it pixels are put that must be turned; whoever calls discards it.
    ///   - watch: Follows that.
    /// - Throws: `CancellationError`; ``TileEngineError`` `damaged`, `unsupported`, or `io` for the spool.
    init(_ scan: Scan, paper: PaperColour, spoolingBeside partial: PartialFile, watch: EvaluationWatch) throws {
        self.scan = scan
        let stored = try scan.stored()
        let range = try scan.sampleRange(of: stored, watch: watch)
        var image = try Self.pixels(stored, of: scan, paper: paper, range: range)
        isConverted =
            stored.format != cvips_format_uchar || stored.hasProfile || stored.bandCount != image.bandCount
        let orientation = image.orientation
        do {
            if orientation > 2 {
                image = try Self.spooled(image, beside: partial, watch: watch)
                cvips_image_set_int(image.pointer, "orientation", Int32(clamping: orientation))
            }
            if orientation > 1 { image = try image.applying(cvips_autorot) }
            image = try image.applying(cvips_copy)
            guard let reader = cvips_strip_reader_new(image.pointer) else { throw VipsFailure.taken() }
            self.reader = reader
        } catch let failure as VipsFailure {
            throw Self.damaged(scan, failure)
        }
        self.image = image
        size = PixelSize(width: image.width, height: image.height)
        channels = image.bandCount
    }

    deinit { cvips_strip_reader_free(reader) }

    func read(rowCount: Int, into rows: UnsafeMutableRawPointer) throws {
        let status = cvips_strip_reader_read(
            reader, Int32(clamping: nextRow), Int32(clamping: rowCount), rows.assumingMemoryBound(to: UInt8.self))
        guard status == 0 else { throw Self.damaged(scan, .taken()) }
        nextRow += rowCount
    }

    func finish() {}

    /// Has libvips compute all pixels on as many threads as there are cores.
    ///
    /// - Parameter body: Is given row after row, some at a time, on another thread than the caller's, never twice at
    ///   once.
    /// - Throws: What the body throws, which ends the computation; ``TileEngineError`` `damaged`.
    func stream(_ body: (_ rows: UnsafeRawPointer, _ stride: Int, _ count: Int) throws -> Void) throws {
        do {
            try image.streamRows(body)
        } catch let failure as VipsFailure {
            throw Self.damaged(scan, failure)
        }
    }

    /// The pixels of a scan as tiles are made of them: grey stays grey, all else is red, green and blue.
    private static func pixels(_ stored: VipsImage, of scan: Scan, paper: PaperColour, range: SampleRange?) throws
        -> VipsImage
    {
        let isGrey =
            stored.bandCount == 1 && stored.format == cvips_format_uchar && !stored.hasProfile
            && stored.interpretation == cvips_interpretation_bw
        return isGrey ? stored : try scan.normalised(stored, paper: paper, range: range)
    }

    /// The same pixels in a file without a header, which libvips maps.
    private static func spooled(
        _ image: VipsImage, beside partial: PartialFile, watch: EvaluationWatch
    ) throws -> VipsImage {
        let path = partial.spoolPath
        try watch.watching(image) {
            guard cvips_rawsave(image.pointer, path) == 0 else {
                let failure = VipsFailure.taken()
                // libvips tells a disk that is full from a scan that is damaged in words only.
                guard failure.message.contains("write") else { throw failure }
                throw TileEngineError(
                    .io, path: partial.place,
                    "cannot be written: no room to turn the scan upright (\(failure.message))")
            }
        }
        return try image.applying { _ in
            cvips_rawload(
                path, Int32(clamping: image.width), Int32(clamping: image.height), Int32(clamping: image.bandCount),
                image.bandCount == 1 ? cvips_interpretation_bw : cvips_interpretation_srgb)
        }
    }

    private static func damaged(_ scan: Scan, _ failure: VipsFailure) -> TileEngineError {
        scan.damaged(failure)
    }
}

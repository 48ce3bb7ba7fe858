import CVips

/// Any scan that libvips reads, converted and turned on the way.
final class VipsStripSource: StripSource {
    let size: PixelSize
    let channels: Int
    /// Whether the pixels are computed rather than only read, so that it takes several threads to do it fast: then
    /// ``stream(_:)`` is the quicker way, otherwise ``read(rowCount:into:)``.
    let isConverted: Bool
    /// How the pixels must still be turned, as EXIF's orientation says it; 1 for upright ones.
    let turn: Int

    private let scan: Scan
    private let image: VipsImage
    private let reader: OpaquePointer
    private var nextRow = 0

    /// Opens a scan.
    ///
    /// Only a flip from side to side can be done on the way from top to bottom. All other turns need the scan's last
    /// rows first, so its pixels must be put on disk, see ``turned(beside:watch:)``, whence they can be read in any order.
    ///
    /// - Parameters:
    ///   - scan: The scan.
    ///   - paper: What shows through where it is transparent.
    ///   - watch: Follows what must be measured first.
    /// - Throws: `CancellationError`; ``TileEngineError`` `damaged`, `unsupported`.
    convenience init(_ scan: Scan, paper: PaperColour, watch: EvaluationWatch) throws {
        let stored = try scan.stored()
        let range = try scan.sampleRange(of: stored, watch: watch)
        let image = try Self.pixels(stored, of: scan, paper: paper, range: range)
        let isConverted =
            stored.format != cvips_format_uchar || stored.hasProfile || stored.bandCount != image.bandCount
        try self.init(scan, image, isConverted: isConverted, turn: image.orientation)
    }

    /// Opens pixels that were put on disk, row by row, and turns them.
    ///
    /// - Throws: ``TileEngineError``.
    convenience init(
        _ scan: Scan, spooledAt path: String, size: PixelSize, channels: Int, turn: Int, isConverted: Bool
    ) throws {
        try VipsRuntime.start()
        let colours = channels == 1 ? cvips_interpretation_bw : cvips_interpretation_srgb
        let pointer = cvips_rawload(
            path, Int32(clamping: size.width), Int32(clamping: size.height), Int32(clamping: channels), colours)
        guard let stored = VipsImage(pointer) else { throw Self.damaged(scan, .taken()) }
        do {
            let image = try stored.applying(cvips_copy)
            cvips_image_set_int(image.pointer, "orientation", Int32(clamping: turn))
            try self.init(scan, try image.applying(cvips_autorot), isConverted: isConverted, turn: 1)
        } catch let failure as VipsFailure {
            throw Self.damaged(scan, failure)
        }
    }

    private init(_ scan: Scan, _ pixels: VipsImage, isConverted: Bool, turn: Int) throws {
        self.scan = scan
        self.isConverted = isConverted
        self.turn = turn > 2 ? turn : 1
        var image = pixels
        do {
            if turn == 2 { image = try image.applying(cvips_autorot) }
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

    /// The same pixels upright, by way of a file without a header, which libvips maps.
    ///
    /// - Parameters:
    ///   - partial: The file is put beside it; whoever calls discards it.
    ///   - watch: Follows the writing.
    /// - Throws: `CancellationError`; ``TileEngineError`` `damaged`, or `io` for the file.
    func turned(beside partial: PartialFile, watch: EvaluationWatch) throws -> VipsStripSource {
        let path = partial.spoolPath
        do {
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
        } catch let failure as VipsFailure {
            throw Self.damaged(scan, failure)
        }
        return try VipsStripSource(
            scan, spooledAt: path, size: size, channels: channels, turn: turn, isConverted: isConverted)
    }

    private static func damaged(_ scan: Scan, _ failure: VipsFailure) -> TileEngineError {
        scan.damaged(failure)
    }
}

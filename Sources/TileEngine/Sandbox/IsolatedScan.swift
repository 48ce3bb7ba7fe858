import CVips
import Foundation

/// A scan that this process never decodes: sends requests to a child process, and validates its responses.
struct IsolatedScan: Sendable {
    let path: String
    let format: ScanFormat
    /// The requested page, from 1, or nil.
    let page: Int?
    let limits: ScanLimits
    let program: [String]

    /// The address space that the program, its libraries and their threads need.
    private static let programByteCount = 2 << 30
    /// The memory per pixel of a decoder that holds the whole image: four channels in floating point.
    private static let decoderBytesPerPixel = 16
    /// The maximum number of channels in a row.
    private static let mostChannels = 3
    /// The factor by which a child's allowed run time exceeds its processor time, for busy machines.
    private static let patience = 3.0

    /// Reads the header in a child process.
    ///
    /// - Throws: The errors of ``Scan/init(path:page:limits:policy:)``.
    func header(of file: OpenFile) throws -> IsolatedHeader {
        let child = try start(
            .header, file, rows: nil, pixelByteCount: 0, seconds: limits.openingSeconds, isCancelled: { false })
        let message = try message(from: child)
        guard let header = IsolatedHeader(message, byteCount: try file.byteCount()), header.info.format == format else {
            throw child.protocolError("its header")
        }
        guard try child.word() == 0 else { throw child.protocolError("more rows than expected") }
        try child.expectEnd()
        return header
    }

    /// A child that decodes, its memory for rows, and the header of the rows that follow; nil if there are none.
    typealias Response = (child: DecodingChild, rows: SharedRows, header: IsolatedHeader?)

    /// Starts decoding in a child process.
    func begin(
        _ task: DecodingRequest.Task, of info: ScanInfo, needsWholeImage: Bool, paper: PaperColour,
        isCancelled: @escaping () -> Bool
    ) throws -> Response {
        let file = try OpenFile.forReading(path, expected: "an image file")
        // The rows of a scan that must still be turned can be as long as it is high.
        let longestRow = task == .thumbnail ? Scan.longestThumbnailSide : max(info.width, info.height)
        let rows = try SharedRows(longestRowByteCount: longestRow * Self.mostChannels, path: path)
        // `TIFFBlockRows` has at least one band in memory, of at most this many rows.
        let bandRowCount = format == .tiff ? min(info.height, TIFFBlockSource.mostRowsPerBlock) : 0
        let (pixelCount, bytesPerPixel) =
            needsWholeImage
            ? (info.pixelCount, Self.decoderBytesPerPixel) : (info.width * bandRowCount, Self.mostChannels)
        let child = try start(
            task, file, rows: rows, pixelByteCount: min(pixelCount, 1 << 40) * bytesPerPixel, paper: paper,
            seconds: task == .rows ? limits.decodingSeconds(pixelCount: info.pixelCount) : limits.openingSeconds,
            isCancelled: isCancelled)
        let message = try message(from: child)
        if task == .thumbnail, message.kind == .nothing { return (child, rows, nil) }
        guard let header = IsolatedHeader(message, byteCount: info.byteCount) else {
            throw child.protocolError("its header")
        }
        return (child, rows, header)
    }

    private func start(
        _ task: DecodingRequest.Task, _ file: OpenFile, rows: SharedRows?, pixelByteCount: Int,
        paper: PaperColour = .white,
        seconds: Int, isCancelled: @escaping () -> Bool
    ) throws -> DecodingChild {
        let byteCount = Int(try file.byteCount())
        // The header of a plain JPEG is parsed here, without a decoder, so that its child need not load libvips.
        let plain = format == .jpeg && task != .thumbnail ? try JPEGHeader(file) : nil
        let request = DecodingRequest(
            task: task, format: format, page: page,
            paper: Int(paper.red) << 16 | Int(paper.green) << 8 | Int(paper.blue),
            memoryByteCount: Self.programByteCount + min(byteCount, 1 << 40) + (rows?.slots.totalByteCount ?? 0)
                + pixelByteCount,
            seconds: seconds, parent: getpid(),
            isPlain: plain.map { $0.orientation == 1 && !$0.hasColourProfile } ?? false)
        return try DecodingChild(
            program: program, arguments: request.arguments, file: file, rows: rows, label: format.label,
            seconds: Double(seconds) * Self.patience, isCancelled: isCancelled)
    }

    private func message(from child: DecodingChild) throws -> ScanMessage {
        guard let message = ScanMessage(try child.bytes(count: ScanMessage.byteCount)) else {
            throw child.protocolError("its first words")
        }
        if message.kind == .failure {
            throw try Self.failure(kind: message.words[0], byteCount: message.words[1], child, path: path)
        }
        return message
    }

    /// Reads the error message of a given length that a child has sent.
    static func failure(kind: UInt32, byteCount: UInt32, _ child: DecodingChild, path: String) throws -> TileEngineError
    {
        guard byteCount <= ScanMessage.longestReason else {
            return child.protocolError("an error of \(byteCount) bytes")
        }
        return ScanMessage.error(kind: kind, reason: try child.bytes(count: Int(byteCount)), path: path)
    }

    /// Returns the upright thumbnail, or nil if there is none that can be shown. See ``Scan/embeddedThumbnail()``.
    func thumbnail(of info: ScanInfo) throws -> EmbeddedThumbnail? {
        let response = try begin(
            .thumbnail, of: info, needsWholeImage: false, paper: .white, isCancelled: { false })
        guard let header = response.header else { return nil }
        guard header.channels == 3, (1...Scan.longestThumbnailSide).contains(header.rowSize.width),
            (1...Scan.longestThumbnailSide).contains(header.rowSize.height), header.exifOrientation == 1
        else { throw response.child.protocolError("its thumbnail") }
        let source = IsolatedStripSource(response, header, path: path)
        let pixels = try [UInt8](unsafeUninitializedCapacity: source.byteCount) { buffer, initialized in
            guard let base = buffer.baseAddress else { return }
            try source.read(rowCount: header.rowSize.height, into: base)
            initialized = source.byteCount
        }
        try source.finish()
        try VipsRuntime.start()
        let jpeg = try VipsImage.withImage(of: pixels, size: header.rowSize) {
            try $0.encoded(suffix: ".jpg[Q=90,strip]")
        }
        return EmbeddedThumbnail(size: header.rowSize, jpeg: jpeg)
    }
}

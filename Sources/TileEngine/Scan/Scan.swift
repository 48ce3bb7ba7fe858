import CVips
import FileSupport

// `Scan` detects the format from the first bytes of the file, and `ScanPolicy` decides whether and where it may be
// decoded. A file that must not be decoded in this process is an `IsolatedScan`: for the header, the rows or the
// thumbnail it starts this program again as a child process (`DecodingChild`, `explore decode-scan`). The child
// confines itself (`CLinux`, one function per layer), decodes (`ScanDecoder`) and sends a `ScanMessage` and rows of
// pixels. `IsolatedStripSource` validates both and passes the rows on to be cut like any others.
// docs/untrusted-images.md lists what each layer denies.
//
// libvips reports errors per process. `VipsCalls` therefore repeats a call that failed while other threads were
// calling, with those threads blocked, so that each error is attributed to the right file. Warnings are collected in
// the thread that decodes (`VipsWarnings`, `TIFFWarnings`) and reported in `SliceResult.notes`.

/// An image file that can be sliced.
///
/// Opening a scan reads only its header. Its pixels are normalised whenever they are read: turned upright by the EXIF
/// orientation, converted from the file's colour profile to sRGB, from 16 bits to 8, from CMYK and grey to RGB, and
/// alpha flattened onto paper; for other sample types see ``SampleRange``. Several channels beyond the colours are left
/// out. Only one page of a multi-page file is used. A truncated file is an error and never produces grey rows.
public struct Scan: Sendable {
    /// The file, as the caller gave it.
    public let path: String
    /// The header, which describes the whole scan.
    let header: ScanInfo
    /// The part of the scan that this is, or nil for the whole scan.
    var plan: PartPlan?
    /// The page as libvips counts, from 0, or nil for libvips' default.
    let pageIndex: Int?
    /// Whether the decoder must hold the whole image in memory.
    let needsWholeImage: Bool
    /// The limits on its size and decoding time.
    let limits: ScanLimits
    /// The child-process decoder, if this process must not decode the file; otherwise nil.
    let isolated: IsolatedScan?
    /// The file's bytes, if this is the child process.
    private let mapped: MappedFile?

    /// The resolution at which PDF pages are rasterised. Print stays sharp, and an A4 page has 2480 × 3508 pixels.
    public static let dotsPerInch = 300

    /// Opens an image file and reads its header.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - page: The page, from 1. If nil, the main page is used: the first, except for a TIFF whose first page is a
    ///     reduced version of another, and in HEIF the one marked as primary.
    ///   - limits: The limits on its size and decoding time.
    ///   - policy: The formats that may be decoded, and which of them only in a child process.
    /// - Throws: ``TileEngineError``: `unreadable` for a file that is missing, a folder, empty or not readable with the
    ///   current permissions; `unsupported` for a file that is not in a ``ScanFormat``, regardless of its name, or in
    ///   one that the policy forbids; `damaged` for a broken header; `tooLarge` beyond the limits; `outOfRange` for a
    ///   page that does not exist.
    public init(path: String, page: Int? = nil, limits: ScanLimits = .standard, policy: ScanPolicy = .standard) throws {
        let file = try OpenFile.forReading(path, expected: "an image file")
        let format = try Self.format(of: file)
        guard try policy.isolates(format, path: path) else {
            self = try Scan(file, as: format, mapped: nil, page: page, limits: limits)
            return
        }
        let isolated = IsolatedScan(path: path, format: format, page: page, limits: limits, program: policy.program)
        let received = try isolated.header(of: file)
        self.path = path
        self.limits = limits
        self.isolated = isolated
        mapped = nil
        header = received.info
        pageIndex = received.pageIndex
        needsWholeImage = received.needsWholeImage
        try checkSize()
    }

    /// Opens a file in the child process. Its format must be the one that the parent detected; no other decoder is
    /// allowed.
    init(_ mapped: MappedFile, as format: ScanFormat, page: Int?, limits: ScanLimits) throws {
        let found = try Self.format(of: mapped.file)
        guard found == format else {
            throw TileEngineError(.damaged, path: mapped.file.path, "is \(found.label) now, expected \(format.label)")
        }
        self = try Scan(mapped.file, as: format, mapped: mapped, page: page, limits: limits)
    }

    private static func format(of file: OpenFile) throws -> ScanFormat {
        let signature = try file.bytes(at: 0, count: ScanFormat.signatureByteCount)
        guard let format = ScanFormat(signature: signature) else {
            let found = UnsupportedFormat.label(ofFileBeginningWith: signature).map {
                "is \($0), which is not supported"
            }
            throw file.error(
                .unsupported,
                "\(found ?? "begins with \(Self.quoted(signature))"), expected an image: \(Self.knownFormats)")
        }
        try ChunkLengths.check(file, format)
        return format
    }

    /// Opens a file that this process decodes itself.
    private init(_ file: OpenFile, as format: ScanFormat, mapped: MappedFile?, page: Int?, limits: ScanLimits) throws {
        path = file.path
        self.limits = limits
        self.mapped = mapped
        isolated = nil
        if let page, page != 1 || format.hasPages { try Self.check(page: page, of: path, format, mapped) }
        pageIndex = format.hasPages ? page.map { $0 - 1 } ?? TIFFPages.mainIndex(of: file, format) : nil
        if format == .jpeg, let plain = try JPEGStripSource.plainHeader(of: file) {
            // libvips does not even need to be loaded for these.
            header = ScanInfo(plain, byteCount: try file.byteCount())
            needsWholeImage = plain.hasSeveralScans
            try checkSize()
            return
        }
        let image = try Self.open(path, as: format, page: pageIndex, mapped)
        if format == .portableAnymap { try Self.checkAnymap(file, against: image) }
        let turnsSideways = image.orientation >= 5
        header = ScanInfo(
            width: turnsSideways ? image.height : image.width,
            height: turnsSideways ? image.width : image.height,
            format: format,
            byteCount: try file.byteCount(),
            orientation: image.orientation,
            bandCount: image.bandCount,
            pageCount: format.hasPages ? image.pageCount : AnimatedPNG.frameCount(of: file, format),
            bitsPerBand: cvips_format_size(image.format) * 8,
            hasAlpha: image.hasAlpha,
            hasColourProfile: image.hasProfile,
            isSequential: !format.needsWholeImage(image) && image.orientation <= 2,
            isReduced: TIFFPages.isReduced(pageIndex ?? 0, of: file, format))
        needsWholeImage = format.needsWholeImage(image)
        try checkSize()
        // Detects unsupported sample types now rather than when the scan is sliced.
        _ = try normalised(image, paper: .white, range: .unit, warnings: VipsWarnings())
    }

    /// The header's information, with the size of the part if this is one.
    public var info: ScanInfo {
        var info = header
        if let plan { (info.width, info.height) = (plan.crop.width, plan.crop.height) }
        return info
    }

    /// Returns the pixels as stored, ready to be read once from top to bottom.
    func stored() throws -> VipsImage {
        guard isolated == nil else {
            throw TileEngineError(
                .unsupported, path: path, "is \(info.format.label), expected to be decoded in a child")
        }
        return try Self.open(path, as: info.format, page: pageIndex, mapped)
    }

    /// Opens the file again.
    func openFile() throws -> OpenFile { try mapped?.file ?? OpenFile.forReading(path, expected: "an image file") }

    /// Returns the error for a file that cannot be read to its end or uses a feature that its decoder does not support.
    func damaged(_ failure: VipsFailure) -> TileEngineError {
        let unsupported = (try? openFile()).flatMap {
            try? UnsupportedFeature.error(of: $0, info.format, page: pageIndex)
        }
        return unsupported
            ?? TileEngineError(
                .damaged, path: path,
                "cannot be read to its end (\(failure.message)), expected a whole \(info.format.label) file")
    }

    private static func check(page: Int, of path: String, _ format: ScanFormat, _ mapped: MappedFile?) throws {
        let count = format.hasPages ? try open(path, as: format, page: nil, mapped).pageCount : 1
        guard (1...count).contains(page) else {
            throw TileEngineError(
                .outOfRange, path: path, "has no page \(page), expected \(count == 1 ? "1" : "1 to \(count)")")
        }
    }

    /// Returns the pixels of a page as stored, ready to be read once from top to bottom.
    static func open(
        _ path: String, as format: ScanFormat, page: Int? = nil, _ mapped: MappedFile? = nil
    ) throws -> VipsImage {
        try VipsRuntime.start()
        if !ScanPolicy.trustedFormats.contains(format) { VipsRuntime.unblock(format) }
        guard cvips_has_operation(format.loader) != 0 else {
            throw TileEngineError(
                .unsupported, path: path, "is \(format.label), which libvips \(VipsRuntime.version) here cannot read")
        }
        do {
            return try VipsCalls.attempt { () throws(VipsFailure) in try load(path, as: format, page: page, mapped) }
        } catch {
            let file = try mapped?.file ?? OpenFile.forReading(path, expected: "an image file")
            if let unsupported = try UnsupportedFeature.error(of: file, format, page: page) { throw unsupported }
            throw TileEngineError(
                .damaged, path: path,
                "has a damaged header (\(error.message)), expected a whole \(format.label) file")
        }
    }

    private static func load(
        _ path: String, as format: ScanFormat, page: Int?, _ mapped: MappedFile?
    ) throws(VipsFailure) -> VipsImage {
        let source =
            mapped.map { cvips_source_new_from_memory($0.bytes.baseAddress, $0.bytes.count) }
            ?? cvips_source_new_from_file(path)
        guard let source else { throw .takeLatest() }
        defer { cvips_source_unref(source) }
        let pointer = cvips_image_load_page(
            format.loader, source, 1, Int32(clamping: page ?? -1), format == .pdf ? Double(dotsPerInch) : 0)
        guard let image = VipsImage(pointer) else { throw .takeLatest() }
        return image
    }

    private func checkSize() throws {
        guard max(info.width, info.height) <= limits.longestSide else {
            throw TileEngineError(
                .tooLarge, path: path,
                "is \(info.size) pixels, expected sides of at most \(limits.longestSide)")
        }
        let (area, reason) =
            if needsWholeImage {
                (limits.wholeArea, "in \(info.format.label) that can only be decoded as a whole")
            } else if !info.isSequential {
                (limits.spooledArea, "to be turned upright on disk")
            } else {
                (limits.sequentialArea, "in all")
            }
        guard info.width <= area / info.height else {
            throw TileEngineError(
                .tooLarge, path: path, "is \(info.size) pixels, expected at most \(area) \(reason)")
        }
    }

    /// Compares the size in an anymap's header with the one that libvips reports, which is one pixel if the real size
    /// exceeds libvips' maximum.
    private static func checkAnymap(_ file: OpenFile, against image: VipsImage) throws {
        let header = String(decoding: try file.bytes(at: 0, count: 4096), as: UTF8.self)
        let words = header.split(whereSeparator: \.isNewline)
            .flatMap { line in line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace) }
        guard words.count > 2, Int(words[1]) == image.width, Int(words[2]) == image.height else {
            throw file.error(
                .damaged,
                "has a damaged header (its size cannot be read), expected a whole \(ScanFormat.portableAnymap.label) file"
            )
        }
    }

    private static var knownFormats: String {
        ScanFormat.allCases.map(\.label).joined(separator: ", ")
    }

    /// Returns the first bytes of a file in readable form.
    private static func quoted(_ bytes: [UInt8]) -> String {
        let start = bytes.prefix(12)
        if start.allSatisfy({ $0 == 32 || (9...13).contains($0) }) { return "white space" }
        if start.allSatisfy({ (32...126).contains($0) || $0 == 10 || $0 == 13 || $0 == 9 }) {
            return "“\(TileEngineError.oneLine(String(decoding: start, as: UTF8.self)))”"
        }
        let hexadecimal = start.prefix(8).map { CollectionOfOne($0).hexadecimalDigits }
        return "the bytes \(hexadecimal.joined(separator: " "))"
    }
}

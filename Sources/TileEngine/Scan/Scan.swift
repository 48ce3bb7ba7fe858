import CVips

/// An image file that can be sliced.
///
/// Opening one reads its header only. Whenever its pixels are read they are normalised: turned upright by the EXIF
/// orientation, converted from the file's colour profile to sRGB, from 16 bits to 8, from CMYK and grey to RGB, and
/// alpha laid onto paper. Of a file with several pages the first is taken. A file that is cut short is an error, never
/// grey rows.
public struct Scan: Sendable {
    /// The file, as the caller gave it.
    public let path: String
    /// What the header says.
    public let info: ScanInfo

    /// Opens an image file and reads its header.
    ///
    /// - Throws: ``TileEngineError``: `unreadable` for a file that is missing, a folder, empty or without permission;
    ///   `unsupported` for one that is no image of a ``ScanFormat``, whatever its name says; `damaged` for a broken
    ///   header; `tooLarge` beyond the limits.
    public init(path: String, limits: ScanLimits = .standard) throws {
        self.path = path
        let file = try OpenFile.forReading(path, expected: "an image file")
        let signature = try file.bytes(at: 0, count: ScanFormat.signatureByteCount)
        guard let format = ScanFormat(signature: signature) else {
            throw TileEngineError(
                .unsupported, path: path,
                "begins with \(Self.quoted(signature)), expected an image: \(Self.knownFormats)")
        }
        if format == .jpeg, let plain = try JPEGStripSource.plainHeader(of: file) {
            // libvips need not even be loaded for it.
            info = ScanInfo(plain, byteCount: try file.byteCount())
            try checkSize(needsWholeImage: plain.hasSeveralScans, limits: limits)
            return
        }
        let image = try Self.open(path, as: format)
        if format == .portableAnymap { try Self.checkAnymap(file, against: image) }
        let turnsSideways = image.orientation >= 5
        info = ScanInfo(
            width: turnsSideways ? image.height : image.width,
            height: turnsSideways ? image.width : image.height,
            format: format,
            byteCount: try file.byteCount(),
            orientation: image.orientation,
            bandCount: image.bandCount,
            bitsPerBand: cvips_format_size(image.format) * 8,
            hasAlpha: image.hasAlpha,
            hasColourProfile: image.hasProfile,
            isSequential: !format.needsWholeImage(image) && image.orientation <= 2)
        try checkSize(needsWholeImage: format.needsWholeImage(image), limits: limits)
        // Sample types without an agreed range are found out here rather than when the scan is sliced.
        _ = try normalised(image, paper: .white)
    }

    /// The pixels of the file as they are stored, ready to be read once from top to bottom.
    static func open(_ path: String, as format: ScanFormat) throws -> VipsImage {
        try VipsRuntime.start()
        guard cvips_has_operation(format.loader) != 0 else {
            throw TileEngineError(
                .unsupported, path: path, "is \(format.label), which libvips \(VipsRuntime.version) here cannot read")
        }
        guard let source = cvips_source_new_from_file(path) else {
            throw TileEngineError(.unreadable, path: path, VipsRuntime.takeMessage())
        }
        defer { cvips_source_unref(source) }
        guard let image = VipsImage(cvips_image_load_source(format.loader, source, 1)) else {
            throw TileEngineError(
                .damaged, path: path,
                "has a damaged header (\(VipsRuntime.takeMessage())), expected a whole \(format.label) file")
        }
        return image
    }

    private func checkSize(needsWholeImage: Bool, limits: ScanLimits) throws {
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

    /// Compares the size in an anymap's header with what libvips makes of it, which is one pixel where it is beyond the
    /// largest that libvips knows.
    private static func checkAnymap(_ file: OpenFile, against image: VipsImage) throws {
        let header = String(decoding: try file.bytes(at: 0, count: 4096), as: UTF8.self)
        let words = header.split(whereSeparator: \.isNewline)
            .flatMap { line in line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace) }
        guard words.count > 2, Int(words[1]) == image.width, Int(words[2]) == image.height else {
            throw TileEngineError(
                .damaged, path: file.path,
                "has a damaged header (its size cannot be read), expected a whole \(ScanFormat.portableAnymap.label) file"
            )
        }
    }

    private static var knownFormats: String {
        ScanFormat.allCases.map(\.label).joined(separator: ", ")
    }

    /// The first bytes of a file as a reader can make sense of them.
    private static func quoted(_ bytes: [UInt8]) -> String {
        let start = bytes.prefix(12)
        if start.allSatisfy({ (32...126).contains($0) || $0 == 10 || $0 == 13 || $0 == 9 }) {
            return "“\(TileEngineError.oneLine(String(decoding: start, as: UTF8.self)))”"
        }
        let digits = Array("0123456789abcdef")
        let hexadecimal = start.prefix(8).map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }
        return "the bytes \(hexadecimal.joined(separator: " "))"
    }
}

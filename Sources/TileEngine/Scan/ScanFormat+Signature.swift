/// Formats are detected from the first bytes of a file, never from its name. libvips could detect them itself, but
/// would expose the untrusted file to every decoder it was built with.
extension ScanFormat {
    /// The number of leading bytes needed to detect a format.
    package static let signatureByteCount = 32

    /// Creates the format for a file's first bytes, or nil if they match no known format.
    package init?(signature bytes: [UInt8]) {
        func matches(_ text: StaticString, at offset: Int = 0) -> Bool {
            text.withUTF8Buffer { bytes.dropFirst(offset).starts(with: $0) }
        }
        func matches(_ signature: [UInt8]) -> Bool { bytes.starts(with: signature) }

        if matches([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if matches([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if matches([0x49, 0x49, 42, 0]) || matches([0x4D, 0x4D, 0, 42])
            || matches([0x49, 0x49, 43, 0]) || matches([0x4D, 0x4D, 0, 43])
        {
            self = .tiff
        } else if matches("RIFF"), matches("WEBP", at: 8) {
            self = .webp
        } else if matches([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20]) || matches([0xFF, 0x0A]) {
            self = .jpegxl
        } else if matches([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]) || matches([0xFF, 0x4F, 0xFF, 0x51]) {
            self = .jpeg2000
        } else if matches("ftyp", at: 4), Self.isStillBrand(bytes.dropFirst(8).prefix(4)) {
            self = .heif
        } else if matches("GIF8") {
            self = .gif
        } else if matches("%PDF-") {
            self = .pdf
        } else if Self.isAnymap(bytes) {
            self = .portableAnymap
        } else {
            return nil
        }
    }

    /// Whether a file can have several pages. libvips also counts pages in other formats, but those are reduced
    /// versions.
    var hasPages: Bool {
        switch self {
        case .tiff, .heif, .pdf, .gif, .webp: true
        case .jpeg, .png, .jpeg2000, .jpegxl, .portableAnymap: false
        }
    }

    /// Returns whether the decoder must hold the whole image in memory. Most formats always do; JPEG and PNG do if
    /// their data has several passes, which libvips records in the metadata.
    func needsWholeImage(_ image: VipsImage) -> Bool {
        switch self {
        case .jpeg: image.hasFlag("jpeg-multiscan")
        case .png: image.hasFlag("interlaced")
        case .tiff, .portableAnymap: false
        case .webp, .heif, .jpeg2000, .jpegxl, .gif, .pdf: true
        }
    }

    private static func isStillBrand(_ brand: ArraySlice<UInt8>) -> Bool {
        ["heic", "heix", "hevc", "heim", "heis", "hevm", "hevs", "mif1", "msf1", "avif", "avis"]
            .contains { brand.elementsEqual($0.utf8) }
    }

    /// Returns whether the bytes begin with `P1` to `P6`, `Pf` or `PF`, followed by white space or a comment.
    private static func isAnymap(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 2, bytes[0] == UInt8(ascii: "P") else { return false }
        return "123456fF".utf8.contains(bytes[1]) && " \t\r\n#".utf8.contains(bytes[2])
    }
}

/// The names of formats.
extension ScanFormat {
    private var names: (commandLine: String, common: String, loader: String, loaderClass: String) {
        switch self {
        case .jpeg: ("jpeg", "JPEG", "jpegload_source", "VipsForeignLoadJpeg")
        case .png: ("png", "PNG", "pngload_source", "VipsForeignLoadPng")
        case .tiff: ("tiff", "TIFF", "tiffload_source", "VipsForeignLoadTiff")
        case .webp: ("webp", "WebP", "webpload_source", "VipsForeignLoadWebp")
        case .heif: ("heif", "HEIF", "heifload_source", "VipsForeignLoadHeif")
        case .jpeg2000: ("jp2k", "JPEG 2000", "jp2kload_source", "VipsForeignLoadJp2k")
        case .jpegxl: ("jxl", "JPEG XL", "jxlload_source", "VipsForeignLoadJxl")
        case .gif: ("gif", "GIF", "gifload_source", "VipsForeignLoadNsgif")
        case .portableAnymap: ("pnm", "PNM", "ppmload_source", "VipsForeignLoadPpm")
        case .pdf: ("pdf", "PDF", "pdfload_source", "VipsForeignLoadPdf")
        }
    }

    /// The name of the format on the command line.
    public var name: String { names.commandLine }
    /// The common name of the format.
    var label: String { names.common }
    /// The name of the libvips operation that reads the format from a source.
    var loader: String { names.loader }
    /// The libvips operation class that loads the format.
    var loaderClass: String { names.loaderClass }

    /// Creates the format with a command-line name; nil for any other. AVIF is HEIF with another codec.
    public init?(name: some StringProtocol) {
        guard let format = Self.allCases.first(where: { $0.name == (name == "avif" ? "heif" : String(name)) }) else {
            return nil
        }
        self = format
    }
}

extension ScanFormat {
    /// Detects the format of a file from its first bytes. Returns nil if it is not a known image format or cannot be
    /// read.
    public init?(ofFile path: String) {
        guard let file = try? OpenFile.forReading(path, expected: "an image file"),
            let signature = try? file.bytes(at: 0, count: Self.signatureByteCount),
            let format = Self(signature: signature)
        else { return nil }
        self = format
    }
}

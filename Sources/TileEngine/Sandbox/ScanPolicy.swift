/// Which decoders a stranger's file may reach, and in which process.
///
/// The decoders of JPEG, PNG, TIFF and WebP are used by browsers or scanners all over the world and attacked every day;
/// libvips does not mark them. All others are refused unless they are named here, and then their files are decoded in a
/// child process that has given up whatever it does not need, see ``ScanDecoder``.
public struct ScanPolicy: Hashable, Sendable {
    /// The formats that are read besides ``trustedFormats``, in a child.
    public var allowedFormats: Set<ScanFormat>
    /// Whether files of trusted formats are decoded in a child too.
    public var isolatesAll: Bool
    /// The program that decodes and its first arguments: this one, unless a test wants another.
    package var program = ["/proc/self/exe", "decode-scan"]
    /// Whether all formats are decoded in this process: in the child itself, and in tests of decoding.
    package var decodesAllHere = false

    /// Makes a policy.
    public init(allowing allowedFormats: Set<ScanFormat> = [], isolatesAll: Bool = false) {
        self.allowedFormats = allowedFormats
        self.isolatesAll = isolatesAll
    }

    /// Trusted formats only, decoded in this process.
    public static let standard = ScanPolicy()

    /// Everything in this process.
    package static let unguarded = {
        var policy = ScanPolicy()
        policy.decodesAllHere = true
        return policy
    }()

    /// The formats whose decoders may see any file.
    public static let trustedFormats: Set<ScanFormat> = [.jpeg, .png, .tiff, .webp]

    /// Whether files of a format are decoded at all.
    package func admits(_ format: ScanFormat) -> Bool {
        decodesAllHere || Self.trustedFormats.contains(format) || allowedFormats.contains(format)
    }

    /// Whether a file is decoded in a child.
    ///
    /// - Throws: ``TileEngineError`` of kind `unsupported` for a format that is not allowed.
    func isolates(_ format: ScanFormat, path: String) throws(TileEngineError) -> Bool {
        if decodesAllHere { return false }
        if Self.trustedFormats.contains(format) { return isolatesAll }
        guard allowedFormats.contains(format) else {
            throw TileEngineError(
                .unsupported, path: path,
                "is \(format.label), whose decoder is not safe for untrusted files, expected JPEG, PNG, TIFF or "
                    + "WebP, or --allow-format \(format.name) for one that you know")
        }
        return true
    }
}

extension ScanFormat {
    /// The format as a command line has it.
    public var name: String {
        switch self {
        case .jpeg2000: "jp2k"
        case .jpegxl: "jxl"
        case .portableAnymap: "pnm"
        case .jpeg, .png, .tiff, .webp, .heif, .gif, .pdf: rawValue
        }
    }

    /// Makes a format of its name on a command line; nil for any other. AVIF is HEIF with another codec.
    public init?(name: some StringProtocol) {
        guard let format = Self.allCases.first(where: { $0.name == (name == "avif" ? "heif" : String(name)) }) else {
            return nil
        }
        self = format
    }

    /// The class of libvips' operations that load the format.
    var loaderClass: String {
        switch self {
        case .jpeg: "VipsForeignLoadJpeg"
        case .png: "VipsForeignLoadPng"
        case .tiff: "VipsForeignLoadTiff"
        case .webp: "VipsForeignLoadWebp"
        case .heif: "VipsForeignLoadHeif"
        case .jpeg2000: "VipsForeignLoadJp2k"
        case .jpegxl: "VipsForeignLoadJxl"
        case .gif: "VipsForeignLoadNsgif"
        case .portableAnymap: "VipsForeignLoadPpm"
        case .pdf: "VipsForeignLoadPdf"
        }
    }
}

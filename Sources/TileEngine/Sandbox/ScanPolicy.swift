/// Determines which decoders may read an untrusted file, and in which process.
///
/// The decoders of JPEG, PNG, TIFF and WebP are exposed to attacks in browsers and scanners worldwide, and libvips does
/// not mark them as untrusted. All others are refused unless they are explicitly allowed; their files are then decoded
/// in a child process that has dropped all privileges it does not need (see ``ScanDecoder``).
public struct ScanPolicy: Hashable, Sendable {
    /// The formats that are allowed in addition to ``trustedFormats``, decoded in a child process.
    public var allowedFormats: Set<ScanFormat>
    /// Whether trusted formats are decoded in a child process too.
    public var isolatesAll: Bool
    /// The decoding program and its first arguments: this program, except in tests.
    package var program = ["/proc/self/exe", "decode-scan"]
    /// Whether all formats are decoded in this process: in the child itself, and in tests of decoding.
    package var decodesAllHere = false

    /// Creates a policy.
    public init(allowing allowedFormats: Set<ScanFormat> = [], isolatesAll: Bool = false) {
        self.allowedFormats = allowedFormats
        self.isolatesAll = isolatesAll
    }

    /// The default policy: trusted formats only, decoded in this process.
    public static let standard = ScanPolicy()

    /// A policy that decodes all formats in this process.
    package static let unguarded = {
        var policy = ScanPolicy()
        policy.decodesAllHere = true
        return policy
    }()

    /// The formats whose decoders may read any file in this process.
    public static let trustedFormats: Set<ScanFormat> = [.jpeg, .png, .tiff, .webp]

    /// Returns whether files of a format are decoded at all.
    package func admits(_ format: ScanFormat) -> Bool {
        decodesAllHere || Self.trustedFormats.contains(format) || allowedFormats.contains(format)
    }

    /// Returns whether a file must be decoded in a child process.
    ///
    /// - Throws: ``TileEngineError`` of kind `unsupported` for a format that is not allowed.
    func isolates(_ format: ScanFormat, path: String) throws(TileEngineError) -> Bool {
        if decodesAllHere { return false }
        if Self.trustedFormats.contains(format) { return isolatesAll }
        guard allowedFormats.contains(format) else {
            throw TileEngineError(
                .unsupported, path: path,
                "is \(format.label), whose decoder is not safe for untrusted files, expected JPEG, PNG, TIFF or "
                    + "WebP, or --allow-format \(format.name) for a file that you trust")
        }
        return true
    }
}

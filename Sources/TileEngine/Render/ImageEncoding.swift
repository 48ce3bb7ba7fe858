/// The encoding of a rendered picture.
///
/// Specification: <https://iiif.io/api/image/3.0/#45-format>, of which these four are made.
public enum ImageFormat: String, CaseIterable, Hashable, Sendable {
    /// JPEG: opaque, so that what is transparent shows the paper.
    case jpeg
    /// PNG, without loss.
    case png
    /// WebP, lossy.
    case webp
    /// TIFF, deflated, without loss.
    case tiff

    /// Makes a format of a file extension without its dot, such as `jpg` or `tif`; nil for any other.
    public init?(fileExtension: some StringProtocol) {
        switch fileExtension.lowercased() {
        case "jpg", "jpeg": self = .jpeg
        case "png": self = .png
        case "webp": self = .webp
        case "tif", "tiff": self = .tiff
        default: return nil
        }
    }

    /// Makes the format in which a tile is encoded.
    public init(_ format: TileFormat) {
        switch format {
        case .jpeg: self = .jpeg
        case .webp: self = .webp
        case .png: self = .png
        }
    }

    /// The extension in file names and addresses, without its dot.
    public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .webp: "webp"
        case .tiff: "tif"
        }
    }

    /// The media type, as in the header `Content-Type`.
    public var mediaType: String { "image/\(rawValue)" }

    /// The longest side that a picture may have, in pixels: libjpeg's and WebP's limits, and libvips'.
    public var longestSide: Int {
        switch self {
        case .jpeg: 65_500
        case .webp: 16_383
        case .png, .tiff: 10_000_000
        }
    }
}

/// How a rendered picture is encoded: a format and what it leaves to choose.
public struct ImageEncoding: Hashable, Sendable {
    /// The format.
    public var format: ImageFormat
    /// The quality of JPEG and WebP, 1 to 100.
    public var compressionQuality: Int
    /// The resolution of colour in a JPEG; nil for that of the tiles which it is made from.
    public var subsampling: Subsampling?
    /// What shows through in a JPEG where the picture is transparent.
    public var paper: PaperColour

    /// Makes an encoding; what is left out is the default.
    public init(
        _ format: ImageFormat = .jpeg, compressionQuality: Int = 85, subsampling: Subsampling? = nil,
        paper: PaperColour = .white
    ) {
        self.format = format
        self.compressionQuality = compressionQuality
        self.subsampling = subsampling
        self.paper = paper
    }
}

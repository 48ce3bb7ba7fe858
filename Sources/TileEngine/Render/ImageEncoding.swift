/// The encoding of a rendered image.
///
/// Specification: <https://iiif.io/api/image/3.0/#45-format>, of which these four formats are supported.
public enum ImageFormat: String, CaseIterable, Hashable, Sendable {
    /// JPEG. Opaque: transparent parts show the paper.
    case jpeg
    /// PNG, lossless.
    case png
    /// WebP, lossy.
    case webp
    /// TIFF with deflate compression, lossless.
    case tiff

    /// Creates the format for a file extension without its dot, such as `jpg` or `tif`; nil for any other.
    public init?(fileExtension: some StringProtocol) {
        switch fileExtension.lowercased() {
        case "jpg", "jpeg": self = .jpeg
        case "png": self = .png
        case "webp": self = .webp
        case "tif", "tiff": self = .tiff
        default: return nil
        }
    }

    /// Creates the format that corresponds to a tile format.
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

    /// The media type, as in the `Content-Type` header.
    public var mediaType: String { "image/\(rawValue)" }

    /// The maximum length of an image's side, in pixels: the limits of libjpeg, WebP and libvips.
    public var longestSide: Int {
        switch self {
        case .jpeg: 65_500
        case .webp: 16_383
        case .png, .tiff: 10_000_000
        }
    }
}

/// The encoding of a rendered image: a format and its parameters.
public struct ImageEncoding: Hashable, Sendable {
    /// The format.
    public var format: ImageFormat
    /// The quality of JPEG and WebP, 1 to 100.
    public var compressionQuality: Int
    /// The chroma subsampling of a JPEG, or nil to use the source tiles' subsampling.
    public var subsampling: Subsampling?
    /// The colour behind transparent parts of a JPEG.
    public var paper: PaperColour

    /// Creates an encoding. Omitted values have their defaults.
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

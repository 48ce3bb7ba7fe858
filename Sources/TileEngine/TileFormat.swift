/// The encoding of a tile.
public enum TileFormat: String, CaseIterable, Hashable, Sendable {
    /// JPEG, the usual choice for a photographed sheet.
    case jpeg
    /// WebP, lossy.
    case webp
    /// PNG, without loss.
    case png

    /// Makes a format of a file extension without its dot, such as `jpg`; nil for any other than a tile's.
    public init?(fileExtension: some StringProtocol) {
        switch fileExtension.lowercased() {
        case "jpg", "jpeg": self = .jpeg
        case "webp": self = .webp
        case "png": self = .png
        default: return nil
        }
    }

    /// The extension in file names and addresses, without its dot.
    public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .webp: "webp"
        case .png: "png"
        }
    }

    /// The media type, as in the header `Content-Type`.
    public var mediaType: String { "image/\(rawValue)" }
}

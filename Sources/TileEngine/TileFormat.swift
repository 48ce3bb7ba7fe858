/// The encoding of a tile.
public enum TileFormat: String, CaseIterable, Hashable, Sendable {
    /// JPEG, the usual choice for a photographed sheet.
    case jpeg
    /// WebP, lossy.
    case webp
    /// PNG, lossless.
    case png

    /// Creates the format for a file extension without its dot, such as `jpg`; nil if it is not the extension of a tile
    /// format.
    public init?(fileExtension: some StringProtocol) {
        switch fileExtension.lowercased() {
        case "jpg", "jpeg": self = .jpeg
        case "webp": self = .webp
        case "png": self = .png
        default: return nil
        }
    }

    /// The extension in file names and addresses, without its dot.
    public var fileExtension: String { ImageFormat(self).fileExtension }

    /// The media type, as in the `Content-Type` header.
    public var mediaType: String { "image/\(rawValue)" }
}

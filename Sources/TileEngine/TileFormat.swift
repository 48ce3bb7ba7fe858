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
        guard let format = ImageFormat(fileExtension: fileExtension) else { return nil }
        self.init(rawValue: format.rawValue)
    }

    /// The extension in file names and addresses, without its dot.
    public var fileExtension: String { ImageFormat(self).fileExtension }

    /// The media type, as in the `Content-Type` header.
    public var mediaType: String { "image/\(rawValue)" }
}

/// How a tile is encoded: a format and what it leaves to choose.
struct TileEncoding: Hashable, Sendable {
    var format: TileFormat
    /// 1 to 100, for JPEG and WebP.
    var quality: Int
    var subsampling: Subsampling

    /// The encoding in the words of libvips: the extension, and the options of its saver.
    ///
    /// Nothing of the scan's metadata belongs in a tile: a camera's place and time would be repeated in each.
    var suffix: String {
        switch format {
        case .jpeg: ".jpg[Q=\(quality),subsample-mode=\(subsampling == .s444 ? "off" : "on"),strip]"
        case .webp: ".webp[Q=\(quality),strip]"
        case .png: ".png[strip]"
        }
    }
}

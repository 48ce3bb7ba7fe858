/// The chroma subsampling of JPEG tiles.
public enum Subsampling: String, CaseIterable, Hashable, Sendable {
    /// 4:4:4: full resolution, which keeps red ink sharp.
    case s444
    /// 4:2:0: half the resolution in both directions, for smaller tiles.
    case s420

    /// Creates a subsampling from its notation, `444` or `4:4:4`, `420` or `4:2:0`; nil for any other.
    public init?(notation: some StringProtocol) {
        switch String(notation) {
        case "444", "4:4:4": self = .s444
        case "420", "4:2:0": self = .s420
        default: return nil
        }
    }
}

/// The settings for cutting a scan into a pyramid.
public struct SliceOptions: Hashable, Sendable {
    /// The side of a tile, in pixels: one of ``tileSizes``.
    public var tileSize: Int
    /// The encoding of the tiles.
    public var format: TileFormat
    /// The quality of JPEG and WebP tiles, 1 to 100; PNG tiles are lossless.
    public var quality: Int
    /// The chroma subsampling of JPEG tiles.
    public var subsampling: Subsampling
    /// The colour of the paper that shows through transparent parts of a scan.
    public var paper: PaperColour

    /// The supported tile sizes, in pixels.
    public static let tileSizes = [256, 512, 1024]

    /// Creates options. Omitted values have their defaults.
    public init(
        tileSize: Int = 256, format: TileFormat = .jpeg, quality: Int = 85, subsampling: Subsampling = .s444,
        paper: PaperColour = .white
    ) {
        self.tileSize = tileSize
        self.format = format
        self.quality = quality
        self.subsampling = subsampling
        self.paper = paper
    }

    /// Checks that each option is valid.
    ///
    /// - Throws: ``TileEngineError`` of kind `outOfRange`, which names the first invalid option.
    public func validate() throws {
        guard Self.tileSizes.contains(tileSize) else {
            throw TileEngineError(.outOfRange, "a tile size of \(tileSize), expected 256, 512 or 1024")
        }
        guard (1...100).contains(quality) else {
            throw TileEngineError(.outOfRange, "a quality of \(quality), expected 1 to 100")
        }
    }
}

/// An opaque colour in sRGB.
public struct PaperColour: Hashable, Sendable {
    /// Red, 0 to 255.
    public var red: UInt8
    /// Green, 0 to 255.
    public var green: UInt8
    /// Blue, 0 to 255.
    public var blue: UInt8

    /// Creates a colour from its channels, 0 to 255.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// White.
    public static let white = PaperColour(red: 255, green: 255, blue: 255)
}

/// The progress of a slicing operation.
public struct SliceProgress: Hashable, Sendable {
    /// A stage of slicing.
    public enum Stage: String, Hashable, Sendable {
        /// The scan is being turned upright on disk before it is cut.
        case turning
        /// Tiles are being cut.
        case cutting
        /// The archive is being checked and flushed to disk.
        case finishing
    }

    /// The current stage.
    public let stage: Stage
    /// The completed fraction of this stage, 0 to 1. It never decreases within a stage.
    public let fraction: Double
    /// The time since slicing began, in seconds.
    public let elapsedSeconds: Double
}

/// The result of a slicing operation.
public struct SliceResult: Hashable, Sendable {
    /// The geometry of the pyramid.
    public let pyramid: Pyramid
    /// The encoding of the tiles.
    public let format: TileFormat
    /// The number of tiles in the archive.
    public let tileCount: Int
    /// The size of the archive in bytes.
    public let byteCount: Int64
    /// The duration of the operation, in seconds.
    public let elapsedSeconds: Double
    /// Notes about the scan, one line each and without the file's name: decoder warnings, and a colour profile that
    /// could not be applied.
    public let notes: [String]
}

/// The encoding of a tile: a format and its parameters.
struct TileEncoding: Hashable, Sendable {
    var format: TileFormat
    /// The quality, 1 to 100, for JPEG and WebP.
    var quality: Int
    var subsampling: Subsampling

    /// The libvips suffix for the encoding: the extension, and the saver's options.
    ///
    /// The scan's metadata is stripped, because a camera's location and time would be repeated in every tile.
    var suffix: String {
        switch format {
        case .jpeg: ".jpg[Q=\(quality),subsample-mode=\(subsampling == .s444 ? "off" : "on"),strip]"
        case .webp: ".webp[Q=\(quality),strip]"
        case .png: ".png[strip]"
        }
    }
}

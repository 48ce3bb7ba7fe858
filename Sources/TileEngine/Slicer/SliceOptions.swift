/// Whether the colour of a JPEG tile has the full resolution.
public enum Subsampling: String, CaseIterable, Hashable, Sendable {
    /// 4:4:4: full resolution, which keeps red ink sharp.
    case s444
    /// 4:2:0: half the resolution in both directions, for smaller tiles.
    case s420

    /// Makes a subsampling of its notation, `444` or `4:4:4`, `420` or `4:2:0`; nil for any other.
    public init?(notation: some StringProtocol) {
        switch String(notation) {
        case "444", "4:4:4": self = .s444
        case "420", "4:2:0": self = .s420
        default: return nil
        }
    }
}

/// How a scan is cut into a pyramid.
public struct SliceOptions: Hashable, Sendable {
    /// The side of a tile, in pixels: one of ``tileSizes``.
    public var tileSize: Int
    /// The encoding of the tiles.
    public var format: TileFormat
    /// The quality of JPEG and WebP tiles, 1 to 100; PNG tiles are lossless.
    public var quality: Int
    /// The resolution of colour in JPEG tiles.
    public var subsampling: Subsampling
    /// The colour of the paper that shows through where a scan is transparent.
    public var paper: PaperColour

    /// The tile sizes that can be chosen, in pixels.
    public static let tileSizes = [256, 512, 1024]

    /// Makes options; what is left out is the default.
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

    /// Checks each option against what there is.
    ///
    /// - Throws: ``TileEngineError`` of kind `outOfRange` that names the first one that does not hold.
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

    /// Makes a colour from its channels, 0 to 255.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// White.
    public static let white = PaperColour(red: 255, green: 255, blue: 255)
}

/// How far a slicing has come.
public struct SliceProgress: Hashable, Sendable {
    /// The part of a slicing that is under way.
    public enum Stage: String, Hashable, Sendable {
        /// The scan is being turned upright on disk, before it can be cut.
        case turning
        /// Tiles are being cut.
        case cutting
        /// The archive is being checked and made durable.
        case finishing
    }

    /// The part that is under way.
    public let stage: Stage
    /// How much of this stage is done, 0 to 1; it never falls within a stage.
    public let fraction: Double
    /// The time since the slicing began, in seconds.
    public let elapsedSeconds: Double
}

/// What a slicing made.
public struct SliceResult: Hashable, Sendable {
    /// The arithmetic of the pyramid.
    public let pyramid: Pyramid
    /// The encoding of the tiles.
    public let format: TileFormat
    /// The number of tiles in the archive.
    public let tileCount: Int
    /// The size of the archive.
    public let byteCount: Int64
    /// The time that it took, in seconds.
    public let elapsedSeconds: Double
    /// What is to be reported of the scan, a line each without the file's name: what its decoder warned of, and a colour
    /// profile that could not be applied.
    public let notes: [String]
}

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

/// The kind of file that a scan is.
public enum ScanFormat: String, CaseIterable, Hashable, Sendable {
    /// JPEG, baseline or progressive.
    case jpeg
    /// PNG.
    case png
    /// TIFF and BigTIFF, in strips or tiles.
    case tiff
    /// WebP.
    case webp
    /// HEIF, which includes AVIF.
    case heif
    /// JPEG 2000.
    case jpeg2000
    /// JPEG XL.
    case jpegxl
    /// GIF, of which the first frame is taken.
    case gif
    /// Portable anymap: PBM, PGM, PPM and PFM.
    case portableAnymap
    /// PDF, of which one page is drawn.
    case pdf
}

/// What the header of a scan says.
public struct ScanInfo: Hashable, Sendable {
    /// The width after orientation, and of a part after rotation and cropping, in pixels.
    public internal(set) var width: Int
    /// The height after orientation, and of a part after rotation and cropping, in pixels.
    public internal(set) var height: Int
    /// The kind of file.
    public let format: ScanFormat
    /// The size of the file.
    public let byteCount: Int64
    /// The EXIF orientation that is applied when the scan is read, 1 (upright) to 8.
    public let orientation: Int
    /// The number of channels in the file, alpha included.
    public let bandCount: Int
    /// How many pages, or frames of an animation, the file has; a TIFF's smaller versions of a page count as pages too.
    public let pageCount: Int
    /// The bits of a channel as libvips holds it: 8, 16, 32, or 64.
    public let bitsPerBand: Int
    /// Whether one of the channels is alpha, which is laid onto paper when the scan is read.
    public let hasAlpha: Bool
    /// Whether the file has a colour profile of its own, from which colours are converted.
    public let hasColourProfile: Bool
    /// Whether the scan can be read from top to bottom in memory that follows its width; otherwise its decoder holds
    /// all of it, or it is spooled to disk to be turned upright.
    public let isSequential: Bool
    /// Whether the page says that it is a smaller version of another one, as those of a pyramidal TIFF do.
    public var isReduced = false

    /// The width and height.
    public var size: PixelSize { PixelSize(width: width, height: height) }

    /// The number of pixels, or the largest number that there is.
    var pixelCount: Int {
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? .max : count
    }
}

extension ScanInfo {
    /// What an upright JPEG without a colour profile says.
    init(_ header: JPEGHeader, byteCount: Int64) {
        width = header.size.width
        height = header.size.height
        format = .jpeg
        self.byteCount = byteCount
        orientation = 1
        bandCount = header.channels
        pageCount = 1
        bitsPerBand = 8
        hasAlpha = false
        hasColourProfile = false
        isSequential = !header.hasSeveralScans
    }
}

/// How large a scan may be. Sizes are known from the header, so that a scan beyond them is refused before any work.
public struct ScanLimits: Hashable, Sendable {
    /// The longest side, in pixels.
    public var longestSide: Int
    /// The largest area of a scan that can be read from top to bottom, in pixels.
    public var sequentialArea: Int
    /// The largest area of a scan that its decoder must hold as a whole, in pixels.
    public var wholeArea: Int
    /// The largest area of a scan that is spooled to disk to be turned upright, in pixels of three bytes.
    public var spooledArea: Int

    /// How long a child may take for the header of a scan, in seconds of processor time.
    public var openingSeconds: Int
    /// How long decoding may take at least, in seconds, however small the scan is.
    public var leastDecodingSeconds: Int
    /// How long decoding may take beyond that for a million pixels, in seconds: the slowest decoder takes a fifth of it.
    public var decodingSecondsPerMegapixel: Int

    /// Makes limits; what is left out is as in ``standard``.
    public init(
        longestSide: Int = 1 << 20, sequentialArea: Int = 1 << 36, wholeArea: Int = 1 << 28,
        spooledArea: Int = 1 << 32, openingSeconds: Int = 20, leastDecodingSeconds: Int = 60,
        decodingSecondsPerMegapixel: Int = 1
    ) {
        self.openingSeconds = openingSeconds
        self.leastDecodingSeconds = leastDecodingSeconds
        self.decodingSecondsPerMegapixel = decodingSecondsPerMegapixel
        self.longestSide = longestSide
        self.sequentialArea = sequentialArea
        self.wholeArea = wholeArea
        self.spooledArea = spooledArea
    }

    /// Sides of 1,048,576 pixels and areas of 68.7 gigapixels; 268 megapixels where a decoder holds it all, and 4.3
    /// gigapixels, or 12.9 GB of disk, where the scan must be turned.
    public static let standard = ScanLimits()

    /// How long a scan of so many pixels may be decoded, in seconds.
    public func decodingSeconds(pixelCount: Int) -> Int {
        let (more, overflows) = (pixelCount / 1_000_000).multipliedReportingOverflow(by: decodingSecondsPerMegapixel)
        let (sum, sumOverflows) = leastDecodingSeconds.addingReportingOverflow(more)
        return overflows || sumOverflows ? .max : sum
    }
}

/// The file format of a scan.
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
    /// GIF; only the first frame is used.
    case gif
    /// Portable anymap: PBM, PGM, PPM and PFM.
    case portableAnymap
    /// PDF; one page is rasterised.
    case pdf
}

/// The information in the header of a scan.
public struct ScanInfo: Hashable, Sendable {
    /// The width in pixels after orientation, and for a part after rotation and cropping.
    public internal(set) var width: Int
    /// The height in pixels after orientation, and for a part after rotation and cropping.
    public internal(set) var height: Int
    /// The file format.
    public let format: ScanFormat
    /// The size of the file in bytes.
    public let byteCount: Int64
    /// The EXIF orientation that is applied when the scan is read, 1 (upright) to 8.
    public let orientation: Int
    /// The number of channels in the file, alpha included.
    public let bandCount: Int
    /// The number of pages, or frames of an animation. A TIFF's reduced versions of a page count as pages too.
    public let pageCount: Int
    /// The number of bits per channel as libvips holds it: 8, 16, 32, or 64.
    public let bitsPerBand: Int
    /// Whether one of the channels is alpha, which is flattened onto paper when the scan is read.
    public let hasAlpha: Bool
    /// Whether the file has an embedded colour profile, from which colours are converted.
    public let hasColourProfile: Bool
    /// Whether the scan can be read from top to bottom, so that memory depends on its width only. Otherwise its decoder
    /// holds the whole image, or it is spooled to disk to be turned upright.
    public let isSequential: Bool
    /// Whether the page is marked as a reduced version of another, as in a pyramidal TIFF.
    public var isReduced = false

    /// The width and height.
    public var size: PixelSize { PixelSize(width: width, height: height) }

    /// The number of pixels, or `Int.max` on overflow.
    var pixelCount: Int {
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? .max : count
    }
}

extension ScanInfo {
    /// Creates the information for an upright JPEG without a colour profile.
    init(_ header: JPEGHeader, byteCount: Int64) {
        self.init(
            width: header.size.width, height: header.size.height, format: .jpeg, byteCount: byteCount, orientation: 1,
            bandCount: header.channels, pageCount: 1, bitsPerBand: 8, hasAlpha: false, hasColourProfile: false,
            isSequential: !header.hasSeveralScans)
    }
}

/// Limits on the size and decoding time of a scan. The header states the size, so a scan that is too large is rejected
/// before any work is done.
public struct ScanLimits: Hashable, Sendable {
    /// The maximum length of a side, in pixels.
    public var longestSide: Int
    /// The maximum area of a scan that can be read from top to bottom, in pixels.
    public var sequentialArea: Int
    /// The maximum area of a scan that its decoder must hold as a whole, in pixels.
    public var wholeArea: Int
    /// The maximum area of a scan that is spooled to disk to be turned upright, in pixels of three bytes.
    public var spooledArea: Int

    /// The processor time that a child process may use to read the header of a scan, in seconds.
    public var openingSeconds: Int
    /// The time that decoding may always take, however small the scan, in seconds.
    public var leastDecodingSeconds: Int
    /// The additional decoding time allowed per million pixels, in seconds. The slowest decoder needs a fifth of it.
    public var decodingSecondsPerMegapixel: Int

    /// Creates limits. Omitted values are as in ``standard``.
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

    /// The default limits: sides of 1,048,576 pixels and areas of 68.7 gigapixels; 268 megapixels if a decoder must
    /// hold the whole image, and 4.3 gigapixels, or 12.9 GB of disk, if the scan must be turned.
    public static let standard = ScanLimits()

    /// Returns how long decoding a scan of this many pixels may take, in seconds.
    public func decodingSeconds(pixelCount: Int) -> Int {
        let (more, overflows) = (pixelCount / 1_000_000).multipliedReportingOverflow(by: decodingSecondsPerMegapixel)
        let (sum, sumOverflows) = leastDecodingSeconds.addingReportingOverflow(more)
        return overflows || sumOverflows ? .max : sum
    }
}

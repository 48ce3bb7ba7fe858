import ImageGeometry

/// A part of an image as it is wanted: region, size, mirroring and rotation, quality and format, done in this order.
///
/// Equal requests have equal answers, so that a request can be the key of a cache.
///
/// Specification: <https://iiif.io/api/image/3.0/#4-image-requests>
public struct RegionRequest: Hashable, Sendable {
    /// The colours of an answer.
    ///
    /// Specification: <https://iiif.io/api/image/3.0/#quality>
    public enum Quality: String, CaseIterable, Hashable, Sendable {
        /// As the image has them.
        case color
        /// Luma, as JPEG has it (ITU-R BT.601).
        case gray
        /// Black where luma is below 128, white elsewhere.
        case bitonal
    }

    /// What is shown: in image space, within the image, not empty.
    public var region: PixelRegion
    /// The size at which the region is wanted, before it is rotated; at most ``largestEnlargement`` times the region's.
    public var size: PixelSize
    /// Whether left and right change places, before the rotation.
    public var isMirrored: Bool
    /// The rotation in degrees, clockwise, from 0 up to but not including 360. Multiples of 90 move pixels and change
    /// none; after any other, the picture is as large as it must be to hold the turned one, with transparent corners.
    public var rotation: Double
    /// The colours.
    public var quality: Quality
    /// The encoding.
    public var encoding: ImageEncoding

    /// How many times larger than the region the size may be, in each direction. It is a property of the engine.
    public static let largestEnlargement = 2

    /// Makes a request; what is left out leaves the picture as it is.
    public init(
        region: PixelRegion, size: PixelSize, isMirrored: Bool = false, rotation: Double = 0, quality: Quality = .color,
        encoding: ImageEncoding = ImageEncoding()
    ) {
        self.region = region
        self.size = size
        self.isMirrored = isMirrored
        self.rotation = rotation
        self.quality = quality
        self.encoding = encoding
    }

    /// The size of the answer: after the rotation.
    public var outputSize: PixelSize {
        RotatedFrame(width: size.width, height: size.height, rotation: rotation)
            .map { PixelSize(width: $0.width, height: $0.height) } ?? size
    }

    /// Checks the request against an image.
    ///
    /// - Throws: ``TileEngineError`` of kind `outOfRange` that names the first value that does not hold.
    public func validate(for pyramid: Pyramid) throws {
        let columns = 0...pyramid.width
        let rows = 0...pyramid.height
        guard
            region.width > 0, region.height > 0, columns.contains(region.x), rows.contains(region.y),
            region.width <= pyramid.width - region.x, region.height <= pyramid.height - region.y
        else { throw TileEngineError(.outOfRange, "a region of \(region), expected one within \(pyramid.size)") }
        let most = PixelSize(
            width: region.width * Self.largestEnlargement, height: region.height * Self.largestEnlargement)
        guard (1...most.width).contains(size.width), (1...most.height).contains(size.height) else {
            throw TileEngineError(
                .outOfRange,
                "a size of \(size) for a region of \(region.size), expected 1 × 1 to \(most), twice the region")
        }
        guard rotation >= 0, rotation < 360 else {
            throw TileEngineError(.outOfRange, "a rotation of \(rotation), expected 0 up to 360 degrees")
        }
        guard (1...100).contains(encoding.compressionQuality) else {
            throw TileEngineError(
                .outOfRange, "a compression quality of \(encoding.compressionQuality), expected 1 to 100")
        }
        let output = outputSize
        let longest = encoding.format.longestSide
        guard output.width <= longest, output.height <= longest else {
            throw TileEngineError(
                .outOfRange, "an answer of \(output), expected at most \(longest) in \(encoding.format.rawValue)")
        }
    }
}

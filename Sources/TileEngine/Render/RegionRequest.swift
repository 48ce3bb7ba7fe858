import ImageGeometry

/// A request for a part of an image: region, size, mirroring and rotation, quality and format, applied in this order.
///
/// Equal requests produce equal output, so a request can be used as a cache key.
///
/// Specification: <https://iiif.io/api/image/3.0/#4-image-requests>
public struct RegionRequest: Hashable, Sendable {
    /// The colours of the output.
    ///
    /// Specification: <https://iiif.io/api/image/3.0/#quality>
    public enum Quality: String, CaseIterable, Hashable, Sendable {
        /// The colours of the image.
        case color
        /// Luma, as in JPEG (ITU-R BT.601).
        case gray
        /// Black where the luma is below 128, white elsewhere.
        case bitonal
    }

    /// The region in image space. It must be within the image and not empty.
    public var region: PixelRegion
    /// The size of the output before rotation, at most ``largestEnlargement`` times the region's size.
    public var size: PixelSize
    /// Whether the image is mirrored horizontally, before the rotation.
    public var isMirrored: Bool
    /// The clockwise rotation in degrees, from 0 up to but not including 360. Multiples of 90 only move pixels; after
    /// any other rotation, the output is enlarged to enclose the rotated image, with transparent corners.
    public var rotation: Double
    /// The colours of the output.
    public var quality: Quality
    /// The encoding of the output.
    public var encoding: ImageEncoding

    /// The maximum ratio of the size to the region in each direction. It is a fixed property of the engine.
    public static let largestEnlargement = 2

    /// Creates a request. By default, the image is not mirrored, rotated or recoloured.
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

    /// The size of the output after rotation.
    public var outputSize: PixelSize {
        RotatedFrame(width: size.width, height: size.height, rotation: rotation)
            .map { PixelSize(width: $0.width, height: $0.height) } ?? size
    }

    /// Checks that the request is valid for an image.
    ///
    /// - Throws: ``TileEngineError`` of kind `outOfRange`, which names the first invalid value.
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
                .outOfRange, "a response of \(output), expected at most \(longest) in \(encoding.format.rawValue)")
        }
    }
}

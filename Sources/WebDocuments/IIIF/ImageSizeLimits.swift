package import TileEngine

/// The maximum size of responses for an image, as stated in its image information. It applies to the scaled region
/// before rotation.
///
/// The sides are twice the image's, because no region is enlarged further, and at most as long as a JPEG permits.
///
/// Specification: <https://iiif.io/api/image/3.0/#52-technical-properties>
package struct ImageSizeLimits: Hashable, Sendable {
    package let maxWidth: Int
    package let maxHeight: Int
    package let maxArea: Int

    package init(image: PixelSize, limits: RenderLimits) {
        let times = RegionRequest.largestEnlargement
        maxWidth = min(image.width * times, ImageFormat.jpeg.longestSide)
        maxHeight = min(image.height * times, ImageFormat.jpeg.longestSide)
        maxArea = min(limits.outputArea, maxWidth * maxHeight)
    }

    /// Whether a scaled region may have this size.
    package func allow(_ size: PixelSize) -> Bool {
        size.width <= maxWidth && size.height <= maxHeight && size.width * size.height <= maxArea
    }
}

package import TileEngine

/// How large answers for an image may be, as image information states it: for the scaled region, before it is turned.
///
/// The sides are twice the image's, because no region is enlarged further, and never more than a JPEG can have.
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

    /// Whether a scaled region may be as large as this.
    package func allow(_ size: PixelSize) -> Bool {
        size.width <= maxWidth && size.height <= maxHeight && size.width * size.height <= maxArea
    }
}

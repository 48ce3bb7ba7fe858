/// A page's image as recorded by the library. The store keeps and returns the record but opens none of the files.
public struct StoredImage: Hashable, Sendable {
    /// The file name of the original scan in the library.
    public let fileName: String
    /// The SHA-256 of the original scan, in hexadecimal.
    public let sha256: String
    /// The size of the original scan in bytes.
    public let byteCount: Int
    /// The width in pixels, after orientation.
    public let width: Int
    /// The height in pixels, after orientation.
    public let height: Int
    /// The file name of the pyramid in the library.
    public let pyramid: String
    /// The measured alignment with the page; nil for the page's own image.
    public var measurement: CaptureMeasurement?

    /// Creates the record of an image.
    public init(
        fileName: String, sha256: String, byteCount: Int, width: Int, height: Int, pyramid: String,
        measurement: CaptureMeasurement? = nil
    ) {
        self.measurement = measurement
        self.fileName = fileName
        self.sha256 = sha256
        self.byteCount = byteCount
        self.width = width
        self.height = height
        self.pyramid = pyramid
    }

    /// The record without the measurement, which can be derived from the rest.
    public var unmeasured: StoredImage {
        var image = self
        image.measurement = nil
        return image
    }
}

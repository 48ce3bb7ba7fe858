/// An image file that was uploaded for the pages of a document.
public struct UploadedScan: Hashable, Sendable {
    /// The document's id.
    public let document: String
    /// The id within the document, derived from the file's content by ``id(ofSHA256:)``.
    public let id: String
    /// The file name in the source folder.
    public let name: String
    /// The file name of the original in the library.
    public let fileName: String
    /// The SHA-256 of the original, in hexadecimal.
    public let sha256: String
    /// The size of the original in bytes.
    public let byteCount: Int
    /// The scan as a whole.
    public let image: ScanImage

    /// Creates the description of an upload.
    public init(
        document: String, id: String, name: String, fileName: String, sha256: String, byteCount: Int, image: ScanImage
    ) {
        (self.document, self.id, self.name, self.fileName) = (document, id, name, fileName)
        (self.sha256, self.byteCount, self.image) = (sha256, byteCount, image)
    }

    /// Returns the id of a scan. The same bytes have the same id in every document.
    public static func id(ofSHA256 sha256: String) -> String { "s" + sha256.prefix(20) }

    /// Returns the record that the store keeps for a page showing an image of this scan.
    public func stored(_ image: ScanImage) -> StoredImage {
        StoredImage(
            fileName: fileName, sha256: sha256, byteCount: byteCount, width: image.width, height: image.height,
            pyramid: image.pyramid)
    }
}

/// An uploaded scan, or a part of it, as a viewable image with its own pyramid.
public struct ScanImage: Hashable, Sendable {
    /// The progress of cutting the image into tiles.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It is being cut, or is queued.
        case slicing
        /// All tiles are available.
        case ready
        /// It could not be cut.
        case failed
    }

    /// The image's id, by which editors can request it.
    public let id: String
    /// The part of the scan that the image shows, as a JSON object in normal form; empty for the whole scan.
    public let part: String
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The file name of the pyramid in the library.
    public let pyramid: String
    /// The progress of cutting.
    public let state: State
    /// The reason for the failure, on one line; nil unless it failed.
    public let error: String?

    /// Creates the description of an image.
    public init(
        id: String, part: String = "", width: Int, height: Int, pyramid: String, state: State, error: String? = nil
    ) {
        (self.id, self.part, self.width, self.height) = (id, part, width, height)
        (self.pyramid, self.state, self.error) = (pyramid, state, error)
    }
}

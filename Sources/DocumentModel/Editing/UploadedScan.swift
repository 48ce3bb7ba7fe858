/// A picture that was uploaded for the pages of a document.
public struct UploadedScan: Hashable, Sendable {
    /// The document's id.
    public let document: String
    /// The id within the document, which is made of the picture's bytes: ``id(ofSHA256:)``.
    public let id: String
    /// The name that it has in the source folder.
    public let name: String
    /// The library's name of the original file.
    public let fileName: String
    /// The SHA-256 of the original, in hexadecimal.
    public let sha256: String
    /// The size of the original in bytes.
    public let byteCount: Int
    /// The picture as a whole.
    public let image: ScanImage

    /// Makes the description of an upload.
    public init(
        document: String, id: String, name: String, fileName: String, sha256: String, byteCount: Int, image: ScanImage
    ) {
        (self.document, self.id, self.name, self.fileName) = (document, id, name, fileName)
        (self.sha256, self.byteCount, self.image) = (sha256, byteCount, image)
    }

    /// The id of a scan: the same bytes have the same one in every document.
    public static func id(ofSHA256 sha256: String) -> String { "s" + sha256.prefix(20) }

    /// What the store keeps of a page that shows an image of this scan.
    public func stored(_ image: ScanImage) -> StoredImage {
        StoredImage(
            fileName: fileName, sha256: sha256, byteCount: byteCount, width: image.width, height: image.height,
            pyramid: image.pyramid)
    }
}

/// An uploaded scan, or a part of it, as an image that can be looked at: it has a pyramid of its own.
public struct ScanImage: Hashable, Sendable {
    /// What has become of cutting it into tiles.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It is being cut, or waits for it.
        case slicing
        /// All of its tiles are there.
        case ready
        /// It cannot be cut.
        case failed
    }

    /// The image's id, under which editors can request it.
    public let id: String
    /// Which part of the scan it shows: a JSON object in its normal form, or nothing for all of it.
    public let part: String
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The library's name of the pyramid.
    public let pyramid: String
    /// What has become of cutting it.
    public let state: State
    /// Why it cannot be cut, in a line; nil where it can.
    public let error: String?

    /// Makes the description of an image.
    public init(
        id: String, part: String = "", width: Int, height: Int, pyramid: String, state: State, error: String? = nil
    ) {
        (self.id, self.part, self.width, self.height) = (id, part, width, height)
        (self.pyramid, self.state, self.error) = (pyramid, state, error)
    }
}

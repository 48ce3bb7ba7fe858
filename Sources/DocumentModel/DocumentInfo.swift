public import Foundation

/// A stored document: its header, its pages and the version.
///
/// The properties of the ``header`` are also available directly: `info.title` is `info.header.title`.
@dynamicMemberLookup
public struct DocumentInfo: Hashable, Sendable {
    /// The metadata of the document as a whole.
    public let header: DocumentHeader
    /// The pages, by number from 1.
    public private(set) var pages: [PageInfo]
    /// The served version; 1 for a document that was never replaced.
    public let version: Int
    /// The time at which this version was added.
    public let addedAt: Date
    /// The origin of this version, as passed to ``ClauseStore/ClauseStore/put(_:images:source:at:sweeping:)``.
    public let source: String

    package init(header: DocumentHeader, pages: [PageInfo], version: Int, addedAt: Date, source: String) {
        (self.header, self.pages, self.version) = (header, pages, version)
        (self.addedAt, self.source) = (addedAt, source)
    }

    /// The captures of the pages that have any, by page number.
    public var captures: [Int: [CaptureInfo]] {
        let pages = pages.filter { !$0.captures.isEmpty }
        return Dictionary(pages.map { ($0.number, $0.captures) }) { first, _ in first }
    }

    /// Returns the same document with other image ids.
    ///
    /// - Parameter rename: A function that returns the new id of an image, given its current id and the name of its
    ///   pyramid.
    package func renamingImages(_ rename: (_ id: String, _ pyramid: String?) -> String) -> DocumentInfo {
        var document = self
        for (place, page) in pages.enumerated() {
            document.pages[place].imageID = page.imageID.map { rename($0, page.pyramid) }
            for (position, capture) in page.captures.enumerated() {
                document.pages[place].captures[position].imageID = rename(capture.imageID, capture.image.pyramid)
            }
        }
        return document
    }

    /// Returns a property of the header.
    public subscript<Value>(dynamicMember keyPath: KeyPath<DocumentHeader, Value>) -> Value {
        header[keyPath: keyPath]
    }
}

/// A page of a stored document.
public struct PageInfo: Hashable, Sendable {
    /// The number, from 1.
    public let number: Int
    /// The display name, such as "recto".
    public let label: LanguageMap?
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The scale, if known.
    public let pixelsPerMillimetre: Double?
    /// The IIIF `behavior`: `non-paged`, `facing-pages`.
    public let behavior: [String]
    /// The name of the image file in the source folder, such as `scan.jpg`; nil for blank paper.
    public let sourceImage: String?
    /// The image's id, unique in the library: the document's id, a hyphen and the page's number; nil for blank paper.
    public fileprivate(set) var imageID: String?
    /// The image's files, as recorded by the library; nil for blank paper.
    public let image: StoredImage?
    /// The captures, the default one first, whose image is the page's own; empty unless there are several or one has a
    /// name.
    public fileprivate(set) var captures: [CaptureInfo]

    package init(
        number: Int, label: LanguageMap?, width: Int, height: Int, pixelsPerMillimetre: Double?,
        behavior: [String] = [], sourceImage: String?, imageID: String?, image: StoredImage?,
        captures: [CaptureInfo] = []
    ) {
        (self.number, self.label, self.width, self.behavior) = (number, label, width, behavior)
        (self.height, self.pixelsPerMillimetre, self.sourceImage) = (height, pixelsPerMillimetre, sourceImage)
        (self.imageID, self.image, self.captures) = (imageID, image, captures)
    }

    /// The page once for each of its captures, with the size and image of that capture, the default one first. Empty
    /// for blank paper.
    public var images: [PageInfo] {
        if captures.isEmpty { return image == nil ? [] : [self] }
        return captures.map { capture in
            PageInfo(
                number: number, label: label, width: capture.width, height: capture.height,
                pixelsPerMillimetre: pixelsPerMillimetre, behavior: behavior, sourceImage: capture.sourceImage,
                imageID: capture.imageID, image: capture.image)
        }
    }

    /// The file name of the original scan in the library.
    public var imageFile: String? { image?.fileName }
    /// The SHA-256 of the original scan, in hexadecimal.
    public var imageSHA256: String? { image?.sha256 }
    /// The size of the original scan in bytes.
    public var imageByteCount: Int? { image?.byteCount }
    /// The file name of the pyramid in the library.
    public var pyramid: String? { image?.pyramid }
}

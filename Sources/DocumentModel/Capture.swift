public import ImageGeometry

/// By what light, or when, a page was photographed.
public enum CaptureKind: String, Sendable, Codable, CaseIterable {
    /// In ordinary light.
    case visible
    /// Under ultraviolet light, which shows erased ink.
    case ultraviolet
    /// In infrared light, which shows carbon below other inks.
    case infrared
    /// In light from the side, which shows relief.
    case raking
    /// In light from behind, which shows watermarks and holes.
    case transmitted
    /// Before a restoration.
    case before
    /// Anything else.
    case other

    /// What a capture is called that has no label.
    public var label: LanguageMap {
        switch self {
        case .visible: ["en": "Daylight", "fr": "Lumière du jour"]
        case .ultraviolet: ["en": "Ultraviolet", "fr": "Ultraviolet"]
        case .infrared: ["en": "Infrared", "fr": "Infrarouge"]
        case .raking: ["en": "Raking light", "fr": "Lumière rasante"]
        case .transmitted: ["en": "Transmitted light", "fr": "Lumière transmise"]
        case .before: ["en": "Before restoration", "fr": "Avant restauration"]
        case .other: ["en": "Another capture", "fr": "Autre prise de vue"]
        }
    }
}

/// What captures may be, and how many of them there may be.
public enum CaptureRule {
    /// The most captures that a page has.
    public static let limit = 16

    /// What a capture's id must look like, in words, for errors.
    public static let id = "an id of 1 to 40 letters, digits or '_' that begins with a letter"

    /// Whether the text can be a capture's id: `^[A-Za-z][A-Za-z0-9_]{0,39}$`.
    ///
    /// The id of a capture's image is that of its page, a hyphen and this id. Without hyphens, and with a letter to begin
    /// with, no two captures or pages of any documents have the same image id.
    public static func isValidID(_ text: String) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
        guard let first = text.utf8.first, isLetter(first), text.utf8.count <= 40 else { return false }
        return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    }
}

/// A capture as `document.json` describes it.
public struct SourceCapture: Hashable, Sendable {
    /// The id, unique on its page; see ``CaptureRule``.
    public let id: String
    /// The name to show; nil for that of its kind.
    public let label: LanguageMap?
    /// By what light it was taken, or when.
    public let kind: CaptureKind
    /// The name of the image's file in the source folder.
    public let image: String
    /// The page of the image's file, from 1, where that has several.
    public var imagePage: Int?
    /// Which part of the image it shows.
    public var part: ScanPart
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// How it lies on the page, as stated; nil for the default capture, and where it is to be estimated.
    public let alignment: CaptureAlignment?

    package init(
        id: String, label: LanguageMap?, kind: CaptureKind, image: String, imagePage: Int? = nil,
        part: ScanPart = .whole, width: Int, height: Int, alignment: CaptureAlignment?
    ) {
        (self.id, self.label, self.kind) = (id, label, kind)
        (self.image, self.imagePage, self.part) = (image, imagePage, part)
        (self.width, self.height, self.alignment) = (width, height, alignment)
    }
}

/// A capture of a stored page.
public struct CaptureInfo: Hashable, Sendable {
    /// The id, unique on its page.
    public let id: String
    /// The name to show; nil for that of its kind.
    public let label: LanguageMap?
    /// By what light it was taken, or when.
    public let kind: CaptureKind
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The name that the image has in the source folder.
    public let sourceImage: String
    /// The image's id, unique in the library: that of the page for the default capture; for others followed by a hyphen and
    /// the capture's id.
    public let imageID: String
    /// What the layer above said of the image's files.
    public let image: StoredImage
    /// How it lies on the page: as stated or else as estimated; nil for the default capture, which is the page.
    public let alignment: CaptureAlignment?

    package init(
        id: String, label: LanguageMap?, kind: CaptureKind, width: Int, height: Int, sourceImage: String,
        imageID: String, image: StoredImage, alignment: CaptureAlignment?
    ) {
        (self.id, self.label, self.kind, self.width, self.height) = (id, label, kind, width, height)
        (self.sourceImage, self.imageID, self.image, self.alignment) = (sourceImage, imageID, image, alignment)
    }

    /// The same with another id for its image.
    func renamed(_ imageID: String) -> CaptureInfo {
        CaptureInfo(
            id: id, label: label, kind: kind, width: width, height: height, sourceImage: sourceImage, imageID: imageID,
            image: image, alignment: alignment)
    }

    /// The label, or that of its kind.
    public var shownLabel: LanguageMap { label ?? kind.label }
    /// Whether the alignment was estimated from the pictures.
    public var isEstimated: Bool { image.measurement?.estimate != nil }
    /// How far what both show lies apart, in pixels of the page; nil where that was not measured.
    public var error: Double? { image.measurement?.error }
    /// Takes points of the capture to the page.
    public var toPage: ProjectiveTransform { alignment?.toPage ?? .identity }
    /// Takes points of the page to the capture.
    public var toCapture: ProjectiveTransform { alignment?.toCapture ?? .identity }
}

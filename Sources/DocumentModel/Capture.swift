public import ImageGeometry

/// The light in which a page was photographed, or the occasion.
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

    /// The label of a capture that has none of its own.
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

/// Rules for captures and their ids.
public enum CaptureRule {
    /// The maximum number of captures of a page.
    public static let limit = 16

    /// A description of a valid capture id, for error messages.
    public static let id = "an id of 1 to 40 letters, digits or '_' that begins with a letter"

    /// Whether the text is a valid capture id: `^[A-Za-z][A-Za-z0-9_]{0,39}$`.
    ///
    /// The id of a capture's image is the id of the page's image, a hyphen and this id. As capture ids have no hyphens
    /// and begin with a letter, no two captures or pages of any documents share an image id.
    public static func isValidID(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isASCIILetter, text.utf8.count <= 40 else { return false }
        return text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    }
}

/// A capture as `document.json` describes it.
public struct SourceCapture: Hashable, Sendable {
    /// The id, unique on its page; see ``CaptureRule``.
    public let id: String
    /// The display name; nil to use the label of the kind.
    public let label: LanguageMap?
    /// The kind of light, or the occasion.
    public let kind: CaptureKind
    /// The name of the image file in the source folder.
    public let image: String
    /// The page within the image file, from 1, if the file has several.
    public var imagePage: Int?
    /// The part of the image that the capture shows.
    public var part: ScanPart
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The stated alignment with the page; nil for the default capture, and if it is to be estimated.
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
    /// The display name; nil to use the label of the kind.
    public let label: LanguageMap?
    /// The kind of light, or the occasion.
    public let kind: CaptureKind
    /// The name of the image file in the source folder.
    public let sourceImage: String
    /// The image's id, unique in the library. The default capture has the id of the page's image; the others append a
    /// hyphen and the capture's id.
    public internal(set) var imageID: String
    /// The image's files, as recorded by the library.
    public let image: StoredImage
    /// The alignment with the page, stated or estimated; nil for the default capture, which defines the page's
    /// coordinates.
    public let alignment: CaptureAlignment?

    package init(
        id: String, label: LanguageMap?, kind: CaptureKind, sourceImage: String, imageID: String, image: StoredImage,
        alignment: CaptureAlignment?
    ) {
        (self.id, self.label, self.kind) = (id, label, kind)
        (self.sourceImage, self.imageID, self.image, self.alignment) = (sourceImage, imageID, image, alignment)
    }

    /// The width in pixels.
    public var width: Int { image.width }
    /// The height in pixels.
    public var height: Int { image.height }
    /// The label, or the label of the kind.
    public var shownLabel: LanguageMap { label ?? kind.label }
    /// Whether the alignment was estimated from the images.
    public var isEstimated: Bool { image.measurement?.estimate != nil }
    /// The alignment error in pixels of the page, or nil if it was not measured; see ``CaptureMeasurement/error``.
    public var error: Double? { image.measurement?.error }
    /// The transform from points of the capture to points of the page.
    public var toPage: ProjectiveTransform { alignment?.toPage ?? .identity }
    /// The transform from points of the page to points of the capture.
    public var toCapture: ProjectiveTransform { alignment?.toCapture ?? .identity }
}

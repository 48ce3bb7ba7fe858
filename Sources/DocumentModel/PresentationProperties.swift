/// The IIIF Presentation properties of a document: how to show it, further metadata, external resources that belong to
/// it, and its table of contents.
///
/// Names are those of `document.json` and IIIF. None of the linked resources is ever fetched.
/// Source: https://iiif.io/api/presentation/3.0/#3-resource-properties
public struct PresentationProperties: Hashable, Sendable, Codable {
    /// How viewers should present the pages: `paged`, `continuous`, `individuals` and others.
    public var behavior: [String] = []
    /// The direction in which the pages follow each other, if stated.
    public var viewingDirection: ViewingDirection?
    /// The date that represents the document in calendars and timelines, as an XSD `dateTime` with a time zone.
    public var navDate: String?
    /// Label and value pairs to be shown as they are.
    public var metadata: [MetadataEntry] = []
    /// The institutions or people that provide the document.
    public var provider: [Provider] = []
    /// Web pages about the document.
    public var homepage: [WebLink] = []
    /// Machine-readable descriptions.
    public var seeAlso: [WebLink] = []
    /// Other forms of the document for people, such as a PDF.
    public var rendering: [WebLink] = []
    /// The table of contents.
    public var structures: [ContentsEntry] = []

    /// Creates properties without any values.
    public init() {}

    /// Whether no property is set.
    public var isEmpty: Bool { self == PresentationProperties() }
}

/// The direction in which pages follow each other. Source: https://iiif.io/api/presentation/3.0/#viewingdirection
public enum ViewingDirection: String, Hashable, Sendable, Codable, CaseIterable {
    case leftToRight = "left-to-right"
    case rightToLeft = "right-to-left"
    case topToBottom = "top-to-bottom"
    case bottomToTop = "bottom-to-top"
}

/// A label with its values: "Creator", "Whistler".
public struct MetadataEntry: Hashable, Sendable, Codable {
    /// The label.
    public let label: LanguageMap
    /// The values, at least one.
    public let value: LanguageTexts

    package init(label: LanguageMap, value: LanguageTexts) {
        (self.label, self.value) = (label, value)
    }
}

/// Texts by language, several of which may be in the same language: `{ "en": ["…", "…"], "none": ["…"] }`.
public struct LanguageTexts: Hashable, Sendable {
    /// The key of texts in no language.
    public static let noLanguage = "none"

    /// The texts by language tag, with those in no language under ``noLanguage``. Neither the dictionary nor any list
    /// is empty.
    public let byLanguage: [String: [String]]

    /// Creates texts; nil if there are none.
    public init?(_ byLanguage: [String: [String]]) {
        self.byLanguage = byLanguage.filter { !$0.value.isEmpty }
        if self.byLanguage.isEmpty { return nil }
    }

    /// Returns the texts to show to a reader: those in the requested language, else those in no language, else those in
    /// a fallback language, else those in the alphabetically first language.
    ///
    /// Source: https://iiif.io/api/presentation/3.0/#44-language-of-property-values
    public func texts(in language: String?, fallback: [String] = []) -> [String] {
        let wanted =
            LanguageTag.lookupChain(language) + [Self.noLanguage] + fallback.flatMap(LanguageTag.lookupChain)
        return LanguageTag.first(of: wanted, in: byLanguage) ?? byLanguage.min { $0.key < $1.key }?.value ?? []
    }
}

extension LanguageTexts: Codable {
    /// Decodes an object of lists of texts.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let texts = LanguageTexts(try container.decode([String: [String]].self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no texts")
        }
        self = texts
    }

    /// Encodes an object of lists of texts.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(byLanguage)
    }
}

/// A link to an external web resource.
public struct WebLink: Hashable, Sendable, Codable {
    /// The http or https address.
    public let id: String
    /// The IIIF type, if it differs from the usual one of the link's ``Kind``: `Text`, `Dataset`, `Image`.
    public var type: String?
    /// The display name.
    public var label: LanguageMap?
    /// The media type.
    public var format: String?
    /// The schema or profile that the resource conforms to.
    public var profile: String?
    /// The languages of the resource.
    public var language: [String] = []

    package init(
        id: String, type: String? = nil, label: LanguageMap? = nil, format: String? = nil, profile: String? = nil,
        language: [String] = []
    ) {
        (self.id, self.type, self.label) = (id, type, label)
        (self.format, self.profile, self.language) = (format, profile, language)
    }
}

extension WebLink {
    /// The purpose of a link.
    package enum Kind {
        case homepage, seeAlso, rendering, logo

        /// The usual type of such links.
        package var type: String {
            switch self {
            case .homepage, .rendering: "Text"
            case .seeAlso: "Dataset"
            case .logo: "Image"
            }
        }

        /// Returns the type if it must be stated, or nil if it is the usual one.
        package func stated(_ type: String?) -> String? { type == self.type ? nil : type }
    }
}

/// An institution or person that provides a document.
public struct Provider: Hashable, Sendable, Codable {
    /// The http or https address that identifies the provider.
    public var id: String?
    /// The name.
    public let label: LanguageMap
    /// The provider's web pages.
    public var homepage: [WebLink] = []
    /// The provider's logo. Our pages link to it but never load it.
    public var logo: [WebLink] = []
    /// Machine-readable descriptions of the provider.
    public var seeAlso: [WebLink] = []

    package init(
        id: String? = nil, label: LanguageMap, homepage: [WebLink] = [], logo: [WebLink] = [], seeAlso: [WebLink] = []
    ) {
        (self.id, self.label, self.homepage) = (id, label, homepage)
        (self.logo, self.seeAlso) = (logo, seeAlso)
    }
}

/// An entry in a document's table of contents.
public struct ContentsEntry: Hashable, Sendable, Codable {
    /// The name; nil for an entry without one.
    public var label: LanguageMap?
    /// The IIIF behavior of the range: `sequence`, `no-nav`.
    public var behavior: [String] = []
    /// The pages covered by the entry, in its own order.
    public var pages: [ContentsPlace] = []
    /// The entries nested in this one.
    public var items: [ContentsEntry] = []

    package init(
        label: LanguageMap? = nil, behavior: [String] = [], pages: [ContentsPlace] = [], items: [ContentsEntry] = []
    ) {
        (self.label, self.behavior, self.pages) = (label, behavior, pages)
        self.items = items
    }
}

/// A page, or a box on a page, that a table of contents refers to.
public struct ContentsPlace: Hashable, Sendable, Codable {
    /// The page's number, from 1.
    public let page: Int
    /// `x, y, width, height` in pixels of the page; nil for the whole page.
    public var box: [Double]?

    package init(page: Int, box: [Double]? = nil) {
        (self.page, self.box) = (page, box)
    }
}

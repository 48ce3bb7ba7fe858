/// What a document says in the properties of IIIF Presentation: how it is to be shown, what is known of it beyond its own
/// fields, what belongs to it elsewhere, and its table of contents.
///
/// The names are those of `document.json` and of IIIF. Nothing of it is ever fetched.
/// Source: https://iiif.io/api/presentation/3.0/#3-resource-properties
public struct PresentationProperties: Hashable, Sendable, Codable {
    /// How viewers are to show the pages: `paged`, `continuous`, `individuals` and others.
    public var behavior: [String] = []
    /// Which way the pages follow each other, where it is stated.
    public var viewingDirection: ViewingDirection?
    /// The date that stands for the document in calendars and timelines, as an XSD `dateTime` with a time zone.
    public var navDate: String?
    /// What is known of the document, to be shown as it is.
    public var metadata: [MetadataEntry] = []
    /// Who provides the document.
    public var provider: [Provider] = []
    /// Pages about the document.
    public var homepage: [WebLink] = []
    /// Descriptions for programs.
    public var seeAlso: [WebLink] = []
    /// The document in other forms for people, such as a PDF.
    public var rendering: [WebLink] = []
    /// The table of contents.
    public var structures: [ContentsEntry] = []

    /// Makes properties of which none is stated.
    public init() {}

    /// Whether none is stated.
    public var isEmpty: Bool { self == PresentationProperties() }
}

/// Which way pages follow each other. Source: https://iiif.io/api/presentation/3.0/#viewingdirection
public enum ViewingDirection: String, Hashable, Sendable, Codable, CaseIterable {
    case leftToRight = "left-to-right"
    case rightToLeft = "right-to-left"
    case topToBottom = "top-to-bottom"
    case bottomToTop = "bottom-to-top"
}

/// Something that is known of a document: "Creator", "Whistler".
public struct MetadataEntry: Hashable, Sendable, Codable {
    /// What it is.
    public let label: LanguageMap
    /// The values, at least one.
    public let value: LanguageTexts

    package init(label: LanguageMap, value: LanguageTexts) {
        (self.label, self.value) = (label, value)
    }
}

/// Texts by language, of which each language may have several: `{ "en": ["…", "…"], "none": ["…"] }`.
public struct LanguageTexts: Hashable, Sendable {
    /// The key of texts in no language.
    public static let noLanguage = "none"

    /// The texts by language tag, those in no language under ``noLanguage``; neither it nor any list is empty.
    public let byLanguage: [String: [String]]

    /// Makes texts; nil where there are none.
    public init?(_ byLanguage: [String: [String]]) {
        self.byLanguage = byLanguage.filter { !$0.value.isEmpty }
        if self.byLanguage.isEmpty { return nil }
    }

    /// The texts to show a reader: those in their language, else those in no language, else those in the fallback
    /// languages, else the first in alphabetical order.
    ///
    /// Source: https://iiif.io/api/presentation/3.0/#44-language-of-property-values
    public func texts(in language: String?, fallback: [String] = []) -> [String] {
        let lowercased = Dictionary(byLanguage.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        let wanted =
            LanguageTag.lookupChain(language) + [Self.noLanguage] + fallback.flatMap(LanguageTag.lookupChain)
        if let tag = wanted.first(where: { lowercased[$0] != nil }) { return lowercased[tag] ?? [] }
        return byLanguage.min { $0.key < $1.key }?.value ?? []
    }
}

extension LanguageTexts: Codable {
    /// Reads an object of lists of texts.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let texts = LanguageTexts(try container.decode([String: [String]].self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no texts")
        }
        self = texts
    }

    /// Writes an object of lists of texts.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(byLanguage)
    }
}

/// Something that is elsewhere on the web, and is linked to.
public struct WebLink: Hashable, Sendable, Codable {
    /// Its http or https address.
    public let id: String
    /// What IIIF calls its type, where it is another than the usual one of its ``Kind``: `Text`, `Dataset`, `Image`.
    public var type: String?
    /// What it is called.
    public var label: LanguageMap?
    /// Its media type.
    public var format: String?
    /// The schema or profile that it follows.
    public var profile: String?
    /// The languages that it is in.
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
    /// What a link is for.
    package enum Kind {
        case homepage, seeAlso, rendering, logo

        /// The type that such links usually have.
        package var type: String {
            switch self {
            case .homepage, .rendering: "Text"
            case .seeAlso: "Dataset"
            case .logo: "Image"
            }
        }

        /// A type that is to be kept; nil for the usual one.
        package func stated(_ type: String?) -> String? { type == self.type ? nil : type }
    }
}

/// Who provides a document.
public struct Provider: Hashable, Sendable, Codable {
    /// An http or https address that stands for them.
    public var id: String?
    /// Their name.
    public let label: LanguageMap
    /// Their pages.
    public var homepage: [WebLink] = []
    /// Their emblem. It is linked to, and never loaded by our pages.
    public var logo: [WebLink] = []
    /// Descriptions of them for programs.
    public var seeAlso: [WebLink] = []

    package init(
        id: String? = nil, label: LanguageMap, homepage: [WebLink] = [], logo: [WebLink] = [], seeAlso: [WebLink] = []
    ) {
        (self.id, self.label, self.homepage) = (id, label, homepage)
        (self.logo, self.seeAlso) = (logo, seeAlso)
    }
}

/// A part of a document in its table of contents.
public struct ContentsEntry: Hashable, Sendable, Codable {
    /// Its name; nil for a part without one.
    public var label: LanguageMap?
    /// What IIIF calls the range's behavior: `sequence`, `no-nav`.
    public var behavior: [String] = []
    /// The pages that it is on, in its own order.
    public var pages: [ContentsPlace] = []
    /// The parts within.
    public var items: [ContentsEntry] = []

    package init(
        label: LanguageMap? = nil, behavior: [String] = [], pages: [ContentsPlace] = [], items: [ContentsEntry] = []
    ) {
        (self.label, self.behavior, self.pages) = (label, behavior, pages)
        self.items = items
    }
}

/// A page, or a box on one, that a part of a document is on.
public struct ContentsPlace: Hashable, Sendable, Codable {
    /// The page's number, from 1.
    public let page: Int
    /// `x, y, width, height` in pixels of the page; nil for the whole page.
    public var box: [Double]?

    package init(page: Int, box: [Double]? = nil) {
        (self.page, self.box) = (page, box)
    }
}

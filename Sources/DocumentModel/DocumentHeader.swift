/// Whether a document is ready to be read.
public enum DocumentStatus: String, Sendable, Codable, CaseIterable {
    /// For those with a token, and where drafts are asked for.
    case draft
    /// For everybody, unless it is restricted.
    case published
}

/// Whether reading a published document takes a token.
public enum DocumentAccess: String, Sendable, Codable, CaseIterable {
    /// Everybody may read it.
    case open
    /// Only those with a token may read it, and only they are told that it is there.
    case restricted
    /// Only those with a token may read it; everybody may read its IIIF manifest and what describes its images, so that
    /// viewers can show that it is there, and let readers sign in.
    case announced
}

/// What `document.json` says of a document as a whole; its pages are kept apart.
public struct DocumentHeader: Hashable, Sendable, Codable {
    /// The id, unique in the library; see ``Identifier``.
    public let id: String
    /// The name to show.
    public let title: LanguageMap
    /// A few sentences on the document.
    public let summary: LanguageMap?
    /// Who keeps the original.
    public let holder: LanguageMap?
    /// The holder's name for the original.
    public let shelfmark: String?
    /// When the original was made, in words.
    public let date: LanguageMap?
    /// An http or https URI that states the rights.
    public let rights: String?
    /// Whom to name with the images.
    public let attribution: LanguageMap?
    /// Who wrote or translated the texts, by language tag; empty when the folder names nobody.
    public let credits: [String: String]
    /// Whether it is ready to be read; `published` when the folder does not say.
    public let status: DocumentStatus
    /// The document's own language, as a BCP 47 tag.
    public let language: String
    /// The languages of the texts, at least one; the first is the fallback.
    public let languages: [String]
    /// The colours, where the folder gives them.
    public let palette: Palette?
    /// The emblem: a name that the viewer ships, or the name of an SVG file of the folder.
    public let mark: String?
    /// Who may read it once it is published; `open` when the folder does not say.
    public var access = DocumentAccess.open
    /// What it says in the properties of IIIF Presentation; nil when it says nothing.
    public var presentation: PresentationProperties?
    /// Its tours without their steps, in their order.
    public var tours: [TourOutline] = []
    /// How many entries its glossary has.
    public var termCount = 0
    /// How many recordings it has.
    public var recordingCount = 0
    /// The collections of the library that it belongs to.
    public var collections: [CollectionPlace] = []
    /// Whether clauses have words with places, or phrases.
    public var hasLinks = false

    package init(
        id: String, title: LanguageMap, summary: LanguageMap?, holder: LanguageMap?, shelfmark: String?,
        date: LanguageMap?, rights: String?, attribution: LanguageMap?, credits: [String: String],
        status: DocumentStatus, language: String, languages: [String], palette: Palette?, mark: String?,
        access: DocumentAccess = .open, presentation: PresentationProperties? = nil, tours: [TourOutline] = [],
        collections: [CollectionPlace] = [], hasLinks: Bool = false, termCount: Int = 0
    ) {
        self.id = id
        self.title = title
        self.summary = summary
        self.holder = holder
        self.shelfmark = shelfmark
        self.date = date
        self.rights = rights
        self.attribution = attribution
        self.credits = credits
        self.status = status
        self.language = language
        self.languages = languages
        self.palette = palette
        self.mark = mark
        self.access = access
        self.presentation = presentation
        self.tours = tours
        (self.collections, self.hasLinks, self.termCount) = (collections, hasLinks, termCount)
    }
}

extension DocumentHeader {
    private enum CodingKeys: String, CodingKey {
        case id, title, summary, holder, shelfmark, date, rights, attribution, credits, status, language, languages
        case palette, mark, access, presentation, tours, collections, hasLinks, termCount, recordingCount
    }

    /// Reads what was stored, also by a version that did not know ``access``, when every document was open,
    /// ``presentation``, ``tours``, ``collections``, ``hasLinks``, ``termCount`` or ``recordingCount``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(String.self, forKey: .id), title: try values.decode(LanguageMap.self, forKey: .title),
            summary: try values.decodeIfPresent(LanguageMap.self, forKey: .summary),
            holder: try values.decodeIfPresent(LanguageMap.self, forKey: .holder),
            shelfmark: try values.decodeIfPresent(String.self, forKey: .shelfmark),
            date: try values.decodeIfPresent(LanguageMap.self, forKey: .date),
            rights: try values.decodeIfPresent(String.self, forKey: .rights),
            attribution: try values.decodeIfPresent(LanguageMap.self, forKey: .attribution),
            credits: try values.decode([String: String].self, forKey: .credits),
            status: try values.decode(DocumentStatus.self, forKey: .status),
            language: try values.decode(String.self, forKey: .language),
            languages: try values.decode([String].self, forKey: .languages),
            palette: try values.decodeIfPresent(Palette.self, forKey: .palette),
            mark: try values.decodeIfPresent(String.self, forKey: .mark),
            access: try values.decodeIfPresent(DocumentAccess.self, forKey: .access) ?? .open,
            presentation: try values.decodeIfPresent(PresentationProperties.self, forKey: .presentation),
            tours: try values.decodeIfPresent([TourOutline].self, forKey: .tours) ?? [],
            collections: try values.decodeIfPresent([CollectionPlace].self, forKey: .collections) ?? [],
            hasLinks: try values.decodeIfPresent(Bool.self, forKey: .hasLinks) ?? false,
            termCount: try values.decodeIfPresent(Int.self, forKey: .termCount) ?? 0)
        recordingCount = try values.decodeIfPresent(Int.self, forKey: .recordingCount) ?? 0
    }
}

/// The publication status of a document.
public enum DocumentStatus: String, Sendable, Codable, CaseIterable {
    /// Visible to readers with a token, and where drafts are enabled.
    case draft
    /// Visible to everyone, unless access is restricted.
    case published
}

/// The access that a published document allows without a token.
public enum DocumentAccess: String, Sendable, Codable, CaseIterable {
    /// Everyone may read it.
    case open
    /// Only readers with a token may read it; for everyone else it does not exist.
    case restricted
    /// Only readers with a token may read it. Its IIIF manifest and image descriptions are public, so that viewers can
    /// show that it exists and let readers sign in.
    case announced
}

/// The metadata of a document as a whole, from `document.json`. Pages are kept separately.
public struct DocumentHeader: Hashable, Sendable, Codable {
    /// The id, unique in the library; see ``Identifier``.
    public let id: String
    /// The display name.
    public let title: LanguageMap
    /// A summary in a few sentences.
    public let summary: LanguageMap?
    /// The institution or person that holds the original.
    public let holder: LanguageMap?
    /// The shelfmark of the original at its holder.
    public let shelfmark: String?
    /// The date of the original, in words.
    public let date: LanguageMap?
    /// An http or https URI that states the rights.
    public let rights: String?
    /// The attribution to show with the images.
    public let attribution: LanguageMap?
    /// The authors or translators of the texts, by language tag; empty if the folder names none.
    public let credits: [String: String]
    /// The publication status; `published` if the folder does not state it.
    public let status: DocumentStatus
    /// The document's own language, as a BCP 47 tag.
    public let language: String
    /// The languages of the texts, at least one; the first is the fallback.
    public let languages: [String]
    /// The colours, if the folder states them.
    public let palette: Palette?
    /// The emblem: the name of a built-in icon of the viewer, or of an SVG file in the folder.
    public let mark: String?
    /// The access to the document once it is published; `open` if the folder does not state it.
    public var access = DocumentAccess.open
    /// The IIIF Presentation properties; nil if none is stated.
    public var presentation: PresentationProperties?
    /// The tours without their steps, in order.
    public var tours: [TourOutline] = []
    /// The number of glossary entries.
    public var termCount = 0
    /// The number of recordings.
    public var recordingCount = 0
    /// The collections of the library that it belongs to.
    public var collections: [CollectionReference] = []
    /// Whether any clause has words with positions, or phrases.
    public var hasLinks = false

    package init(
        id: String, title: LanguageMap, summary: LanguageMap?, holder: LanguageMap?, shelfmark: String?,
        date: LanguageMap?, rights: String?, attribution: LanguageMap?, credits: [String: String],
        status: DocumentStatus, language: String, languages: [String], palette: Palette?, mark: String?,
        access: DocumentAccess = .open, presentation: PresentationProperties? = nil,
        collections: [CollectionReference] = []
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
        self.collections = collections
    }
}

extension DocumentHeader {
    private enum CodingKeys: String, CodingKey {
        case id, title, summary, holder, shelfmark, date, rights, attribution, credits, status, language, languages
        case palette, mark, access, presentation, tours, collections, hasLinks, termCount, recordingCount
    }

    /// Decodes a stored header. Versions that did not yet write ``access`` (every document was open), ``presentation``,
    /// ``tours``, ``collections``, ``hasLinks``, ``termCount`` or ``recordingCount`` are accepted.
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
            collections: try values.decodeIfPresent([CollectionReference].self, forKey: .collections) ?? [])
        tours = try values.decodeIfPresent([TourOutline].self, forKey: .tours) ?? []
        hasLinks = try values.decodeIfPresent(Bool.self, forKey: .hasLinks) ?? false
        termCount = try values.decodeIfPresent(Int.self, forKey: .termCount) ?? 0
        recordingCount = try values.decodeIfPresent(Int.self, forKey: .recordingCount) ?? 0
    }
}

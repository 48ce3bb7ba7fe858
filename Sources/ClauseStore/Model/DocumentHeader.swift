/// Whether a document is served to everybody.
public enum DocumentStatus: String, Sendable, Codable, CaseIterable {
    /// Served only where drafts are asked for.
    case draft
    /// Served.
    case published
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
    /// Whether it is served to everybody; `published` when the folder does not say.
    public let status: DocumentStatus
    /// The document's own language, as a BCP 47 tag.
    public let language: String
    /// The languages of the texts, at least one; the first is the fallback.
    public let languages: [String]
    /// The colours, where the folder gives them.
    public let palette: Palette?
    /// The emblem: a name that the viewer ships, or the name of an SVG file of the folder.
    public let mark: String?
}

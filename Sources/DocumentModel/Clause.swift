public import ImageGeometry

/// The kind of an annotated part.
public enum ClauseKind: String, Sendable, Codable, CaseIterable {
    /// A part of the text.
    case clause
    /// A thing on the sheet that is not text.
    case detail
}

/// A polygon on a page, possibly with holes, exactly as given.
public struct Region: Hashable, Sendable {
    /// The page's number, from 1.
    public let page: Int
    /// The outline in the page's image space.
    public let polygon: Polygon

    /// Creates a region of a page.
    public init(page: Int, polygon: Polygon) {
        self.page = page
        self.polygon = polygon
    }
}

/// The texts of a clause in one language.
public struct ClauseText: Hashable, Sendable {
    /// The heading.
    public let title: String?
    /// The text in plain language.
    public let translation: String?
    /// Background that helps a reader understand the clause.
    public let context: String?
    /// The text as written, in the document's own language.
    public let transcription: String?
    /// Links between words of the transcription and the words of the translation that render them.
    public var phrases: [Phrase]

    /// Creates a text. Every part is optional.
    public init(
        title: String? = nil, translation: String? = nil, context: String? = nil, transcription: String? = nil,
        phrases: [Phrase] = []
    ) {
        self.title = title
        self.translation = translation
        self.context = context
        self.transcription = transcription
        self.phrases = phrases
    }

    /// Whether there is any text other than the transcription, so that this can be shown as the text of its language.
    package var hasWords: Bool { title != nil || translation != nil || context != nil }
}

/// An annotated part of a document, from `clauses.json`.
public struct Clause: Hashable, Sendable {
    /// The id, unique in the document; see ``Identifier``.
    public let id: String
    /// The number to show, if any.
    public let number: String?
    /// The kind of part.
    public let kind: ClauseKind
    /// Its opening words, as written.
    public let incipit: String?
    /// The ids of its categories, in the order given.
    public var categories: [String]
    /// The regions of the clause; at least one.
    public let regions: [Region]
    /// Whether the clause is a text line with an outline from text recognition. Such outlines normally overlap.
    public var isTextLine = false
    /// The words of the transcription that have a position on a page, in the order of the transcription.
    public var words: [ClauseWord] = []

    package init(
        id: String, number: String?, kind: ClauseKind, incipit: String?, categories: [String], regions: [Region],
        isTextLine: Bool = false
    ) {
        (self.id, self.number, self.kind) = (id, number, kind)
        (self.incipit, self.categories, self.regions) = (incipit, categories, regions)
        self.isTextLine = isTextLine
    }
}

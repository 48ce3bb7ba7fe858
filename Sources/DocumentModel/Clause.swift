public import ImageGeometry

/// What an annotated part is.
public enum ClauseKind: String, Sendable, Codable, CaseIterable {
    /// A part of the text.
    case clause
    /// A thing on the sheet that is not text.
    case detail
}

/// A polygon on a page, with holes if need be, exactly as it was given.
public struct Region: Hashable, Sendable {
    /// The page's number, from 1.
    public let page: Int
    /// The outline in the page's image space.
    public let polygon: Polygon

    /// Makes a region of a page.
    public init(page: Int, polygon: Polygon) {
        self.page = page
        self.polygon = polygon
    }
}

/// What is said of a clause in one language.
public struct ClauseText: Hashable, Sendable {
    /// The heading.
    public let title: String?
    /// The words in plain language.
    public let translation: String?
    /// What a reader should know about it.
    public let context: String?
    /// The words as written, in the document's own language.
    public let transcription: String?
    /// Which words of the transcription which of the translation render.
    public var phrases: [Phrase]

    /// Makes a text; every part may be missing.
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

    /// Whether it says anything beside the transcription, so that it can be shown as the text of its language.
    package var hasWords: Bool { title != nil || translation != nil || context != nil }
}

/// An annotated part of a document, as `clauses.json` gives it.
public struct Clause: Hashable, Sendable {
    /// The id, unique in the document; see ``Identifier``.
    public let id: String
    /// The number to show, or nil.
    public let number: String?
    /// What it is.
    public let kind: ClauseKind
    /// Its opening words, as written.
    public let incipit: String?
    /// The ids of its categories, in the order given.
    public let categories: [String]
    /// Where it stands; at least one.
    public let regions: [Region]
    /// Whether it is a text line, with the outline that text recognition gave it: such outlines overlap by nature.
    public var isTextLine = false
    /// The words of its transcription that have a place on a page, in its order.
    public var words: [ClauseWord] = []

    package init(
        id: String, number: String?, kind: ClauseKind, incipit: String?, categories: [String], regions: [Region],
        isTextLine: Bool = false, words: [ClauseWord] = []
    ) {
        (self.id, self.number, self.kind) = (id, number, kind)
        (self.incipit, self.categories, self.regions) = (incipit, categories, regions)
        (self.isTextLine, self.words) = (isTextLine, words)
    }
}

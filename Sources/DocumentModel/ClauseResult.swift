import ImageGeometry

/// A clause as it is given to readers, with the text of one language.
public struct ClauseResult: Hashable, Sendable {
    /// The id, unique in the document.
    public let id: String
    /// The number to show, or nil.
    public let number: String?
    /// What it is.
    public let kind: ClauseKind
    /// Its opening words, as written.
    public let incipit: String?
    /// The heading, in ``lang``.
    public let title: String?
    /// The words in plain language, in ``lang``.
    public let translation: String?
    /// What a reader should know about it, in ``lang``.
    public let context: String?
    /// The words as written.
    public let transcription: String?
    /// The language of title, translation and context, which may be another one than was asked for; nil when the clause
    /// has no text at all.
    public let lang: String?
    /// The ids of its categories, in the order given by the document.
    public let categories: [String]
    /// How it is drawn: `outline` when any of the categories that it is shown for is.
    public let style: CategoryStyle
    /// All its regions, where they were asked for.
    public let regions: [Region]?

    package init(
        id: String, number: String?, kind: ClauseKind, incipit: String?, title: String?, translation: String?,
        context: String?, transcription: String?, lang: String?, categories: [String], style: CategoryStyle,
        regions: [Region]?
    ) {
        self.id = id
        self.number = number
        self.kind = kind
        self.incipit = incipit
        self.title = title
        self.translation = translation
        self.context = context
        self.transcription = transcription
        self.lang = lang
        self.categories = categories
        self.style = style
        self.regions = regions
    }
}

extension Region: Encodable {
    private enum CodingKeys: String, CodingKey {
        case page, polygon, holes
    }

    /// Writes `{ page, polygon: [[x, y], …] }`, and `holes` where there are any.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(page, forKey: .page)
        try container.encode(polygon.outer.map { [$0.x, $0.y] }, forKey: .polygon)
        if !polygon.holes.isEmpty {
            try container.encode(polygon.holes.map { $0.map { [$0.x, $0.y] } }, forKey: .holes)
        }
    }
}

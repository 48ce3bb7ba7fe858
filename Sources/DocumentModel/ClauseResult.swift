import ImageGeometry

/// A clause as presented to readers, with its text in one language.
public struct ClauseResult: Hashable, Sendable {
    /// The id, unique in the document.
    public let id: String
    /// The number to show, if any.
    public let number: String?
    /// The kind of part.
    public let kind: ClauseKind
    /// Its opening words, as written.
    public let incipit: String?
    /// The heading, in ``lang``.
    public let title: String?
    /// The text in plain language, in ``lang``.
    public let translation: String?
    /// Background that helps a reader understand the clause, in ``lang``.
    public let context: String?
    /// The text as written.
    public let transcription: String?
    /// The language of title, translation and context, which may differ from the requested language; nil if the clause
    /// has no text at all.
    public let lang: String?
    /// The ids of its categories, in the document's order.
    public let categories: [String]
    /// How the clause is drawn: `outline` if any of the categories it is shown for is `outline`.
    public let style: CategoryStyle
    /// All regions of the clause, if requested.
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

    /// Encodes `{ page, polygon: [[x, y], …] }`, with `holes` if there are any.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(page, forKey: .page)
        try container.encode(polygon.outer.map { [$0.x, $0.y] }, forKey: .polygon)
        if !polygon.holes.isEmpty {
            try container.encode(polygon.holes.map { $0.map { [$0.x, $0.y] } }, forKey: .holes)
        }
    }
}

public import ImageGeometry

/// Which clauses to list. All conditions must hold; the empty filter gives `all` of a document.
public struct ClauseFilter: Hashable, Sendable {
    /// The ids of categories, any of which will do; `all` among them stands for the clauses of `all`. Empty means `all`.
    public var categories: [String]
    /// Words that must all occur in what is said of the clause, the last one as the beginning of a word; nil or blank
    /// for any.
    public var search: String?
    /// The language to answer in, and to search in; nil for the document's first, and to search in every language.
    public var lang: String?
    /// The number of a page, from 1, on which the clause must have a region.
    public var page: Int?
    /// What the clause must be.
    public var kind: ClauseKind?
    /// A rectangle in image space that the box of one of the clause's regions must share an area with.
    public var bounds: Rectangle?
    /// Whether the answers hold their regions.
    public var includingRegions: Bool

    /// Makes a filter.
    public init(
        categories: [String] = [], search: String? = nil, lang: String? = nil, page: Int? = nil,
        kind: ClauseKind? = nil, bounds: Rectangle? = nil, includingRegions: Bool = false
    ) {
        self.categories = categories
        self.search = search
        self.lang = lang
        self.page = page
        self.kind = kind
        self.bounds = bounds
        self.includingRegions = includingRegions
    }
}

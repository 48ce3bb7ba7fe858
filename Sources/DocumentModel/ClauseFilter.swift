public import ImageGeometry

/// Which clauses to list. All conditions must hold; the empty filter gives `all` of a document.
public struct ClauseFilter: Hashable, Sendable {
    /// The ids of categories, any of which will do; `all` among them stands for the clauses of `all`. Empty means `all`.
    public var categories: [String]
    /// Whether a clause must be in all of the categories, not in any of them.
    public var matchesAllCategories: Bool
    /// Words that must all occur in one text of the clause, the last one as the beginning of a word; words in quotation
    /// marks must follow each other; nil or blank for any.
    public var search: String?
    /// The language to answer in, and to search in; nil for the document's first, and to search in every language.
    public var lang: String?
    /// A language, as a BCP 47 tag, that the clause must have a text in; nil for any.
    public var textLanguage: String?
    /// The number of a page, from 1, on which the clause must have a region.
    public var page: Int?
    /// What the clause must be.
    public var kind: ClauseKind?
    /// A rectangle in image space that the box of one of the clause's regions must share an area with.
    public var bounds: Rectangle?
    /// Whether the answers hold their regions.
    public var includingRegions: Bool
    /// How many clauses are wanted, 1 to 10,000, what is outside of that being brought into it; nil for all.
    public var limit: Int?
    /// Where the answer before this one ended; nil to begin with the first clause.
    public var cursor: ClauseCursor?

    /// Makes a filter.
    public init(
        categories: [String] = [], matchesAllCategories: Bool = false, search: String? = nil, lang: String? = nil,
        textLanguage: String? = nil, page: Int? = nil, kind: ClauseKind? = nil, bounds: Rectangle? = nil,
        includingRegions: Bool = false, limit: Int? = nil, cursor: ClauseCursor? = nil
    ) {
        self.categories = categories
        self.matchesAllCategories = matchesAllCategories
        self.search = search
        self.lang = lang
        self.textLanguage = textLanguage
        self.page = page
        self.kind = kind
        self.bounds = bounds
        self.includingRegions = includingRegions
        self.limit = limit
        self.cursor = cursor
    }
}

/// Where an answer of clauses ended: behind a clause.
///
/// The next answer begins behind that clause wherever it stands by then, so that nothing comes twice or is left out when
/// the document was changed meanwhile; where the clause is gone, at the place that it had.
public struct ClauseCursor: Hashable, Sendable, LosslessStringConvertible {
    package let position: Int
    package let id: String

    package init(position: Int, id: String) {
        (self.position, self.id) = (position, id)
    }

    /// Reads what ``description`` wrote.
    public init?(_ description: String) {
        let parts = description.parts(at: ".", maxSplits: 1, omittingEmptyParts: false)
        guard parts.count == 2, let position = Int(parts[0]), position >= 0, !parts[1].isEmpty else { return nil }
        self.init(position: position, id: String(parts[1]))
    }

    /// Characters that need no escape in an address.
    public var description: String { "\(position).\(id)" }
}

/// A part of the clauses that a filter lets through, in reading order.
public struct ClausePart: Hashable, Sendable {
    /// How many clauses the filter lets through, on this and all other parts.
    public let total: Int
    /// The clauses of this part.
    public let clauses: [ClauseResult]
    /// Where the next part begins; nil when this is the last.
    public let next: ClauseCursor?

    package init(total: Int, clauses: [ClauseResult], next: ClauseCursor?) {
        (self.total, self.clauses, self.next) = (total, clauses, next)
    }
}

/// How many clauses there would be for each category, the filter's other conditions being the same.
public struct CategoryCounts: Hashable, Sendable {
    /// The clauses of `all`.
    public let all: Int
    /// Each category's id and number, in the order of the menu.
    public let categories: [Count]

    package init(all: Int, categories: [Count]) {
        (self.all, self.categories) = (all, categories)
    }

    /// A category's number of clauses.
    public struct Count: Hashable, Sendable {
        /// The category's id.
        public let id: String
        /// How many clauses of it the filter lets through.
        public let count: Int

        package init(id: String, count: Int) {
            (self.id, self.count) = (id, count)
        }
    }
}

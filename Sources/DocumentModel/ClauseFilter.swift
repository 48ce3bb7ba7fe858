public import ImageGeometry

/// Conditions for listing clauses. All of them must hold. The empty filter matches the clauses in a document's `all`.
public struct ClauseFilter: Hashable, Sendable {
    /// The category ids to match, any of which suffices; the id `all` stands for the clauses in `all`. Empty means
    /// `all`.
    public var categories: [String]
    /// Whether a clause must be in all of the categories rather than in any of them.
    public var matchesAllCategories: Bool
    /// Words that must all occur in one text of the clause. The last word matches as a prefix, and words in quotation
    /// marks match as a phrase. Nil or blank matches any clause.
    public var search: String?
    /// The language of the results and of the search. If nil, results are in the document's first language and every
    /// language is searched.
    public var lang: String?
    /// A language (BCP 47) in which the clause must have a text; nil for any.
    public var textLanguage: String?
    /// The number of a page, from 1, on which the clause must have a region.
    public var page: Int?
    /// The required kind of clause.
    public var kind: ClauseKind?
    /// A rectangle in image space that the bounding box of one of the clause's regions must intersect with a positive
    /// area.
    public var bounds: Rectangle?
    /// Whether results include their regions.
    public var includingRegions: Bool
    /// The maximum number of clauses to return, clamped to 1 to 10,000. Nil for no limit, or for 10,000 with a cursor.
    public var limit: Int?
    /// The end of the preceding result page; nil to start with the first clause.
    public var cursor: ClauseCursor?

    /// Creates a filter.
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

/// The end of a page of clauses: a position just after a clause.
///
/// The next page begins after that clause, wherever it is by then, so that no clause is repeated or skipped if the
/// document changes in between. If the clause no longer exists, its former position is used.
public struct ClauseCursor: Hashable, Sendable, LosslessStringConvertible {
    package let position: Int
    package let id: String

    package init(position: Int, id: String) {
        (self.position, self.id) = (position, id)
    }

    /// Reads a cursor written by ``description``.
    public init?(_ description: String) {
        let parts = description.parts(at: ".", maxSplits: 1, omittingEmptyParts: false)
        guard parts.count == 2, let position = Int(parts[0]), position >= 0, !parts[1].isEmpty else { return nil }
        self.init(position: position, id: String(parts[1]))
    }

    /// The cursor in characters that need no escaping in a URL.
    public var description: String { "\(position).\(id)" }
}

/// One page of the clauses that match a filter, in reading order.
public struct ClausePart: Hashable, Sendable {
    /// The total number of matching clauses, on all result pages.
    public let total: Int
    /// The clauses on this result page.
    public let clauses: [ClauseResult]
    /// The start of the next result page; nil if this is the last.
    public let next: ClauseCursor?

    package init(total: Int, clauses: [ClauseResult], next: ClauseCursor?) {
        (self.total, self.clauses, self.next) = (total, clauses, next)
    }
}

/// The number of clauses in each category, given the filter's other conditions.
public struct CategoryCounts: Hashable, Sendable {
    /// The number of clauses in `all`.
    public let all: Int
    /// The count of each category, in menu order.
    public let categories: [Count]

    package init(all: Int, categories: [Count]) {
        (self.all, self.categories) = (all, categories)
    }

    /// The number of clauses in a category.
    public struct Count: Hashable, Sendable {
        /// The category's id.
        public let id: String
        /// The number of matching clauses in the category.
        public let count: Int

        package init(id: String, count: Int) {
            (self.id, self.count) = (id, count)
        }
    }
}

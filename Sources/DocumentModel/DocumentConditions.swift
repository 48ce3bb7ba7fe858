/// Conditions for listing documents, other than words in their names. Each condition that is set must hold.
public struct DocumentConditions: Hashable, Sendable {
    /// A language of the document or its texts, with or without a region: `en` matches `en-GB`, and vice versa.
    public var language: String?
    /// The id of a category that contains clauses.
    public var theme: String?
    /// A collection that contains the document, directly or through nested collections.
    public var collection: String?
    /// A span of years that must overlap the document's years.
    public var years: YearSpan?

    /// Creates conditions, by default none.
    public init(language: String? = nil, theme: String? = nil, collection: String? = nil, years: YearSpan? = nil) {
        (self.language, self.theme, self.collection, self.years) = (language, theme, collection, years)
    }

    /// Whether no condition is set.
    public var isEmpty: Bool { self == DocumentConditions() }

    /// Returns the conditions without the one for a facet.
    package func without(_ kind: FacetKind) -> DocumentConditions {
        var others = self
        switch kind {
        case .language: others.language = nil
        case .theme: others.theme = nil
        case .collection: others.collection = nil
        case .years: others.years = nil
        }
        return others
    }
}

/// A property by which documents are grouped and counted.
package enum FacetKind: CaseIterable, Hashable, Sendable {
    case language, theme, collection, years
}

/// A value of a facet, and the number of documents that have it.
public struct FacetValue: Hashable, Sendable {
    /// A language in lower case without region, a category id or a collection id.
    public let id: String
    /// The display name; nil for languages, and for collections without a label.
    public let label: LanguageMap?
    /// The number of documents that have the value.
    public let count: Int

    package init(id: String, label: LanguageMap? = nil, count: Int) {
        (self.id, self.label, self.count) = (id, label, count)
    }
}

/// A histogram of the years of listed documents.
public struct YearCounts: Hashable, Sendable {
    /// The span of the years of all documents that have any.
    public let span: YearSpan
    /// The number of years in each bin: 1, 2, 5, 10 and so on.
    public let step: Int
    /// The first year of the first bin, a multiple of the step.
    public let start: Int
    /// The number of documents in each bin. A document that spans several bins counts in each.
    public let counts: [Int]
    /// The number of documents that have years.
    public let total: Int

    /// The maximum number of bins.
    public static let limit = 30
    private static let steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000]

    /// Counts documents by year.
    ///
    /// - Parameter spans: Spans of years, each with its number of documents.
    /// - Returns: Nil if no document has years.
    /// - Complexity: O(*n* · ``limit``).
    package init?(_ spans: [(years: YearSpan, count: Int)]) {
        guard let first = spans.map(\.years.first).min(), let last = spans.map(\.years.last).max(),
            let span = YearSpan(first: first, last: last)
        else { return nil }
        func stretch(_ year: Int, _ step: Int) -> Int { (year >= 0 ? year : year - step + 1) / step }
        let step = Self.steps.first { stretch(last, $0) - stretch(first, $0) < Self.limit } ?? 1_000
        let start = stretch(first, step)
        var counts = Array(repeating: 0, count: stretch(last, step) - start + 1)
        for (years, count) in spans {
            for place in stretch(years.first, step)...stretch(years.last, step) { counts[place - start] += count }
        }
        (self.span, self.step, self.start, self.counts) = (span, step, start * step, counts)
        total = spans.reduce(0) { $0 + $1.count }
    }
}

/// The facets of listed documents. The values of each facet are counted over the documents that match all other
/// conditions, so that a reader can switch to another value.
public struct DocumentFacets: Hashable, Sendable {
    /// The maximum number of values per facet; those with the most documents are kept.
    public static let limit = 100

    /// The languages of documents and of their texts.
    public let languages: [FacetValue]
    /// The categories.
    public let themes: [FacetValue]
    /// The collections, at every depth.
    public let collections: [FacetValue]
    /// The years; nil if no document has any.
    public let years: YearCounts?

    package init(languages: [FacetValue], themes: [FacetValue], collections: [FacetValue], years: YearCounts?) {
        (self.languages, self.themes, self.collections, self.years) = (languages, themes, collections, years)
    }
}

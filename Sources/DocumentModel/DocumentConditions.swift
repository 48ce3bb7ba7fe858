/// What documents of a list have, beside the words in their names. Each condition that is stated must hold.
public struct DocumentConditions: Hashable, Sendable {
    /// A language that the document or its texts are in, with or without a region: `en` finds `en-GB`, which finds `en`.
    public var language: String?
    /// The id of a category that has clauses.
    public var theme: String?
    /// A collection that the document lies in, at whatever depth.
    public var collection: String?
    /// Years of which the document may be from one at least.
    public var years: YearSpan?

    /// Makes conditions; by default none.
    public init(language: String? = nil, theme: String? = nil, collection: String? = nil, years: YearSpan? = nil) {
        (self.language, self.theme, self.collection, self.years) = (language, theme, collection, years)
    }

    /// Whether none is stated.
    public var isEmpty: Bool { self == DocumentConditions() }

    /// Conditions without that of a kind.
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

/// What documents are told apart by.
package enum FacetKind: CaseIterable, Hashable, Sendable {
    case language, theme, collection, years
}

/// A value that documents of a list have, and how many of them.
public struct FacetValue: Hashable, Sendable {
    /// A language in small letters and without region, the id of a category, or that of a collection.
    public let id: String
    /// What it is called; nil for languages, and for collections that nobody names.
    public let label: LanguageMap?
    /// How many documents have it.
    public let count: Int

    package init(id: String, label: LanguageMap? = nil, count: Int) {
        (self.id, self.label, self.count) = (id, label, count)
    }
}

/// How many documents of a list are from which years.
public struct YearCounts: Hashable, Sendable {
    /// The years of all documents that have any.
    public let span: YearSpan
    /// How many years a count is of: 1, 2, 5, 10 and so on.
    public let step: Int
    /// The first year of the first count, a multiple of the step.
    public let start: Int
    /// How many documents are from each of the stretches; one that is from several counts in each.
    public let counts: [Int]
    /// How many documents have years.
    public let total: Int

    /// The most stretches.
    public static let limit = 30
    private static let steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000]

    /// Counts documents.
    ///
    /// - Parameter spans: The years of documents, and how many documents are from these.
    /// - Returns: Nil where no document has years.
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

/// What the documents of a list have, by kind. The values of a kind are those of the documents that all other conditions
/// let through, so that another value can be chosen.
public struct DocumentFacets: Hashable, Sendable {
    /// The most values of a kind; those of the most documents.
    public static let limit = 100

    /// The languages of documents and their texts.
    public let languages: [FacetValue]
    /// The categories.
    public let themes: [FacetValue]
    /// The collections, at every depth.
    public let collections: [FacetValue]
    /// The years; nil where no document has any.
    public let years: YearCounts?

    package init(languages: [FacetValue], themes: [FacetValue], collections: [FacetValue], years: YearCounts?) {
        (self.languages, self.themes, self.collections, self.years) = (languages, themes, collections, years)
    }
}

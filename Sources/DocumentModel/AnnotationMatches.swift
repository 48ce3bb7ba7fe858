/// One page of the annotations that match a query, in reading order.
public struct AnnotationMatches: Sendable {
    /// The total number of matching annotations, on all result pages.
    public let total: Int
    /// The number of matches that precede this result page.
    public let offset: Int
    package let items: [AnnotationMatch]

    package init(total: Int, offset: Int, items: [AnnotationMatch]) {
        (self.total, self.offset, self.items) = (total, offset, items)
    }

    /// Whether this result page has no matches.
    public var isEmpty: Bool { items.isEmpty }
}

/// An annotation that matches a query: the part of a clause that is on one page.
package struct AnnotationMatch: Sendable {
    /// The document, with only the clauses that matched.
    package let document: PartialDocument
    package let clause: Clause
    package let page: Int
    /// The best match, in the text that the reader would prefer; nil if the query has no words.
    package let context: TextQuote?
    /// All matches, up to a limit.
    package let highlights: [TextQuote]

    package init(document: PartialDocument, clause: Clause, page: Int, context: TextQuote?, highlights: [TextQuote]) {
        (self.document, self.clause, self.page) = (document, clause, page)
        (self.context, self.highlights) = (context, highlights)
    }
}

/// A passage in a text with the words around it. `prefix + exact + suffix` is a part of the text.
package struct TextQuote: Hashable, Sendable {
    package let prefix: String
    package let exact: String
    package let suffix: String

    package init(prefix: String, exact: String, suffix: String) {
        (self.prefix, self.exact, self.suffix) = (prefix, exact, suffix)
    }
}

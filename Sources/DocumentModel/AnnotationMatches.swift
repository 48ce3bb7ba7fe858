/// A part of the annotations that a query found, in the order of reading.
public struct AnnotationMatches: Sendable {
    /// How many annotations the query finds, on this and all other parts.
    public let total: Int
    /// How many of them come before those of this part.
    public let offset: Int
    package let items: [AnnotationMatch]

    package init(total: Int, offset: Int, items: [AnnotationMatch]) {
        (self.total, self.offset, self.items) = (total, offset, items)
    }

    /// Whether this part holds none.
    public var isEmpty: Bool { items.isEmpty }
}

/// An annotation that a query found: what a clause has on a page.
package struct AnnotationMatch: Sendable {
    /// The document, with no other clauses than those that were found.
    package let document: PartialDocument
    package let clause: Clause
    package let page: Int
    /// The best place, in the text that the reader would rather see; nil where no words were asked for.
    package let context: TextQuote?
    /// Every place, up to a limit.
    package let highlights: [TextQuote]

    package init(document: PartialDocument, clause: Clause, page: Int, context: TextQuote?, highlights: [TextQuote]) {
        (self.document, self.clause, self.page) = (document, clause, page)
        (self.context, self.highlights) = (context, highlights)
    }
}

/// A place in a text: what stands there, and the words around it. All three together are a part of the text.
package struct TextQuote: Hashable, Sendable {
    package let prefix: String
    package let exact: String
    package let suffix: String

    package init(prefix: String, exact: String, suffix: String) {
        (self.prefix, self.exact, self.suffix) = (prefix, exact, suffix)
    }
}

/// Which clauses of a document are wanted, beside what is said of it as a whole, its pages and its categories.
public enum DocumentPart: Hashable, Sendable {
    /// None.
    case header
    /// All.
    case whole
    /// Those on a page.
    case page(Int)
    /// Those of a category.
    case category(String)
    /// One.
    case clause(String)
}

/// A document with some of its clauses, as the version of a moment has them.
public struct PartialDocument: Sendable {
    /// What the store says of the document.
    public let info: DocumentInfo
    /// The document with the clauses that were asked for, with all of their regions and texts; of its files those below
    /// `audio/`, if it is whole.
    package let source: SourceDocument

    package init(info: DocumentInfo, source: SourceDocument) {
        (self.info, self.source) = (info, source)
    }
}

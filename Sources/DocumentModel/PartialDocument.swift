/// The clauses of a document to load, in addition to its header, pages and categories.
public enum DocumentPart: Hashable, Sendable {
    /// No clauses.
    case header
    /// All clauses.
    case whole
    /// The clauses on a page.
    case page(Int)
    /// The clauses of a category.
    case category(String)
    /// One clause.
    case clause(String)
}

/// A document with some of its clauses, from a single version.
public struct PartialDocument: Sendable {
    /// The stored document.
    public let info: DocumentInfo
    /// The document with the requested clauses and all their regions and texts. Its files are those below `audio/`, if
    /// all clauses were requested.
    package let source: SourceDocument

    package init(info: DocumentInfo, source: SourceDocument) {
        (self.info, self.source) = (info, source)
    }
}

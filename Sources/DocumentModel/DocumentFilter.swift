public import Foundation

/// Conditions and paging for listing a library's documents. The empty filter gives the first page of all documents.
public struct DocumentFilter: Hashable, Sendable {
    /// The default number of documents on a result page.
    public static let usualLimit = 100
    /// The maximum number of documents on a result page.
    public static let largestLimit = 1_000
    /// The maximum total number of pages of the documents on a result page, unless its first document alone has more.
    public static let pageLimit = 20_000

    /// Words that must all occur in the document's names: its id, titles, shelfmark, holder and date, in any language.
    /// The last word matches as a prefix. Nil or blank matches any document.
    public var words: String?
    /// The other conditions.
    public var conditions: DocumentConditions
    /// The number of documents to return, clamped to 1 to ``largestLimit``; nil for ``usualLimit``. Fewer are returned
    /// if they have many pages.
    public var limit: Int?
    /// The end of the preceding result page; nil to start with the first document.
    public var cursor: DocumentCursor?

    /// Creates a filter.
    public init(
        words: String? = nil, conditions: DocumentConditions = DocumentConditions(), limit: Int? = nil,
        cursor: DocumentCursor? = nil
    ) {
        (self.words, self.conditions, self.limit, self.cursor) = (words, conditions, limit, cursor)
    }
}

/// The end of a page of the document list: a position just after a document's id.
///
/// The next page begins after that id, whether or not the document still exists, so that no document is repeated or
/// skipped if documents are added or removed in between.
public struct DocumentCursor: Hashable, Sendable, LosslessStringConvertible {
    package let id: String

    package init(id: String) { self.id = id }

    /// Reads a cursor written by ``description``.
    public init?(_ description: String) {
        guard Identifier.isValid(description) else { return nil }
        self.init(id: description)
    }

    /// The id. It needs no escaping in a URL.
    public var description: String { id }
}

/// One page of a library's documents, sorted by id.
public struct DocumentListPart: Hashable, Sendable {
    /// The total number of matching documents, on all result pages. Documents that the reader may not read do not
    /// count.
    public let total: Int
    /// The documents on this result page.
    public let documents: [DocumentInfo]
    /// The start of the next result page; nil if this is the last.
    public let next: DocumentCursor?

    /// Creates a part.
    public init(total: Int, documents: [DocumentInfo], next: DocumentCursor?) {
        (self.total, self.documents, self.next) = (total, documents, next)
    }
}

/// A brief description of a listed document, without its pages.
public struct ListedDocument: Hashable, Sendable {
    /// The id.
    public let id: String
    /// The languages of the texts; the first is the fallback.
    public let languages: [String]
    /// The time at which the served version was added.
    public let addedAt: Date

    /// Creates a description.
    public init(id: String, languages: [String], addedAt: Date) {
        (self.id, self.languages, self.addedAt) = (id, languages, addedAt)
    }
}

/// The size of a library as visible to a reader.
public struct LibraryCounts: Hashable, Sendable {
    /// The number of documents.
    public let documents: Int
    /// The number of pages of these documents.
    public let pages: Int

    package init(documents: Int, pages: Int) {
        (self.documents, self.pages) = (documents, pages)
    }
}

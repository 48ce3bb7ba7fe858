public import Foundation

/// Which documents of a library to list, and how many of them. The empty filter gives the first part of all.
public struct DocumentFilter: Hashable, Sendable {
    /// How many documents a part has where no limit is asked for.
    public static let usualLimit = 100
    /// The most documents of a part.
    public static let largestLimit = 1_000
    /// The most pages that the documents of a part have together, unless its first document alone has more.
    public static let pageLimit = 20_000

    /// Words that must all occur in what a document is called: its id, titles, shelfmark, holder and date, in whatever
    /// language; the last one as the beginning of a word. Nil or blank for any.
    public var words: String?
    /// What else the documents have.
    public var conditions: DocumentConditions
    /// How many documents are wanted, 1 to ``largestLimit``, what is outside of that being brought into it; nil for
    /// ``usualLimit``. There may be fewer where they have many pages.
    public var limit: Int?
    /// Where the part before this one ended; nil to begin with the first document.
    public var cursor: DocumentCursor?

    /// Makes a filter.
    public init(
        words: String? = nil, conditions: DocumentConditions = DocumentConditions(), limit: Int? = nil,
        cursor: DocumentCursor? = nil
    ) {
        (self.words, self.conditions, self.limit, self.cursor) = (words, conditions, limit, cursor)
    }
}

/// Where a part of the list of documents ended: behind the id of a document that the reader was told of.
///
/// The next part begins behind that id, whether the document is still there or not: so nothing comes twice or is left out
/// when documents are added and removed meanwhile.
public struct DocumentCursor: Hashable, Sendable, LosslessStringConvertible {
    package let id: String

    package init(id: String) { self.id = id }

    /// Reads what ``description`` wrote.
    public init?(_ description: String) {
        guard Identifier.isValid(description) else { return nil }
        self.init(id: description)
    }

    /// The id; its characters need no escape in an address.
    public var description: String { id }
}

/// A part of the documents of a library, sorted by id.
public struct DocumentListPart: Hashable, Sendable {
    /// How many documents the filter lets through, on this and all other parts; never one that the reader may not read.
    public let total: Int
    /// The documents of this part.
    public let documents: [DocumentInfo]
    /// Where the next part begins; nil when this is the last.
    public let next: DocumentCursor?

    /// Makes a part.
    public init(total: Int, documents: [DocumentInfo], next: DocumentCursor?) {
        (self.total, self.documents, self.next) = (total, documents, next)
    }
}

/// What a list tells of a document without what is on its pages.
public struct ListedDocument: Hashable, Sendable {
    /// The id.
    public let id: String
    /// The languages of the texts, the first being the fallback.
    public let languages: [String]
    /// When the version that is served was added.
    public let addedAt: Date

    /// Makes a description.
    public init(id: String, languages: [String], addedAt: Date) {
        (self.id, self.languages, self.addedAt) = (id, languages, addedAt)
    }
}

/// How much a library holds for a reader.
public struct LibraryCounts: Hashable, Sendable {
    /// The documents.
    public let documents: Int
    /// The pages of these documents.
    public let pages: Int

    package init(documents: Int, pages: Int) {
        (self.documents, self.pages) = (documents, pages)
    }
}

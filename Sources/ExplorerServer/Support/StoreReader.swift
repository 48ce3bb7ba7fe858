import ClauseStore
import DocumentLibrary
import ImageGeometry

/// The store as the routes see it: off the network's threads, and without drafts unless they are to be served.
struct StoreReader: Sendable {
    private let store: ClauseStore
    private let pool: WorkPool
    private let includesDrafts: Bool
    /// What a question is weighed by where pictures are made, in pixels.
    private let area: Int

    init(library: Library, pool: WorkPool, includesDrafts: Bool, area: Int = 0) {
        self.area = area
        store = library.store
        self.pool = pool
        self.includesDrafts = includesDrafts
    }

    /// Runs a question to the store where blocking is allowed.
    func ask<Result: Sendable>(_ question: @escaping @Sendable (ClauseStore) throws -> Result) async throws -> Result {
        try await pool.run(area: area) { [store] _ in try question(store) }
    }

    /// The documents that are served.
    func documents() async throws -> [DocumentInfo] {
        try await ask { [includesDrafts] in try $0.documents(includingDrafts: includesDrafts) }
    }

    /// Clauses of all documents that are served.
    func search(
        _ words: String, lang: String?, limit: Int, after cursor: SearchCursor?
    ) async throws -> SearchMatches {
        try await ask { [includesDrafts] store in
            try store.search(words, lang: lang, limit: limit, after: cursor, includingDrafts: includesDrafts)
        }
    }

    /// The annotations of a document that is served, or of all of them, that a query asks for.
    func annotations(_ query: AnnotationQuery, of document: String?) async throws -> AnnotationMatches {
        try await ask { [includesDrafts] store in
            try store.annotations(query, of: document, includingDrafts: includesDrafts)
        }
    }

    /// The terms of a document that is served that begin with what a reader typed.
    func terms(
        beginning typed: String, _ query: AnnotationQuery, of document: String, minimum: Int
    ) async throws -> [SearchTerm] {
        try await ask { [includesDrafts] store in
            try store.terms(
                beginning: typed, query, of: document, minimum: minimum, includingDrafts: includesDrafts)
        }
    }

    /// The clauses at a point of a document that is served.
    func clauses(
        of document: String, at point: Point, page: Int, categories: [String], lang: String?
    ) async throws -> [ClauseAnswer] {
        try await ask { [includesDrafts] store in
            try store.clauses(
                of: document, at: point, page: page, categories: categories, lang: lang,
                includingDrafts: includesDrafts)
        }
    }

    /// A page of a document that is served, ready to tell what lies at its points.
    func indexedPage(_ number: Int, of document: String) async throws -> IndexedPage {
        try await ask { [includesDrafts] in
            try $0.indexedPage(number, of: document, includingDrafts: includesDrafts)
        }
    }

    /// The clauses that a page told of, or nil when its version is not served any more.
    func clauses(_ keys: [ClauseKey], of page: IndexedPage, lang: String?) async throws -> [ClauseAnswer]? {
        try await ask { try $0.clauses(keys, of: page, lang: lang) }
    }

    /// Which version of a document is served; without a document a number that grows whenever one changes.
    func revision(of document: String?) async throws -> Int64 {
        try await ask { [includesDrafts] store in
            guard let document else { return try store.libraryRevision() }
            return try store.revision(of: document, includingDrafts: includesDrafts)
        }
    }

    /// Asks a question that depends on whether drafts are served.
    func ask<Result: Sendable>(
        _ question: @escaping @Sendable (ClauseStore, _ includesDrafts: Bool) throws -> Result
    ) async throws -> Result {
        try await ask { [includesDrafts] store in try question(store, includesDrafts) }
    }

    /// What is said of each clause of a page, see ``ClauseStore/writtenAnswers(of:tag:encode:isCancelled:)``.
    func writtenAnswers(
        of page: IndexedPage, tag: String, on pool: WorkPool, encode: @escaping @Sendable (ClauseAnswer) -> [UInt8],
        isCancelled: @escaping @Sendable () -> Bool
    ) async throws -> WrittenAnswers? {
        try await pool.run { [store] in
            try store.writtenAnswers(of: page, tag: tag, encode: encode, isCancelled: isCancelled)
        }
    }

    /// A document that is served.
    ///
    /// - Throws: ``Problem`` 404 for one that is not there, and for a draft that is not served.
    func document(_ id: String) async throws -> DocumentInfo {
        try await ask { [includesDrafts] in try Self.served(id, of: $0, includesDrafts: includesDrafts) }
    }

    /// Asks a question about a document that is served.
    func ask<Result: Sendable>(
        about id: String, _ question: @escaping @Sendable (ClauseStore, DocumentInfo) throws -> Result
    ) async throws -> Result {
        try await ask { [includesDrafts] store in
            try question(store, Self.served(id, of: store, includesDrafts: includesDrafts))
        }
    }

    private static func served(
        _ id: String, of store: ClauseStore, includesDrafts: Bool
    ) throws -> DocumentInfo {
        let document = try store.document(id)
        guard includesDrafts || document.status == .published else {
            throw ClauseStoreError.noDocument(id)
        }
        return document
    }
}

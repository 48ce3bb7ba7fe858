import ClauseStore
import DocumentLibrary
import ImageGeometry

/// The store as the routes see it: off the network's threads, and with the documents alone that whoever asks may read.
///
/// Who asks is known without being told by the routes (``Reader/asking``), so that none of them can forget it.
struct StoreReader: Sendable {
    private let store: ClauseStore
    private let pool: WorkPool
    /// What anyone may read here.
    private let anyone: Reader
    /// What a question is weighed by where pictures are made, in pixels.
    private let area: Int
    private let counters: WorkCounters

    /// - Parameter counters: Where questions are counted.
    init(
        library: Library, pool: WorkPool, anyone: Reader, area: Int = 0, counters: WorkCounters = WorkCounters()
    ) {
        (self.area, self.counters) = (area, counters)
        store = library.store
        self.pool = pool
        self.anyone = anyone
    }

    /// Who asks.
    var reader: Reader { anyone.asking }

    /// Who asks, as far as it matters for one document: the same for all that its readers have in common.
    func reader(of document: String) -> Reader { reader.grant.covers(document) ? .keeper : anyone }

    /// Runs a question to the store where blocking is allowed.
    func ask<Result: Sendable>(_ question: @escaping @Sendable (ClauseStore) throws -> Result) async throws -> Result {
        try await pool.run(area: area) { [store, counters] _ in try counters.measure { try question(store) } }
    }

    /// A part of the documents that are served, and what a question makes of it.
    func list<Result: Sendable>(
        _ filter: DocumentFilter, _ question: @escaping @Sendable (ClauseStore, DocumentListPart) throws -> Result
    ) async throws -> Result {
        try await ask { [reader] store in try question(store, store.documentPart(filter, for: reader)) }
    }

    /// How many documents and pages are served.
    func counts() async throws -> LibraryCounts {
        try await ask { [reader] in try $0.counts(for: reader) }
    }

    /// How many of these documents are served.
    func documentCount(among ids: Set<String>) async throws -> Int {
        try await ask { [reader] in try $0.documentCount(among: ids, for: reader) }
    }

    /// Clauses of all documents that are served.
    func search(
        _ words: String, lang: String?, limit: Int, after cursor: SearchCursor?
    ) async throws -> SearchMatches {
        try await ask { [reader] store in
            try store.search(words, lang: lang, limit: limit, after: cursor, for: reader)
        }
    }

    /// The annotations of a document that is served, or of all of them, that a query asks for.
    func annotations(_ query: AnnotationQuery, of document: String?) async throws -> AnnotationMatches {
        try await ask { [reader] store in
            try store.annotations(query, of: document, for: reader)
        }
    }

    /// The terms of a document that is served that begin with what a reader typed.
    func terms(
        beginning typed: String, _ query: AnnotationQuery, of document: String, minimum: Int
    ) async throws -> [SearchTerm] {
        try await ask { [reader] store in
            try store.terms(
                beginning: typed, query, of: document, minimum: minimum, for: reader)
        }
    }

    /// The clauses at a point of a document that is served.
    func clauses(
        of document: String, at point: Point, page: Int, categories: [String], lang: String?
    ) async throws -> [ClauseAnswer] {
        try await ask { [reader] store in
            try store.clauses(
                of: document, at: point, page: page, categories: categories, lang: lang,
                for: reader)
        }
    }

    /// A page of a document that is served, ready to tell what lies at its points.
    func indexedPage(_ number: Int, of document: String, for reader: Reader) async throws -> IndexedPage {
        try await ask {
            try $0.indexedPage(number, of: document, for: reader)
        }
    }

    /// The clauses of a block that a page told of, or nil when its version is not served any more.
    func clauses(
        in block: ClauseBlock, of page: IndexedPage, lang: String?
    ) async throws -> [(key: ClauseKey, clause: ClauseAnswer)]? {
        try await ask { try $0.clauses(in: block, of: page, lang: lang) }
    }

    /// Which version of a document is served; without a document a number that grows whenever one changes.
    func revision(of document: String?, for reader: Reader) async throws -> Int64 {
        try await ask { store in
            guard let document else { return try store.libraryRevision() }
            return try store.revision(of: document, for: reader)
        }
    }

    /// A document that is served.
    ///
    /// - Throws: ``Problem`` 404 for one that is not there, and for one that whoever asks may not read.
    func document(_ id: String) async throws -> DocumentInfo {
        try await ask { [reader] in try $0.document(id, for: reader) }
    }

    /// Asks a question about a document that is served. What the question reads is all of one version: where the document
    /// is replaced meanwhile, it is asked again.
    ///
    /// - Throws: Also ``Problem/busy`` where the document is replaced again and again.
    func ask<Result: Sendable>(
        about id: String, _ question: @escaping @Sendable (ClauseStore, DocumentInfo) throws -> Result
    ) async throws -> Result {
        try await ask { [reader] store in
            for _ in 0..<8 {
                let revision = try store.revision(of: id, for: reader)
                let result = try question(store, store.document(id, for: reader))
                if try store.revision(of: id, for: reader) == revision { return result }
            }
            throw Problem.busy
        }
    }
}

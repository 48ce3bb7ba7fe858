import ClauseStore
import DocumentLibrary
import DocumentModel
import ImageGeometry

/// The store as the routes see it: off the network's threads, and with the documents alone that whoever asks may read.
///
/// Who asks is known without being told by the routes (``Principal/ofCurrentRequest``), so that none of them can forget it.
struct StoreReader: Sendable {
    private let store: ClauseStore
    private let pool: WorkPool
    /// Where questions run that touch many rows.
    private let searchPool: WorkPool
    /// What anyone may read here.
    private let anyone: Principal
    /// What a question is weighed by where pictures are made, in pixels.
    private let estimatedPixels: Int
    private let counters: WorkCounters
    private let formerVersions: FormerVersions

    /// What a row is weighed by where questions wait that touch many: some microseconds, in pixels.
    private static let pixelsPerRow = 512

    /// - Parameters:
    ///   - searchPool: Where questions run that touch many rows; by default where all do.
    ///   - counters: Where questions are counted.
    ///   - formerVersions: The versions that were opened.
    init(
        library: Library, pool: WorkPool, searchPool: WorkPool? = nil, anyone: Principal, estimatedPixels: Int = 0,
        counters: WorkCounters = WorkCounters(), formerVersions: FormerVersions = FormerVersions()
    ) {
        (self.estimatedPixels, self.counters, self.formerVersions) = (estimatedPixels, counters, formerVersions)
        store = library.store
        (self.pool, self.searchPool) = (pool, searchPool ?? pool)
        self.anyone = anyone
    }

    /// Who asks.
    var principal: Principal { anyone.ofCurrentRequest }

    /// Who asks, as far as it matters for one document: the same for all that its readers have in common.
    func principal(of document: String) -> Principal { principal.grant.covers(document) ? .administrator : anyone }

    /// Runs a question to the store where blocking is allowed.
    func ask<Result: Sendable>(_ question: @escaping @Sendable (ClauseStore) throws -> Result) async throws -> Result {
        try await pool.run(estimatedPixels: estimatedPixels) { [store, counters] _ in
            try counters.measure { try question(store) }
        }
    }

    /// Runs a question that touches many rows, such as a search or a list, where it keeps nobody waiting who asks for a
    /// clause: on threads of its own, which stand back, and behind those of its kind that touch fewer.
    ///
    /// - Parameter rowCount: How many rows are read and answered, as far as that is known before.
    func askWidely<Result: Sendable>(
        rowCount: Int, _ question: @escaping @Sendable (ClauseStore) throws -> Result
    ) async throws -> Result {
        let weight = min(max(0, rowCount), 1 << 20) * Self.pixelsPerRow
        return try await searchPool.run(estimatedPixels: weight) { [store, counters] _ in
            try counters.measure { try question(store) }
        }
    }

    /// A part of the documents that are served, and what a question makes of it.
    func list<Result: Sendable>(
        _ filter: DocumentFilter, _ question: @escaping @Sendable (ClauseStore, DocumentListPart) throws -> Result
    ) async throws -> Result {
        try await askWidely(rowCount: filter.limit ?? 1_000) { [principal] store in
            try question(store, store.documentPart(filter, for: principal))
        }
    }

    /// A part of the documents that are served, what they have if that is asked for, and what a question makes of both.
    func list<Result: Sendable>(
        _ filter: DocumentFilter, withFacets: Bool,
        _ question: @escaping @Sendable (ClauseStore, DocumentListPart, DocumentFacets?) throws -> Result
    ) async throws -> Result {
        // To count what they have may touch each document.
        let rowCount = withFacets ? try await counts().documents : filter.limit ?? 1_000
        return try await askWidely(rowCount: rowCount) { [principal] store in
            let part = try store.documentPart(filter, for: principal)
            return try question(store, part, withFacets ? store.facets(of: filter, for: principal) : nil)
        }
    }

    /// How many documents and pages are served.
    func counts() async throws -> LibraryCounts {
        try await ask { [principal] in try $0.counts(for: principal) }
    }

    /// How many of these documents are served.
    func documentCount(among ids: Set<String>) async throws -> Int {
        try await ask { [principal] in try $0.documentCount(among: ids, for: principal) }
    }

    /// Clauses of all documents that are served, and what is made of them.
    func search<Result: Sendable>(
        _ words: String, lang: String?, limit: Int, after cursor: SearchCursor?,
        _ make: @escaping @Sendable (SearchMatches) throws -> Result
    ) async throws -> Result {
        try await askWidely(rowCount: limit + (cursor?.count ?? 0)) { [principal] store in
            try make(store.search(words, lang: lang, limit: limit, after: cursor, for: principal))
        }
    }

    /// The annotations of a document that is served, or of all of them, that a query asks for.
    func annotations(_ query: AnnotationQuery, of document: String?) async throws -> AnnotationMatches {
        try await askWidely(rowCount: 1_000) { [principal] store in
            try store.annotations(query, of: document, for: principal)
        }
    }

    /// The terms of a document that is served that begin with what a reader typed.
    func terms(
        beginning typed: String, _ query: AnnotationQuery, of document: String, minimum: Int
    ) async throws -> [SearchTerm] {
        try await ask { [principal] store in
            try store.terms(
                beginning: typed, query, of: document, minimum: minimum, for: principal)
        }
    }

    /// The clauses at a point of a document that is served.
    func clauses(
        of document: String, at point: Point, page: Int, categories: [String], lang: String?
    ) async throws -> [ClauseResult] {
        try await ask { [principal] store in
            try store.clauses(
                of: document, at: point, page: page, categories: categories, lang: lang,
                for: principal)
        }
    }

    /// A page of a document that is served, ready to tell what lies at its points.
    func indexedPage(_ number: Int, of document: String, for principal: Principal) async throws -> IndexedPage {
        try await ask {
            try $0.indexedPage(number, of: document, for: principal)
        }
    }

    /// The clauses of a block that a page told of, or nil when its version is not served any more.
    func clauses(
        in block: ClauseBlock, of page: IndexedPage, lang: String?
    ) async throws -> [(key: ClauseKey, clause: ClauseResult)]? {
        try await ask { try $0.clauses(in: block, of: page, lang: lang) }
    }

    /// Which version of a document is served; without a document a number that grows whenever one changes.
    func revision(of document: String?, for principal: Principal) async throws -> Int64 {
        try await ask { store in
            guard let document else { return try store.libraryRevision() }
            return try store.revision(of: document, for: principal)
        }
    }

    /// A document that is served.
    ///
    /// - Throws: ``Problem`` 404 for one that is not there, and for one that whoever asks may not read.
    func document(_ id: String) async throws -> DocumentInfo {
        try await ask { [principal] in try $0.document(id, for: principal) }
    }

    /// Asks a question about a version of a document: what it reads is that version's, and the document's images have ids by
    /// which they are served.
    ///
    /// - Parameters:
    ///   - version: The number of the version; nil for the one that is served.
    /// - Throws: ``Problem`` 404 for one that is not there, and for one that whoever asks may not read.
    func ask<Result: Sendable>(
        about id: String, version: Int?,
        _ question: @escaping @Sendable (ClauseStore, DocumentInfo) throws -> Result
    ) async throws -> Result {
        guard let version else { return try await ask(about: id, question) }
        let answer: Result? = try await askWidely(rowCount: 1_000) { [principal, formerVersions] store in
            guard let former = try formerVersions.version(version, of: id, in: store, for: principal) else {
                return nil
            }
            let served = try store.document(id, for: principal)
            return try question(former.store, FormerVersions.document(former, beside: served))
        }
        if let answer { return answer }
        return try await ask(about: id, question)
    }

    /// The same for a question that touches many rows.
    ///
    /// - Parameter rowCount: How many rows are read, as far as that is known before.
    func askWidely<Result: Sendable>(
        about id: String, version: Int?, rowCount: Int,
        _ question: @escaping @Sendable (ClauseStore, DocumentInfo) throws -> Result
    ) async throws -> Result {
        if version != nil { return try await ask(about: id, version: version, question) }
        return try await askWidely(rowCount: rowCount) { [principal] store in
            try Self.answer(question, about: id, in: store, for: principal)
        }
    }

    /// The number of the version that is served, where a former one is asked for; nil otherwise.
    func newest(of id: String, beside version: Int?) async throws -> Int? {
        guard let version else { return nil }
        let served = try await document(id).version
        return served == version ? nil : served
    }

    /// Asks a question about a document that is served. What the question reads is all of one version: where the document
    /// is replaced meanwhile, it is asked again.
    ///
    /// - Throws: Also ``Problem/busy`` where the document is replaced again and again.
    func ask<Result: Sendable>(
        about id: String, _ question: @escaping @Sendable (ClauseStore, DocumentInfo) throws -> Result
    ) async throws -> Result {
        try await ask { [principal] store in try Self.answer(question, about: id, in: store, for: principal) }
    }

    private static func answer<Result>(
        _ question: (ClauseStore, DocumentInfo) throws -> Result, about id: String, in store: ClauseStore,
        for principal: Principal
    ) throws -> Result {
        for _ in 0..<8 {
            let revision = try store.revision(of: id, for: principal)
            let result = try question(store, store.document(id, for: principal))
            if try store.revision(of: id, for: principal) == revision { return result }
        }
        throw Problem.busy
    }
}

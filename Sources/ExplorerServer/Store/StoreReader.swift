import ClauseStore
import DocumentLibrary
import DocumentModel
import ImageGeometry

/// Gives routes access to the store: on a thread pool, and restricted to the documents that the current user may read.
///
/// The user is taken from the request (``Principal/ofCurrentRequest``) rather than passed by the routes, so that none
/// of them can forget it.
struct StoreReader: Sendable {
    private let store: ClauseStore
    private let pool: WorkPool
    /// The pool for queries that touch many rows; by default the same pool.
    private let searchPool: WorkPool
    /// The principal of requests without a token.
    private let anyone: Principal
    /// The cost of a query in pixels, for a store whose queries run on the render pool.
    private let estimatedPixels: Int
    private let counters: WorkCounters
    private let formerVersions: FormerVersions

    /// The cost of one row in the search pool's queue: some microseconds, in pixels.
    private static let pixelsPerRow = 512

    init(
        library: Library, pool: WorkPool, searchPool: WorkPool? = nil, anyone: Principal, estimatedPixels: Int = 0,
        counters: WorkCounters = WorkCounters(), formerVersions: FormerVersions = FormerVersions()
    ) {
        (self.estimatedPixels, self.counters, self.formerVersions) = (estimatedPixels, counters, formerVersions)
        store = library.store
        (self.pool, self.searchPool) = (pool, searchPool ?? pool)
        self.anyone = anyone
    }

    var principal: Principal { anyone.ofCurrentRequest }

    /// The principal reduced to what matters for one document: equal for all users with the same access to it.
    func principal(of document: String) -> Principal { principal.grant.covers(document) ? .administrator : anyone }

    /// Runs a query on the pool, where it may block.
    func read<Result: Sendable>(_ body: @escaping @Sendable (ClauseStore) throws -> Result) async throws -> Result {
        try await pool.run(estimatedPixels: estimatedPixels) { [store, counters] _ in
            try counters.measure { try body(store) }
        }
    }

    /// Runs a query that touches many rows, such as a search or a list, so that it does not delay cheap queries: on
    /// separate threads of low priority, behind others of its kind that touch fewer rows.
    ///
    /// - Parameter rowCount: The expected number of rows to read and return.
    func readMany<Result: Sendable>(
        rowCount: Int, _ body: @escaping @Sendable (ClauseStore) throws -> Result
    ) async throws -> Result {
        let weight = min(max(0, rowCount), 1 << 20) * Self.pixelsPerRow
        return try await searchPool.run(estimatedPixels: weight) { [store, counters] _ in
            try counters.measure { try body(store) }
        }
    }

    /// Runs a query on a part of the documents that the current user may read, with their facets on request.
    func list<Result: Sendable>(
        _ filter: DocumentFilter, withFacets: Bool,
        _ body: @escaping @Sendable (ClauseStore, DocumentListPart, DocumentFacets?) throws -> Result
    ) async throws -> Result {
        // Counting facets may touch every document.
        let rowCount = withFacets ? try await counts().documents : filter.limit ?? 1_000
        return try await readMany(rowCount: rowCount) { [principal] store in
            let part = try store.documentPart(filter, for: principal)
            return try body(store, part, withFacets ? store.facets(of: filter, for: principal) : nil)
        }
    }

    /// The number of documents and pages that the current user may read.
    func counts() async throws -> LibraryCounts {
        try await read { [principal] in try $0.counts(for: principal) }
    }

    /// The number of these documents that the current user may read.
    func documentCount(among ids: Set<String>) async throws -> Int {
        try await read { [principal] in try $0.documentCount(among: ids, for: principal) }
    }

    /// Searches the clauses of all readable documents, and makes the result from the matches.
    func search<Result: Sendable>(
        _ words: String, lang: String?, limit: Int, after cursor: SearchCursor?,
        _ make: @escaping @Sendable (SearchMatches) throws -> Result
    ) async throws -> Result {
        // The store returns at most 1,000 matches, whatever the limit.
        try await readMany(rowCount: min(limit, 1_000) + (cursor?.count ?? 0)) { [principal] store in
            try make(store.search(words, lang: lang, limit: limit, after: cursor, for: principal))
        }
    }

    /// Returns the annotations that match a query, in one document or in all readable documents.
    func annotations(_ query: AnnotationQuery, of document: String?) async throws -> AnnotationMatches {
        try await readMany(rowCount: 1_000) { [principal] store in
            try store.annotations(query, of: document, for: principal)
        }
    }

    /// Returns the terms of a document that begin with the typed text.
    func terms(
        beginning typed: String, _ query: AnnotationQuery, of document: String, minimum: Int
    ) async throws -> [SearchTerm] {
        try await read { [principal] store in
            try store.terms(beginning: typed, query, of: document, minimum: minimum, for: principal)
        }
    }

    func clauses(
        of document: String, at point: Point, page: Int, categories: [String], lang: String?
    ) async throws -> [ClauseResult] {
        try await read { [principal] store in
            try store.clauses(of: document, at: point, page: page, categories: categories, lang: lang, for: principal)
        }
    }

    /// The revision of a version of a document; without a version, of the served one. Without a document, a number that
    /// increases whenever any document changes.
    func revision(of document: String?, version: Int? = nil, for principal: Principal) async throws -> Int64 {
        try await read { store in
            guard let document else { return try store.libraryRevision() }
            guard let version else { return try store.revision(of: document, for: principal) }
            return try store.revision(of: document, version: version, for: principal)
        }
    }

    /// Returns a document.
    ///
    /// - Throws: ``Problem`` 404 if it does not exist or the current user may not read it.
    func document(_ id: String) async throws -> DocumentInfo {
        try await read { [principal] in try $0.document(id, for: principal) }
    }

    /// Runs a query on a version of a document. It reads that version's data, and the document's images have the ids
    /// under which they are served. Everything that it reads is from one version: if the document is replaced
    /// meanwhile, the query runs again.
    ///
    /// - Parameter version: The number of the version; nil for the served one.
    /// - Throws: ``Problem`` 404 if it does not exist or the current user may not read it; ``Problem/busy`` if the
    ///   document keeps being replaced.
    func read<Result: Sendable>(
        about id: String, version: Int? = nil, _ body: @escaping @Sendable (ClauseStore, DocumentInfo) throws -> Result
    ) async throws -> Result {
        if version != nil { return try await readMany(about: id, version: version, rowCount: 1_000, body) }
        return try await read { [principal] store in
            try Self.readConsistently(body, about: id, in: store, for: principal)
        }
    }

    /// Runs a query that touches many rows on a version of a document.
    ///
    /// - Parameter rowCount: The expected number of rows to read.
    func readMany<Result: Sendable>(
        about id: String, version: Int?, rowCount: Int,
        _ body: @escaping @Sendable (ClauseStore, DocumentInfo) throws -> Result
    ) async throws -> Result {
        try await readMany(rowCount: rowCount) { [principal, formerVersions] store in
            guard let version, let former = try formerVersions.version(version, of: id, in: store, for: principal)
            else {
                return try Self.readConsistently(body, about: id, in: store, for: principal)
            }
            let served = try store.document(id, for: principal)
            return try body(former.store, FormerVersions.document(former, beside: served))
        }
    }

    /// The number of the served version if `version` is a former one, else nil.
    func newest(of id: String, beside version: Int?) async throws -> Int? {
        guard let version else { return nil }
        let served = try await document(id).version
        return served == version ? nil : served
    }

    private static func readConsistently<Result>(
        _ body: (ClauseStore, DocumentInfo) throws -> Result, about id: String, in store: ClauseStore,
        for principal: Principal
    ) throws -> Result {
        for _ in 0..<8 {
            let revision = try store.revision(of: id, for: principal)
            let result = try body(store, store.document(id, for: principal))
            if try store.revision(of: id, for: principal) == revision { return result }
        }
        throw Problem.busy
    }
}

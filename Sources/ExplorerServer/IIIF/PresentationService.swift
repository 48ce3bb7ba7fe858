import ClauseStore
import DocumentFormats
import DocumentModel
import TileEngine
import WebDocuments

// 1. `PresentationRoutes` parses the address into a `PresentationPart`: the manifest, an annotation page, a canvas, a
//    range.
// 2. `PresentationService` caches for a second which version of the document is served (`ClauseStore.revision(of:)`),
//    and caches each part as a `CompressedResponse`: gzipped, with its digest, and uncompressed if it is short.
// 3. A missing part is made on the render threads. `ClauseStore.document(_:part:)` reads only the clauses that it
//    needs; `PresentationWriter` writes long lists element by element into a compressor, so they are never in memory as
//    a whole.
// 4. Lists of clauses (`/api/documents/{doc}/clauses`, `AnnototRoutes`) are cached in the same way, but made on the
//    threads for searches and lists, and the served version is read for each request.
// 5. The collection and the change stream work the same way, keyed by the newest row of the table `activity`, to which
//    every `put` and `remove` adds one.

/// Makes and caches the responses for IIIF Presentation 3, Change Discovery and the sitemap, and the lists of clauses,
/// once for each version of the content.
///
/// The served version is cached for a second (``Expiration``), so that readers see a replaced document almost at once.
/// It is read before the response is made, so that no response is cached for a version newer than its content.
final class PresentationService: Sendable {
    /// A list of clauses outside of IIIF.
    enum ClauseList: Hashable {
        case clauses(ClauseFilter, withCounts: Bool)
        /// The annotations of a page.
        case annotations(page: Int)
    }

    /// Everything that a response depends on.
    private struct Key: Hashable {
        enum Content: Hashable {
            case resource(PresentationResource)
            case list(ClauseList)
        }

        /// The library-wide revision of a document, or of the library.
        let revision: Int64
        let content: Content
        let principal: Principal
    }

    /// The key under which a served version is cached.
    private struct Question: Hashable {
        /// The document; nil for the library.
        let document: String?
        /// The principal, reduced to what matters for the document.
        let principal: Principal
    }

    private let store: StoreReader
    private let renderStore: StoreReader
    private let address: PublicAddress
    private let limits: RenderLimits
    private let revisions = ExpiringCache<Question, Int64>(limit: 1_024)
    private let responses: CoalescingCache<Key, CompressedResponse>

    var cacheUsage: CacheUsage { responses.usage }

    /// - Parameters:
    ///   - renderStore: The same store, on the threads for long work.
    ///   - onChange: Called with the change in size of the cached responses, in bytes.
    init(
        store: StoreReader, renderStore: StoreReader, address: PublicAddress, limits: RenderLimits, byteLimit: Int,
        onChange: @escaping @Sendable (_ byteCount: Int) -> Void
    ) {
        (self.store, self.renderStore, self.address, self.limits) = (store, renderStore, address, limits)
        responses = CoalescingCache(byteLimit: byteLimit, onChange: onChange)
    }

    /// Returns the response for a resource.
    ///
    /// - Throws: ``Problem`` 404 if it is not served, 503 if the queue is full; `ClauseStoreError`.
    func response(for resource: PresentationResource) async throws -> CompressedResponse {
        let principal =
            resource.isPublic ? .anyone : resource.document.map { store.principal(of: $0) } ?? store.principal
        let question = Question(document: resource.document, principal: principal)
        let revision = try await revisions.value(for: question) { [store] in
            try await store.revision(of: question.document, for: question.principal)
        }
        return try await responses.value(
            for: Key(revision: revision, content: .resource(resource), principal: principal), cost: \.cost
        ) { [renderStore, limits, base = address.base] in
            try await renderStore.read { store in
                var writer = CompressedResponseWriter()
                let isThere = try resource.write(
                    to: &writer, from: store, for: principal, base: base,
                    sizeServed: { ImageRequestParser.sizeOfWhole(width: $0, height: $1, limits: limits) })
                guard isThere else { throw Problem.notFound("there is nothing at this address") }
                return try writer.finish()
            }
        }
    }

    /// Returns a list of a document's clauses as the API's JSON.
    ///
    /// - Parameter version: The number of the version; nil for the served one.
    /// - Throws: As ``response(for:of:version:make:)``.
    func clauses(
        of document: String, version: Int?, _ filter: ClauseFilter, withCounts: Bool
    ) async throws -> CompressedResponse {
        let list = ClauseList.clauses(filter, withCounts: withCounts)
        return try await response(for: list, of: document, version: version) { [store] in
            try await store.readMany(about: document, version: version, rowCount: 1_000) { store, document in
                var writer = CompressedResponseWriter()
                JSON.write(
                    try store.clausePart(of: document.id, filter),
                    counts: withCounts ? try store.categoryCounts(of: document.id, filter) : nil, to: &writer)
                return try writer.finish()
            }
        }
    }

    /// Returns the response with a list, and makes it if it is not cached. The version is not cached, so that editors
    /// see at once what they have published.
    ///
    /// - Parameters:
    ///   - version: The number of the version; nil for the served one.
    ///   - make: Makes the response on the threads for searches and lists.
    /// - Throws: ``Problem`` 404 if the document is not served, 503 if the queue is full; `ClauseStoreError`.
    func response(
        for list: ClauseList, of document: String, version: Int? = nil,
        make: @escaping @Sendable () async throws -> CompressedResponse
    ) async throws -> CompressedResponse {
        let principal = store.principal(of: document)
        let revision = try await store.revision(of: document, version: version, for: principal)
        return try await responses.value(
            for: Key(revision: revision, content: .list(list), principal: principal), cost: \.cost, make: make)
    }
}

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
// 4. The collection and the change stream work the same way, keyed by the newest row of the table `activity`, to which
//    every `put` and `remove` adds one.

/// Makes and caches the responses for IIIF Presentation 3, Change Discovery and the sitemap, once for each version of
/// the content.
///
/// The served version is cached for a second (``Expiration``), so that readers see a replaced document almost at once.
/// It is read before the response is made, so that no response is cached for a version newer than its content.
final class PresentationService: Sendable {
    /// Everything that a response depends on.
    private struct Key: Hashable {
        let revision: Int64
        let resource: PresentationResource
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

    /// The usage of the response cache.
    var cacheUsage: CacheUsage { responses.usage }

    /// - Parameters:
    ///   - store: The store to read served versions from.
    ///   - renderStore: The same store, on the threads for long work.
    ///   - limits: The size limits of images.
    ///   - byteLimit: The maximum size of the cached responses, in bytes.
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
            for: Key(revision: revision, resource: resource, principal: principal), cost: \.cost
        ) { [renderStore, limits, base = address.base] in
            try await renderStore.read { store in
                var writer = CompressedResponseWriter()
                let isThere = try resource.write(
                    to: &writer, from: store, for: principal, base: base,
                    sizeServed: { ImageRequestParser.sizeOfWhole(width: $0, height: $1, limits: limits) })
                guard isThere else { throw Problem.notFound("nothing is at this address") }
                return try writer.finish()
            }
        }
    }
}

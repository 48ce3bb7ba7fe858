import ClauseStore
import DocumentModel
import ImageGeometry
import TileEngine
import WebDocuments

/// Which clauses are at a point. Of a page that was asked for lately the index is in memory, and of its clauses the JSON of
/// those that were: then nothing is asked of the database, and the thread that asks answers.
///
/// What is known of a page holds for a second (``Expiration``), as it does of images. What is said of a clause is kept by the
/// version that it is of, which never changes.
final class HitTestService: Sendable {
    private struct PageName: Hashable {
        let document: String
        let number: Int
        /// Who asks, as far as it matters for the document.
        let principal: Principal
    }

    private struct BlockName: Hashable {
        let block: ClauseBlock
        /// The language, as ``IndexedPage/tag(for:)`` gives it.
        let tag: String
    }

    /// The clauses of a block as the API tells them, in UTF-8: one buffer, since there may be a million of them.
    private struct RenderedBlock {
        private var keys: [ClauseKey] = []
        private var ends: [Int] = []
        private var bytes: [UInt8] = []

        init(_ clauses: [(key: ClauseKey, clause: ClauseResult)]) {
            for (key, clause) in clauses {
                keys.append(key)
                bytes += JSON.clause(clause).bytes()
                ends.append(bytes.count)
            }
        }

        /// The size in memory, in bytes.
        var byteCount: Int { 256 + bytes.capacity + keys.capacity * 24 }

        /// The bytes of a clause, none for one of another block.
        subscript(key: ClauseKey) -> ArraySlice<UInt8> {
            guard let place = keys.firstIndex(of: key) else { return [] }
            return bytes[(place == 0 ? 0 : ends[place - 1])..<ends[place]]
        }
    }

    /// The page's version is not served any more.
    private struct Replaced: Error {}

    private let store: StoreReader
    private let pages = ExpiringCache<PageName, IndexedPage>(limit: 256)
    private let blocks: CoalescingCache<BlockName, RenderedBlock>

    /// - Parameters:
    ///   - byteLimit: How many bytes of clauses are kept.
    ///   - onChange: Told by how many bytes that grows, or shrinks where negative.
    init(store: StoreReader, byteLimit: Int, onChange: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.store = store
        blocks = CoalescingCache(byteLimit: byteLimit, onChange: onChange)
    }

    /// How the clauses that are kept are used.
    var cacheUsage: CacheUsage { blocks.usage }

    /// The list of clauses at a point of a document that is served, most specific first, as the API tells them in UTF-8.
    func clauses(
        of document: String, at point: Point, page number: Int, categories: [String], lang: String?
    ) async throws -> [UInt8] {
        if categories.isEmpty {
            let name = PageName(document: document, number: number, principal: store.principal(of: document))
            let page: IndexedPage
            if let current = pages.current(name) { page = current } else { page = try await find(name) }
            do {
                return try await list(try page.clauses(at: point), of: page, tag: page.tag(for: lang))
            } catch is Replaced {
                pages.remove(name)
            }
        }
        let clauses = try await store.clauses(
            of: document, at: point, page: number, categories: categories, lang: lang)
        return JSON.array(clauses.map { .clause($0) }).bytes()
    }

    private func find(_ name: PageName) async throws -> IndexedPage {
        let page = try await store.indexedPage(name.number, of: name.document, for: name.principal)
        let expiration = Expiration { [weak self] in
            // Where that fails the page expires, and the next request is told why.
            Task { _ = try? await self?.find(name) }
        }
        pages.keep(page, for: name, expiration: expiration)
        return page
    }

    private func list(_ keys: [ClauseKey], of page: IndexedPage, tag: String) async throws -> [UInt8] {
        var bytes = [UInt8(ascii: "[")]
        for (place, key) in keys.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            let name = BlockName(block: key.block, tag: tag)
            let block: RenderedBlock
            if let kept = blocks.cachedValue(for: name) {
                block = kept
            } else {
                block = try await render(name, of: page)
            }
            bytes += block[key]
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }

    private func render(_ name: BlockName, of page: IndexedPage) async throws -> RenderedBlock {
        try await blocks.value(for: name, cost: \.byteCount) { [store] in
            let lang = name.tag.isEmpty ? nil : name.tag
            guard let clauses = try await store.clauses(in: name.block, of: page, lang: lang) else { throw Replaced() }
            return RenderedBlock(clauses)
        }
    }
}

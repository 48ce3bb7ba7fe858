import ClauseStore
import DocumentModel
import ImageGeometry
import TileEngine
import WebDocuments

/// Finds the clauses at a point. For recently requested pages the index is in memory, and for their recently requested
/// clauses the JSON. Then the calling thread responds without a query to the database.
///
/// A page's index expires after a second (``Expiration``), as images do. The JSON of clauses is cached by version, and
/// a version never changes.
final class HitTestService: Sendable {
    private struct PageName: Hashable {
        let document: String
        let number: Int
        /// The principal, reduced to what matters for the document.
        let principal: Principal
    }

    private struct BlockName: Hashable {
        let block: ClauseBlock
        /// The language tag, from ``IndexedPage/tag(for:)``.
        let tag: String
    }

    /// The clauses of a block as the API's JSON in UTF-8. One buffer, because a library may have a million clauses.
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

        /// The JSON of a clause; empty if it belongs to another block.
        subscript(key: ClauseKey) -> ArraySlice<UInt8> {
            guard let place = keys.firstIndex(of: key) else { return [] }
            return bytes[(place == 0 ? 0 : ends[place - 1])..<ends[place]]
        }
    }

    /// The page's version is no longer served.
    private struct Replaced: Error {}

    private let store: StoreReader
    private let pages = ExpiringCache<PageName, IndexedPage>(limit: 256)
    private let blocks: CoalescingCache<BlockName, RenderedBlock>

    /// - Parameter onChange: Called with the change in size of the cached clauses, in bytes.
    init(store: StoreReader, byteLimit: Int, onChange: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.store = store
        blocks = CoalescingCache(byteLimit: byteLimit, onChange: onChange)
    }

    var cacheUsage: CacheUsage { blocks.usage }

    /// Returns the clauses at a point of a served document, most specific first, as the API's JSON in UTF-8.
    func clauses(
        of document: String, at point: Point, page number: Int, categories: [String], lang: String?
    ) async throws -> [UInt8] {
        if categories.isEmpty {
            let name = PageName(document: document, number: number, principal: store.principal(of: document))
            let page = try await pages.value(for: name) { [store] in
                try await store.read { try $0.indexedPage(name.number, of: name.document, for: name.principal) }
            }
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

    private func list(_ keys: [ClauseKey], of page: IndexedPage, tag: String) async throws -> [UInt8] {
        var bytes = [UInt8(ascii: "[")]
        for (place, key) in keys.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            let name = BlockName(block: key.block, tag: tag)
            let block = if let kept = blocks.cachedValue(for: name) { kept } else { try await render(name, of: page) }
            bytes += block[key]
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }

    private func render(_ name: BlockName, of page: IndexedPage) async throws -> RenderedBlock {
        try await blocks.value(for: name, cost: \.byteCount) { [store] in
            let lang = name.tag.isEmpty ? nil : name.tag
            let clauses = try await store.read { try $0.clauses(in: name.block, of: page, lang: lang) }
            guard let clauses else { throw Replaced() }
            return RenderedBlock(clauses)
        }
    }
}

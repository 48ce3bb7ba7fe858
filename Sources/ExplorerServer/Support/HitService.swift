import ClauseStore
import ImageGeometry
import TileEngine

/// Which clauses are at a point. A page that was asked for lately is known, its index is in memory, and so is what was
/// answered lately: then nothing is read, and the thread that asks answers.
///
/// What is known of a page holds for a second (``Lease``), as it does of images.
final class HitService: Sendable {
    private struct PageName: Hashable {
        let document: String
        let number: Int
    }

    /// All that an answer depends on.
    private struct Asked: Hashable {
        let clauses: [ClauseKey]
        let lang: String?

        /// What an answer takes of memory with this, about.
        func cost(with answer: [UInt8]) -> Int { answer.count + 16 * clauses.count + (lang?.utf8.count ?? 0) + 256 }
    }

    private let store: StoreReader
    private let pages = LeasedValues<PageName, IndexedPage>(limit: 256)
    private let answers: TileCache<Asked, [UInt8]>

    /// - Parameters:
    ///   - byteLimit: How many bytes of answers are kept.
    ///   - onChange: Told by how much these have grown, or shrunk where negative.
    init(store: StoreReader, byteLimit: Int, onChange: @escaping @Sendable (_ byteCount: Int) -> Void) {
        self.store = store
        answers = TileCache(byteLimit: byteLimit, onChange: onChange)
    }

    /// The list of clauses at a point of a document that is served, most specific first, as the API tells them in UTF-8.
    func clauses(
        of document: String, at point: Point, page number: Int, categories: [String], lang: String?
    ) async throws -> [UInt8] {
        guard categories.isEmpty else {
            return Self.list(
                try await store.clauses(of: document, at: point, page: number, categories: categories, lang: lang))
        }
        let name = PageName(document: document, number: number)
        let page: IndexedPage
        if let known = pages.current(name) { page = known } else { page = try await find(name) }
        let asked = Asked(clauses: try page.clauses(at: point), lang: lang)
        if let answer = answers.cachedValue(for: asked) { return answer }
        do {
            return try await answers.value(for: asked, cost: { asked.cost(with: $0) }) { [store] in
                guard let clauses = try await store.clauses(asked.clauses, of: page, lang: lang) else {
                    throw Replaced()
                }
                return Self.list(clauses)
            }
        } catch is Replaced {
            pages.remove(name)
            return Self.list(
                try await store.clauses(of: document, at: point, page: number, categories: [], lang: lang))
        }
    }

    /// The page's version is not served any more.
    private struct Replaced: Error {}

    private func find(_ name: PageName) async throws -> IndexedPage {
        let page = try await store.indexedPage(name.number, of: name.document)
        let lease = Lease { [weak self] in
            // Where that fails the lease ends, and the next request is told why.
            Task { _ = try? await self?.find(name) }
        }
        pages.keep(page, for: name, lease: lease)
        return page
    }

    private static func list(_ clauses: [ClauseAnswer]) -> [UInt8] { JSON.array(clauses.map { .clause($0) }).bytes() }
}

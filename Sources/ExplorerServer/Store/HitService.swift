import ClauseStore
import DocumentModel
import ImageGeometry
import NIOConcurrencyHelpers
import Synchronization
import WebDocuments

/// Which clauses are at a point. Of a page that was asked for lately the index is in memory, and of one that is asked for
/// often what is said of its clauses is in a file that is open, written in advance: then nothing is asked of the database, and the thread that asks
/// answers.
///
/// What is known of a page holds for a second (``Expiration``), as it does of images.
final class HitService: Sendable {
    private struct PageName: Hashable {
        let document: String
        let number: Int
        /// Who asks, as far as it matters for the document.
        let principal: Principal
    }

    /// A page of one version of a document, and its answers by language.
    private final class KnownPage: Sendable {
        /// How often a page must be asked for in a language until its answers are written: one that a reader touches now
        /// and then is not worth a file.
        private static let worthwhileCount = 16

        private enum Writing {
            case asked(times: Int)
            case begun
            case written(WrittenAnswers)
        }

        let page: IndexedPage
        private let writings = NIOLockedValueBox<[String: Writing]>([:])

        init(_ page: IndexedPage) { self.page = page }

        /// The answers in a language, and whether the caller is to write them now.
        func answers(tag: String) -> (written: WrittenAnswers?, isWanted: Bool) {
            writings.withLockedValue { writings in
                switch writings[tag] {
                case .written(let answers): return (answers, false)
                case .begun: return (nil, false)
                case .asked(let times) where times + 1 >= Self.worthwhileCount:
                    writings[tag] = .begun
                    return (nil, true)
                case .asked(let times): writings[tag] = .asked(times: times + 1)
                case nil: writings[tag] = .asked(times: 1)
                }
                return (nil, false)
            }
        }

        /// Keeps answers that were written; without any they are not asked for again, but after a pause in which nobody
        /// asked for the page.
        func keep(_ answers: WrittenAnswers?, tag: String) {
            guard let answers else { return }
            writings.withLockedValue { $0[tag] = .written(answers) }
        }
    }

    private let store: StoreReader
    private let writers = WorkPool(threadCount: 1, waitingCount: 64, niceness: 19)
    private let isStopped = Atomic(false)
    private let pages = ExpiringCache<PageName, KnownPage>(limit: 256)

    init(store: StoreReader) {
        self.store = store
    }

    /// Ends what is written in the background.
    func shutdown() async throws {
        isStopped.store(true, ordering: .relaxed)
        try await writers.shutdown()
    }

    /// The list of clauses at a point of a document that is served, most specific first, as the API tells them in UTF-8.
    func clauses(
        of document: String, at point: Point, page number: Int, categories: [String], lang: String?
    ) async throws -> [UInt8] {
        guard categories.isEmpty else {
            return Self.list(
                try await store.clauses(of: document, at: point, page: number, categories: categories, lang: lang))
        }
        let name = PageName(document: document, number: number, principal: store.principal(of: document))
        let known: KnownPage
        if let current = pages.current(name) { known = current } else { known = try await find(name) }
        let keys = try known.page.clauses(at: point)
        let tag = known.page.tag(for: lang)
        let (written, isWanted) = known.answers(tag: tag)
        if isWanted { write(known, tag: tag) }
        if let list = written.flatMap({ Self.list(keys, from: $0) }) { return list }
        if let clauses = try await store.clauses(keys, of: known.page, lang: lang) { return Self.list(clauses) }
        // The page's version is not served any more.
        pages.remove(name)
        return Self.list(
            try await store.clauses(of: document, at: point, page: number, categories: [], lang: lang))
    }

    private func find(_ name: PageName) async throws -> KnownPage {
        let page = try await store.indexedPage(name.number, of: name.document, for: name.principal)
        // As long as the version is the same, what was written for it stays.
        let latest = pages.latest(name)
        let known = latest.flatMap { $0.page.isSame(as: page) ? $0 : nil } ?? KnownPage(page)
        let expiration = Expiration { [weak self] in
            // Where that fails the page expires, and the next request is told why.
            Task { _ = try? await self?.find(name) }
        }
        pages.keep(known, for: name, expiration: expiration)
        return known
    }

    private func write(_ known: KnownPage, tag: String) {
        Task { [store, writers] in
            let answers = try? await store.writtenAnswers(
                of: known.page, tag: tag, on: writers, encode: { JSON.clause($0).bytes() },
                isCancelled: { [weak self] in self?.isStopped.load(ordering: .relaxed) ?? true })
            known.keep(answers, tag: tag)
        }
    }

    /// The list of clauses that were written in advance; nil when one of them is not among them or damaged.
    private static func list(_ keys: [ClauseKey], from written: WrittenAnswers) -> [UInt8]? {
        var bytes = [UInt8(ascii: "[")]
        for (place, key) in keys.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            guard written.append(key, to: &bytes) else { return nil }
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }

    private static func list(_ clauses: [ClauseAnswer]) -> [UInt8] { JSON.array(clauses.map { .clause($0) }).bytes() }
}

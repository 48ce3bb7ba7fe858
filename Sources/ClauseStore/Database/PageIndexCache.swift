import FileSupport
import ImageGeometry
import NIOConcurrencyHelpers

/// A cache of recently used page indexes.
///
/// A version never changes and its key is never reused, so entries cannot become outdated.
final class PageIndexCache: Sendable {
    struct Key: Hashable {
        let version: Int64
        let page: Int
    }

    private struct Entry {
        let index: PolygonIndex
        var lastUse: UInt64
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var byteCount = 0
        var clock: UInt64 = 0
    }

    /// The memory used per page in addition to the bytes of its index.
    private static let entryByteCount = 512

    private let byteLimit: Int
    private let state = NIOLockedValueBox(State())

    /// - Parameter byteLimit: The maximum number of bytes. A larger single page is kept alone.
    init(byteLimit: Int = AvailableMemory.share(oneOf: 16, in: 16 << 20...256 << 20)) {
        self.byteLimit = byteLimit
    }

    /// The number of cached pages.
    var count: Int { state.withLockedValue { $0.entries.count } }

    /// Returns the index of a page from the cache, or builds it.
    ///
    /// Two concurrent calls may both build it. That costs time but is harmless, and no caller waits for a lock.
    func index(_ key: Key, build: () throws -> PolygonIndex) rethrows -> PolygonIndex {
        let kept = state.withLockedValue { state -> PolygonIndex? in
            state.clock += 1
            state.entries[key]?.lastUse = state.clock
            return state.entries[key]?.index
        }
        if let kept { return kept }
        let built = try build()
        state.withLockedValue { insert(built, key, into: &$0) }
        return built
    }

    private static func cost(of index: PolygonIndex) -> Int { index.byteCount + entryByteCount }

    private func insert(_ index: PolygonIndex, _ key: Key, into state: inout State) {
        state.byteCount += Self.cost(of: index) - (state.entries[key].map { Self.cost(of: $0.index) } ?? 0)
        state.entries[key] = Entry(index: index, lastUse: state.clock)
        guard state.byteCount > byteLimit else { return }
        // Evicts an additional eighth, so that entries need not be sorted on every insertion.
        let others = state.entries.filter { $0.key != key }.sorted { $0.value.lastUse < $1.value.lastUse }
        for oldest in others where state.byteCount > byteLimit - byteLimit / 8 {
            state.byteCount -= Self.cost(of: oldest.value.index)
            state.entries[oldest.key] = nil
        }
    }
}

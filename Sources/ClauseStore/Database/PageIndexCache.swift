import ImageGeometry
import Synchronization

/// The regions of one page of one version, ready to answer which clauses hold a point.
struct PageIndex: Sendable {
    /// The index of the regions' polygons.
    let polygons: PolygonIndex
    /// The key of each polygon's clause.
    let clauses: [Int64]
    /// What it takes of memory, in vertices.
    let cost: Int
}

/// Page indexes that were asked for lately.
///
/// A version never changes and its key is never used again, so nothing here can be out of date.
final class PageIndexCache: Sendable {
    struct Key: Hashable {
        let version: Int64
        let page: Int
    }

    private struct Entry {
        let index: PageIndex
        var lastUse: UInt64
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var cost = 0
        var clock: UInt64 = 0
    }

    private let costLimit: Int
    private let state = Mutex(State())

    /// - Parameter costLimit: How many vertices are kept at most; a single page of more is kept alone.
    init(costLimit: Int = 4_000_000) {
        self.costLimit = costLimit
    }

    /// The number of pages that are kept.
    var count: Int { state.withLock { $0.entries.count } }

    /// The index of the page, made by `build` unless it is kept.
    ///
    /// Two calls at once may both build it: that costs time but changes nothing, and no caller waits for a lock
    /// meanwhile.
    func index(_ key: Key, build: () throws -> PageIndex) rethrows -> PageIndex {
        let kept = state.withLock { state -> PageIndex? in
            state.clock += 1
            state.entries[key]?.lastUse = state.clock
            return state.entries[key]?.index
        }
        if let kept { return kept }
        let built = try build()
        state.withLock { insert(built, key, into: &$0) }
        return built
    }

    private func insert(_ index: PageIndex, _ key: Key, into state: inout State) {
        state.cost += index.cost - (state.entries[key]?.index.cost ?? 0)
        state.entries[key] = Entry(index: index, lastUse: state.clock)
        while state.cost > costLimit, state.entries.count > 1 {
            let others = state.entries.filter { $0.key != key }
            guard let oldest = others.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
            state.cost -= oldest.value.index.cost
            state.entries[oldest.key] = nil
        }
    }
}

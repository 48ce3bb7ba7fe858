import DocumentModel
import NIOConcurrencyHelpers

/// A cache of counts for document lists in the newest state of the library. Counting 10^5 documents takes about as long
/// as reading one page of them.
final class ListCounts: Sendable {
    enum Key: Hashable {
        /// The number of documents that a reader may see and that match words and conditions.
        case documents(Principal, match: String?, DocumentConditions)
        /// The number of pages of all documents that a reader may see.
        case pages(Principal)
    }

    /// The parameters that facets depend on.
    struct FacetKey: Hashable {
        let principal: Principal
        /// An FTS5 query.
        let match: String?
        let conditions: DocumentConditions
    }

    private struct State {
        var revision: Int64 = -1
        var counts: [Key: Int] = [:]
        var facets: [FacetKey: DocumentFacets] = [:]
    }

    private static let limit = 256
    /// Each entry takes some kilobytes.
    private static let facetLimit = 64

    private let state = NIOLockedValueBox(State())

    /// Returns the cached count, or counts and caches it.
    ///
    /// - Parameter revision: The state of the library, see ``ClauseStore/libraryRevision()``.
    func value(_ key: Key, at revision: Int64, count: () throws -> Int) rethrows -> Int {
        let known = state.withLockedValue { $0.revision == revision ? $0.counts[key] : nil }
        if let known { return known }
        let count = try count()
        state.withLockedValue { state in
            // A caller that still reads a former state stores nothing.
            guard revision >= state.revision else { return }
            if revision > state.revision || state.counts.count >= Self.limit {
                state = State(revision: revision)
            }
            state.counts[key] = count
        }
        return count
    }

    /// Returns the cached facets, or counts and caches them.
    func facets(_ key: FacetKey, at revision: Int64, count: () throws -> DocumentFacets) rethrows -> DocumentFacets {
        let known = state.withLockedValue { $0.revision == revision ? $0.facets[key] : nil }
        if let known { return known }
        let counted = try count()
        state.withLockedValue { state in
            guard revision >= state.revision else { return }
            if revision > state.revision { state = State(revision: revision) }
            if state.facets.count >= Self.facetLimit { state.facets = [:] }
            state.facets[key] = counted
        }
        return counted
    }
}

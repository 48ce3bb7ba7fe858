import DocumentModel
import NIOConcurrencyHelpers

/// How many documents a list has, as it was counted in the newest state of the library: to count 10^5 takes about as long
/// as to answer a part of them.
final class ListCounts: Sendable {
    enum Key: Hashable {
        /// The documents that there are for a reader, that words match and conditions let through.
        case documents(Principal, match: String?, DocumentConditions)
        /// The pages of all documents that there are for a reader.
        case pages(Principal)
    }

    /// What the facets of a list depend on.
    struct FacetKey: Hashable {
        let principal: Principal
        /// In FTS5's language.
        let match: String?
        let conditions: DocumentConditions
    }

    private struct State {
        var revision: Int64 = -1
        var counts: [Key: Int] = [:]
        var facets: [FacetKey: DocumentFacets] = [:]
    }

    private static let limit = 256
    /// Each takes some kilobytes.
    private static let facetLimit = 64

    private let state = NIOLockedValueBox(State())

    /// The count as it was kept, or else as it is counted now.
    ///
    /// - Parameter revision: The state of the library that is counted, see ``ClauseStore/libraryRevision()``.
    func value(_ key: Key, at revision: Int64, count: () throws -> Int) rethrows -> Int {
        let known = state.withLockedValue { $0.revision == revision ? $0.counts[key] : nil }
        if let known { return known }
        let count = try count()
        state.withLockedValue { state in
            // Who still reads a former state keeps nothing of it.
            guard revision >= state.revision else { return }
            if revision > state.revision || state.counts.count >= Self.limit {
                state = State(revision: revision)
            }
            state.counts[key] = count
        }
        return count
    }

    /// The facets as they were kept, or else as they are counted now.
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

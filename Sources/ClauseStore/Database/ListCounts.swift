import DocumentModel
import NIOConcurrencyHelpers

/// A cache of counts for document lists in the newest state of the library. Counting 10^5 documents takes about as long
/// as reading one page of them.
struct ListCounts: Sendable {
    /// What a list of documents depends on.
    struct Key: Hashable {
        let principal: Principal
        /// An FTS5 query.
        let match: String?
        let conditions: DocumentConditions
    }

    /// The numbers of documents.
    let documents = RevisionCache<Key, Int>(limit: 256)
    /// The numbers of pages of all documents that a reader may see.
    let pages = RevisionCache<Principal, Int>(limit: 256)
    /// Each entry takes some kilobytes.
    let facets = RevisionCache<Key, DocumentFacets>(limit: 64)
}

/// A cache of values for the newest state of the library.
final class RevisionCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var revision: Int64 = -1
        var values: [Key: Value] = [:]
    }

    private let limit: Int
    private let state = NIOLockedValueBox(State())

    init(limit: Int) { self.limit = limit }

    /// Returns the cached value, or makes and caches it.
    ///
    /// - Parameter revision: The state of the library, see ``ClauseStore/libraryRevision()``.
    func value(_ key: Key, at revision: Int64, make: () throws -> Value) rethrows -> Value {
        let known = state.withLockedValue { $0.revision == revision ? $0.values[key] : nil }
        if let known { return known }
        let value = try make()
        state.withLockedValue { state in
            // A caller that still reads a former state stores nothing.
            guard revision >= state.revision else { return }
            if revision > state.revision || state.values.count >= limit { state = State(revision: revision) }
            state.values[key] = value
        }
        return value
    }
}

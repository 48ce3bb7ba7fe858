import ObjectStore

/// The objects of releases in a store, as it lists them: one request lists up to a thousand of them.
struct StoredObjects: Sendable {
    /// The length and ETag of an object.
    struct Found: Sendable {
        /// Its length in bytes.
        let byteCount: Int64
        /// The ETag, without quotes.
        let etag: String?
    }

    private let store: any ObjectPlace
    private var objects: [String: Found] = [:]

    /// Lists the objects in the given folders.
    ///
    /// - Throws: `StoreError`.
    init(_ folders: [String], of store: any ObjectPlace) async throws {
        self.store = store
        objects = try await withThrowingTaskGroup(of: [String: Found].self) { group in
            for folder in folders {
                group.addTask {
                    var found: [String: Found] = [:]
                    try await store.forEachPage(folder) { objects in
                        try Task.checkCancellation()
                        for object in objects {
                            found[object.name] = Found(
                                byteCount: object.byteCount, etag: object.etag.map(ObjectStore.bare))
                        }
                    }
                    return found
                }
            }
            return try await group.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
        }
    }

    /// Returns an object by name, or nil if it does not exist. Objects that the list lacks, or has with another length,
    /// are looked up individually, because a store's list may be out of date, as OpenStack's can be.
    func find(_ name: String, byteCount: Int64?) async throws(StoreError) -> Found? {
        if let found = objects[name], byteCount == nil || found.byteCount == byteCount { return found }
        return try await store.information(name).map {
            Found(byteCount: $0.byteCount, etag: $0.etag.map(ObjectStore.bare))
        }
    }

    /// Whether the store has an object with this name and length.
    func has(_ name: String, byteCount: Int64) async throws(StoreError) -> Bool {
        try await find(name, byteCount: byteCount)?.byteCount == byteCount
    }
}

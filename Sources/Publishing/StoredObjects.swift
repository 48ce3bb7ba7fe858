import ObjectStore

/// The objects of releases in a store, as it lists them: one request for up to a thousand of them.
struct StoredObjects: Sendable {
    /// What is known of an object.
    struct Found: Sendable {
        /// Its length in bytes.
        let byteCount: Int64
        /// Its tag, without quotes.
        let etag: String?
    }

    private let store: any ObjectPlace
    private var objects: [String: Found] = [:]

    /// Lists the objects in some folders.
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

    /// The object of this name, nil if there is none. An object that the list lacks, or with another length, is looked up
    /// once more: lists may lag behind, as those of OpenStack's store do.
    func find(_ name: String, byteCount: Int64?) async throws(StoreError) -> Found? {
        if let found = objects[name], byteCount == nil || found.byteCount == byteCount { return found }
        return try await store.information(name).map {
            Found(byteCount: $0.byteCount, etag: $0.etag.map(ObjectStore.bare))
        }
    }

    /// Whether there is such an object, of that length.
    func has(_ name: String, byteCount: Int64) async throws(StoreError) -> Bool {
        try await find(name, byteCount: byteCount)?.byteCount == byteCount
    }
}

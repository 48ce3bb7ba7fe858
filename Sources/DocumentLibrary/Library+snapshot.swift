import ClauseStore

extension Library {
    /// What a library serves at one moment.
    public struct Snapshot: Sendable {
        /// The names of the pyramids of all documents, sorted.
        public let pyramids: [String]
        /// The names of the original scans of all documents, sorted.
        public let originals: [String]
    }

    /// Copies the database as it is at this moment, page by page, and tells which files its documents have now. What did not
    /// change between two snapshots has the same bytes at the same place in both. Working copies and their journals are not
    /// in it: they are nobody's but the editors'.
    ///
    /// Nothing can be added or removed meanwhile.
    ///
    /// - Parameters:
    ///   - path: Where the copy goes; it must be free.
    ///   - isCancelled: Asked while another program is waited for.
    /// - Throws: ``LibraryError`` and `ClauseStoreError`; then there is no copy.
    public func snapshot(to path: String, isCancelled: () -> Bool = { false }) throws -> Snapshot {
        try locked(isCancelled: isCancelled) {
            try store.copyForReaders(to: path)
            let names = try store.servedFileNames()
            return Snapshot(pyramids: names.pyramids, originals: names.originals)
        }
    }

    /// The library's folder, for files whose names are known.
    package var servedFolder: String { folder }
}

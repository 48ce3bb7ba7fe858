import ClauseStore
import DocumentModel

extension Library {
    /// What a library serves at one moment.
    public struct Snapshot: Sendable {
        /// The names of the pyramids of all documents, sorted.
        public let pyramids: [String]
        /// The names of the original scans of all documents, sorted.
        public let originals: [String]
        /// The names of the recordings of all documents, which lie among the originals, sorted.
        public let recordings: [String]
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
            return Snapshot(
                pyramids: names.pyramids, originals: names.originals, recordings: try store.servedRecordings())
        }
    }

    /// The same of all that the library has: with working copies, former versions, the trash, and uploaded scans.
    ///
    /// - Throws: As ``snapshot(to:isCancelled:)``.
    public func completeSnapshot(to path: String, isCancelled: () -> Bool = { false }) throws -> Snapshot {
        try locked(isCancelled: isCancelled) {
            try store.backUp(to: path)
            let names = try store.fileNames()
            return Snapshot(pyramids: names.pyramids, originals: names.originals, recordings: [])
        }
    }

    /// The ids of the tokens that are revoked, sorted.
    package func revokedTokens() throws -> [String] {
        try store.tokens().filter { $0.revokedAt != nil }.map(\.id).sorted()
    }

    /// Revokes the tokens among these that the library has and that are not revoked yet.
    package func revoke(tokens: some Sequence<String>) throws {
        for token in try store.tokens() where token.revokedAt == nil && tokens.contains(token.id) {
            _ = try store.revokeToken(token.id)
        }
    }

    /// The library's folder, for files whose names are known.
    package var servedFolder: String { folder }
}

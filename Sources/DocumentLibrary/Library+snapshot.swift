import ClauseStore
import DocumentModel

extension Library {
    /// The files that a library serves at one moment.
    public struct Snapshot: Sendable {
        /// The names of the pyramids of all documents, sorted.
        public let pyramids: [String]
        /// The names of the original scans of all documents, sorted.
        public let originals: [String]
        /// The names of the recordings of all documents, which are among the originals, sorted.
        public let recordings: [String]
    }

    /// Copies the database in its present state, page by page, and returns the files that its documents use. Pages that
    /// did not change between two snapshots have the same bytes at the same offset in both. Working copies and their
    /// journals are left out, because only editors may see them.
    ///
    /// Documents cannot be added or removed during the copy.
    ///
    /// - Parameters:
    ///   - path: The path of the copy; it must not exist.
    ///   - isCancelled: Called repeatedly while waiting for another process.
    /// - Throws: ``LibraryError`` and `ClauseStoreError`; after an error there is no copy.
    public func snapshot(to path: String, isCancelled: () -> Bool = { false }) throws -> Snapshot {
        try locked(isCancelled: isCancelled) {
            try store.copyForReaders(to: path)
            let names = try store.servedFileNames()
            return Snapshot(pyramids: names.pyramids, originals: names.originals, recordings: names.recordings)
        }
    }

    /// Copies the database with everything in it: working copies, former versions, the trash and uploaded scans.
    /// Otherwise like ``snapshot(to:isCancelled:)``.
    ///
    /// - Throws: As for ``snapshot(to:isCancelled:)``.
    public func completeSnapshot(to path: String, isCancelled: () -> Bool = { false }) throws -> Snapshot {
        try locked(isCancelled: isCancelled) {
            try store.backUp(to: path)
            let names = try store.fileNames()
            return Snapshot(pyramids: names.pyramids, originals: names.originals, recordings: [])
        }
    }

    /// Returns the ids of the revoked tokens, sorted.
    package func revokedTokens() throws -> [String] {
        try store.tokens().filter { $0.revokedAt != nil }.map(\.id).sorted()
    }

    /// Revokes those of the given tokens that the library has and that are not revoked yet.
    package func revoke(tokens: some Sequence<String>) throws {
        for token in try store.tokens() where token.revokedAt == nil && tokens.contains(token.id) {
            _ = try store.revokeToken(token.id)
        }
    }

    /// The path of the library's folder, for reading files whose names are known.
    package var servedFolder: String { folder }
}

import ClauseStore
import DocumentModel
import Foundation
import TileEngine

extension Library {
    /// The number of pyramids opened as a sample. Of the others, only the existence is checked.
    private static let openedPyramidCount = 64

    /// Checks whether the library can be served: all connections to its database open, a small database is sound, every
    /// document can be read, and every page's pyramid exists. It does not read all files, as
    /// ``verify(only:progress:pace:isCancelled:)`` does, but it detects an unfinished copy, a truncated database or a
    /// missing folder.
    ///
    /// - Throws: ``LibraryError``, `ClauseStoreError` or `TileEngineError` for the first object that cannot be read.
    /// - Complexity: O(*n*) in the number of pages: 10,000 documents take about a quarter of a second. Few documents
    ///   are in memory at once.
    public func proveReadable() throws {
        try openConnections()
        if let fault = try store.quickCheck() {
            throw LibraryError.file(path + "/library.sqlite", reason: "is damaged: \(fault)")
        }
        // A replica's pyramids are in a store, and are checked when they are requested.
        if isReplica { return }
        var left = Self.openedPyramidCount
        try store.forEachDocument(for: .administrator) { document in
            for page in document.pages.flatMap(\.images) {
                guard let pyramid = pyramidPath(of: page) else { continue }
                guard access(pyramid, R_OK) == 0 else {
                    throw LibraryError.missingFile(pyramid, document: document.id)
                }
                guard left > 0 else { continue }
                left -= 1
                _ = try TileArchive(path: pyramid)
            }
        }
    }
}

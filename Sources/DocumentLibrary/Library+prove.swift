import ClauseStore
import DocumentModel
import Foundation
import TileEngine

extension Library {
    /// So many pyramids are opened as a sample; of the others their files must be there.
    private static let openedPyramidCount = 64

    /// Finds out whether the library can be served: all connections to its database open, a small database is sound, every
    /// document can be read, and every page's pyramid is there. It does not read all that there is, as
    /// ``verify(progress:isCancelled:)`` does, but sees a copy that is not finished, a database cut short, or a folder that
    /// was left out.
    ///
    /// - Throws: ``LibraryError``, `ClauseStoreError` or `TileEngineError` with the first thing that cannot be read.
    /// - Complexity: O(*n*) in the number of pages: 10,000 documents take about a quarter of a second. Not many documents are held at once.
    public func proveReadable() throws {
        try openConnections()
        if let fault = try store.obviousFault() {
            throw LibraryError.file(path + "/library.sqlite", reason: "is damaged: \(fault)")
        }
        // Those that are elsewhere are looked at when they are asked for.
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

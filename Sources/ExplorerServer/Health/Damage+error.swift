import ClauseStore
import DocumentLibrary
import TileEngine

extension Damage {
    /// The damage that an error tells of; nil for any other error.
    ///
    /// - Parameters:
    ///   - folder: The library's folder; an error about a file elsewhere tells of no damage to it.
    ///   - document: The document that was asked for.
    init?(_ error: any Error, inLibrary folder: String, document: String?) {
        let documents = document.map { [$0] } ?? []
        switch error {
        case let error as TileEngineError:
            guard let path = error.path, path.hasPrefix(folder + "/") else { return nil }
            self.init(file: String(path.dropFirst(folder.count + 1)), reason: error.reason, documents: documents)
        case ClauseStoreError.damaged(let reason), ClauseStoreError.cannotOpen(_, let reason):
            self.init(file: Self.databaseFile, reason: reason, documents: documents)
        default: return nil
        }
    }
}

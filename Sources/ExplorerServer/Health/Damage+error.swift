import ClauseStore
import DocumentLibrary
import TileEngine

extension Damage {
    /// The damage that an error tells of; nil for any other error.
    ///
    /// - Parameter document: The document that was asked for.
    init?(_ error: any Error, document: String?) {
        let documents = document.map { [$0] } ?? []
        switch error {
        case let error as TileEngineError:
            // The library's folder has several paths where it is held open; its pyramids have names that nothing else has.
            let parts = (error.path ?? "").split(separator: "/").suffix(2)
            guard parts.count == 2, parts.first == "pyramids" else { return nil }
            self.init(file: parts.joined(separator: "/"), reason: error.reason, documents: documents)
        case ClauseStoreError.damaged(let reason), ClauseStoreError.cannotOpen(_, let reason):
            self.init(file: Self.databaseFile, reason: reason, documents: documents)
        default: return nil
        }
    }
}

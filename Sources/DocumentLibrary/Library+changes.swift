import ClauseStore
import Foundation

/// Why a library that is served cannot be changed.
public enum ChangeRefusal: Hashable, Sendable {
    /// It is a copy of what another server publishes.
    case replica
    /// Its files cannot be written.
    case readOnly
}

extension Library {
    /// Why the library cannot be changed; nil where it can, as far as the rights of its files tell.
    public var changeRefusal: ChangeRefusal? {
        if isReplica { return .replica }
        let folder = folder
        return access(folder, W_OK) == 0 && access(folder + "/library.sqlite", W_OK) == 0 ? nil : .readOnly
    }

    /// The same library, with a store that can be changed: that of the folder which is held, whatever its path leads to now.
    ///
    /// - Throws: What opening the store throws.
    public func openedForChanges() throws -> Library {
        Library(
            self,
            store: try ClauseStore(
                path: (held?.path ?? path) + "/library.sqlite", access: .readWrite, named: path + "/library.sqlite"))
    }
}

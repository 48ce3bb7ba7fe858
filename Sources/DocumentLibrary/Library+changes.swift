import ClauseStore
import Foundation

/// The reason why a library that is being served cannot be changed.
public enum ChangeRefusal: Hashable, Sendable {
    /// The library is a replica of what another server publishes.
    case replica
    /// The library's files cannot be written.
    case readOnly
}

extension Library {
    /// The reason why the library cannot be changed, or nil if the permissions of its files allow changes.
    public var changeRefusal: ChangeRefusal? {
        if isReplica { return .replica }
        let folder = folder
        return access(folder, W_OK) == 0 && access(folder + "/library.sqlite", W_OK) == 0 ? nil : .readOnly
    }

    /// Returns the same library with a writable store. It belongs to the folder that is held open, wherever its path
    /// leads now.
    ///
    /// - Throws: Any error of opening the store.
    public func openedForChanges() throws -> Library {
        Library(
            self,
            store: try ClauseStore(
                path: (held?.path ?? path) + "/library.sqlite", access: .readWrite, named: path + "/library.sqlite"))
    }
}

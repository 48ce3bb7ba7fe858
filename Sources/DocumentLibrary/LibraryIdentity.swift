public import ClauseStore

import Foundation
import NIOConcurrencyHelpers

/// Which folder a library's path leads to, and which database is in it. Both are others once the library is replaced as a
/// whole: by renaming, by a symbolic link that is set anew, or with a database from a backup.
///
/// A document that is replaced within the library changes neither.
public struct LibraryIdentity: Hashable, Sendable {
    /// The system's own name for a file: no two files have the same while one of them is open.
    struct File: Hashable, Sendable {
        let device: UInt64
        let number: UInt64

        fileprivate init(_ status: stat) {
            (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
        }

        /// The file that a path leads to, nil where there is none.
        init?(path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            self.init(status)
        }
    }

    let folder: File
    let database: File

    /// Looks where the path leads now, in two calls to the system.
    ///
    /// - Returns: Nil where there is no such folder, or no `library.sqlite` in it.
    public init?(path: String) {
        guard let folder = File(path: path), let database = File(path: path + "/library.sqlite") else { return nil }
        (self.folder, self.database) = (folder, database)
    }
}

/// A library's folder, held open: what is opened by its ``path`` belongs to this folder, wherever it was moved to since,
/// and never to another that took its name.
final class HeldFolder: Sendable {
    private let descriptor: Int32
    /// Leads to the folder for as long as it is held.
    let path: String
    /// What the folder and the database were when it was opened.
    let identity: LibraryIdentity
    /// The file that SQLite shares the state of its log in, once all connections are open.
    let sharedMemory = NIOLockedValueBox<LibraryIdentity.File?>(nil)

    /// - Throws: ``LibraryError/noLibrary(_:)``.
    init(_ path: String) throws(LibraryError) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .noLibrary(path) }
        let held = "/proc/self/fd/\(descriptor)"
        if let identity = LibraryIdentity(path: held) {
            (self.path, self.identity) = (held, identity)
        } else if let identity = LibraryIdentity(path: path) {
            // Without /proc the name has to do.
            (self.path, self.identity) = (path, identity)
        } else {
            close(descriptor)
            throw .noLibrary(path)
        }
    }

    deinit { close(descriptor) }
}

extension Library {
    /// Opens all connections to the database that there will be, so that it can be read also when its file is replaced.
    ///
    /// - Throws: `ClauseStoreError`, the first that a connection met.
    public func openConnections() throws(ClauseStoreError) {
        try store.openConnections()
        guard let held else { return }
        let file = LibraryIdentity.File(path: held.path + "/library.sqlite-shm")
        held.sharedMemory.withLockedValue { $0 = file }
    }

    /// Puts SQLite's log aside, if it is still this library's where the database is another's already: the new database must
    /// not be read with the old one's changes. Who has the old one open goes on with both.
    ///
    /// - Throws: ``LibraryError/file(_:reason:)`` where the log cannot be renamed.
    public func setLogAside() throws(LibraryError) {
        guard let held, let now = LibraryIdentity(path: path), now.folder == held.identity.folder,
            now.database != held.identity.database
        else { return }
        let (log, shared) = (path + "/library.sqlite-wal", path + "/library.sqlite-shm")
        let own = held.sharedMemory.withLockedValue { $0 }
        guard let own, LibraryIdentity.File(path: shared) == own else { return }
        guard rename(log, log + ".former") == 0 || errno == ENOENT, unlink(shared) == 0 || errno == ENOENT else {
            throw .file(log, reason: "belongs to the former database and cannot be put aside")
        }
    }
}

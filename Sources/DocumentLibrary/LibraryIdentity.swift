public import ClauseStore

import Foundation
import NIOConcurrencyHelpers

/// The identity of the folder at a library's path, and of the database in it. Both change when the library is replaced
/// as a whole: by renaming, by a changed symbolic link, or by restoring a database from a backup.
///
/// Replacing a document within the library changes neither.
public struct LibraryIdentity: Hashable, Sendable {
    /// The system's identification of a file: unique among all files as long as the file is open.
    struct File: Hashable, Sendable {
        let device: UInt64
        let number: UInt64

        /// Identifies the file at a path. Returns nil if it does not exist.
        init?(path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
        }
    }

    let folder: File
    let database: File

    /// Identifies the library at a path, with two system calls. Returns nil if there is no such folder, or no
    /// `library.sqlite` in it.
    public init?(path: String) {
        guard let folder = File(path: path), let database = File(path: path + "/library.sqlite") else { return nil }
        (self.folder, self.database) = (folder, database)
    }
}

/// A library's folder, held open. Files opened by means of its ``path`` belong to this folder even if it has been
/// moved, and never to another folder that took its name.
final class HeldFolder: Sendable {
    private let descriptor: Int32
    /// A path that leads to the folder as long as it is held.
    let path: String
    /// The identity of the folder and the database when they were opened.
    let identity: LibraryIdentity
    /// The shared memory file of SQLite's write-ahead log, once all connections are open.
    let sharedMemory = NIOLockedValueBox<LibraryIdentity.File?>(nil)

    /// - Throws: ``LibraryError/noLibrary(_:)``.
    init(_ path: String) throws(LibraryError) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .noLibrary(path) }
        let held = "/proc/self/fd/\(descriptor)"
        if let identity = LibraryIdentity(path: held) {
            (self.path, self.identity) = (held, identity)
        } else if let identity = LibraryIdentity(path: path) {
            // Without /proc, the original path must serve.
            (self.path, self.identity) = (path, identity)
        } else {
            close(descriptor)
            throw .noLibrary(path)
        }
    }

    deinit { close(descriptor) }
}

extension Library {
    /// Opens all connections to the database in advance, so that it can still be read when its file is replaced.
    ///
    /// - Throws: `ClauseStoreError`, the first error of a connection.
    public func openConnections() throws(ClauseStoreError) {
        try store.openConnections()
        guard let held else { return }
        let file = LibraryIdentity.File(path: held.path + "/library.sqlite-shm")
        held.sharedMemory.withLockedValue { $0 = file }
    }

    /// Renames SQLite's write-ahead log if it still belongs to this library while the database has already been
    /// replaced. Otherwise the new database would be read with the old one's changes. Processes that have the old
    /// database open can continue to use both.
    ///
    /// - Throws: ``LibraryError/file(_:reason:)`` if the log cannot be renamed.
    public func setLogAside() throws(LibraryError) {
        guard let held, let now = LibraryIdentity(path: path), now.folder == held.identity.folder,
            now.database != held.identity.database
        else { return }
        let (log, shared) = (path + "/library.sqlite-wal", path + "/library.sqlite-shm")
        let own = held.sharedMemory.withLockedValue { $0 }
        guard let own, LibraryIdentity.File(path: shared) == own else { return }
        guard rename(log, log + ".former") == 0 || errno == ENOENT, unlink(shared) == 0 || errno == ENOENT else {
            throw .file(log, reason: "belongs to the former database and cannot be moved aside")
        }
    }
}

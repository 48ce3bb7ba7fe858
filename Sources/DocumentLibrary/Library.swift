public import ClauseStore
public import DocumentModel
import FileSupport
import Foundation

// Files are named by their content and never change. Adding a document first copies and cuts its images (written under
// a temporary name, synced, renamed); then one transaction makes the document visible. A crash at any moment leaves
// either the former document or the new one. A file that no document or version refers to is removed together with the
// last document that used it. Files left behind by a killed process are removed at the end of the next addition, and by
// a server after it starts (`Library+leftovers`).
//
// `library.sqlite-indexes` holds files that are derived from the database. They may be deleted at any time and are
// rebuilt; if there is no disk space for them, queries use the database.

/// A library, which a server serves: a folder with `library.sqlite`, one pyramid per image, and each original scan byte
/// for byte.
///
/// ```
/// library/
///   library.sqlite          documents, clauses, texts, and which files belong to them
///   library.sqlite-indexes  an index of clauses by point, for each page; rebuilt if missing
///   pyramids/<name>.szi     an image cut into tiles; named by the scan's SHA-256 and the options
///   originals/<sha256>.jpg  the scan as it was given
/// ```
public struct Library: Sendable {
    /// The intended use of a library.
    public enum Access: Sendable {
        /// Reading. The library must exist.
        case read
        /// Reading and writing. The library must exist.
        case change
        /// Reading and writing. The library is created if it does not exist.
        case write
    }

    /// The library's folder.
    public let path: String
    /// The database of documents and clauses.
    public let store: ClauseStore
    /// The folder, if it is held open.
    let held: HeldFolder?
    /// The source of the pyramids, if they are not in the folder.
    let pyramids: (any PyramidSource)?
    /// Provides the pyramids of a library that takes the place of this one.
    public let pyramidPlace: (any PyramidPlace)?
    /// Called when a change starts to wait for a change by another process.
    public var waits: @Sendable () -> Void = {}

    /// Opens the library in a folder. A library of an older version is migrated, and its former database is kept beside
    /// the new one.
    ///
    /// - Parameters:
    ///   - path: The library's folder.
    ///   - access: The intended use.
    /// - Throws: ``LibraryError`` if the folder is not a library or cannot be written, and the store's errors.
    public init(path: String, access: Access) throws {
        let database = path + "/library.sqlite"
        if access != .write, !FileManager.default.fileExists(atPath: database) {
            throw LibraryError.noLibrary(path)
        }
        if access != .read { try Self.makeFolders(in: path) }
        store = try Self.openStore(in: path, access == .read ? .readOnly : .readWrite)
        self.path = path
        (held, pyramids, pyramidPlace) = (nil, nil, nil)
    }

    /// Opens the library in a folder for reading, for the lifetime of a server. Everything read later comes from the
    /// folder that exists now, even if that folder is moved away and another takes its name.
    ///
    /// - Parameter pyramidPlace: Provides the pyramids, if they are not in the folder.
    /// - Throws: ``LibraryError`` if the folder is not a library, and the store's errors.
    public init(serving path: String, pyramidPlace: (any PyramidPlace)? = nil) throws {
        let held = try HeldFolder(path)
        pyramids = try pyramidPlace?.pyramids(ofLibraryIn: held.path)
        self.pyramidPlace = pyramidPlace
        store = try Self.openStore(in: held.path, named: path, .readOnly)
        // If the identity is unchanged, the database that was opened is the one in the held folder.
        guard LibraryIdentity(path: held.path) == held.identity else { throw LibraryError.replacedMeanwhile(path) }
        (self.held, self.path) = (held, path)
    }

    /// Creates a copy of a library with another connection to its database.
    init(_ library: Library, store: ClauseStore) {
        (self.store, path) = (store, library.path)
        (held, pyramids, pyramidPlace) = (library.held, library.pyramids, library.pyramidPlace)
        waits = library.waits
    }

    /// The identity of the folder and the database when the library was opened with ``init(serving:pyramidPlace:)``;
    /// nil if it was opened otherwise.
    public var identity: LibraryIdentity? { held?.identity }

    /// The folder of the library's files: the library's path, or the path of the held folder once that path leads to
    /// another library.
    var folder: String {
        guard let held, LibraryIdentity(path: path)?.folder != held.identity.folder else { return path }
        return held.path
    }

    /// Opens the database. A database of an older version is migrated first, even for reading.
    private static func openStore(
        in path: String, named name: String? = nil, _ access: ClauseStore.Access
    ) throws -> ClauseStore {
        let database = path + "/library.sqlite"
        let name = (name ?? path) + "/library.sqlite"
        do throws(ClauseStoreError) {
            let reader = try ClauseStore(path: database, access: .readOnly, named: name)
            if access == .readOnly { return reader }
        } catch {
            if case .olderSchema = error {
                try bringUpToDate(path)
            } else if access == .readOnly {
                throw error
            }
            // The database may not exist yet. Any other error recurs below.
        }
        return try ClauseStore(path: database, access: access, named: name)
    }

    /// Migrates an older database. Only one process does this at a time; it first removes partial files left by a
    /// killed process.
    private static func bringUpToDate(_ path: String) throws {
        try locked(path) {
            ifNobodyAdds(to: path) { removeLeftovers(in: path) }
            _ = try ClauseStore(path: path + "/library.sqlite", access: .readWrite)
        }
    }

    private static func makeFolders(in path: String) throws(LibraryError) {
        for folder in [path, path + "/pyramids", path + "/originals"] {
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            } catch {
                throw .unwritable(path, reason: SystemError.text(of: error))
            }
            guard access(folder, W_OK) == 0 else {
                throw .unwritable(path, reason: SystemError.text())
            }
        }
    }

    /// Returns the path of a page's pyramid, or nil for a page without image.
    public func pyramidPath(of page: PageInfo) -> String? {
        page.pyramid.map { folder + "/pyramids/" + $0 }
    }

    /// Returns the path of a page's original scan, or nil for a page without image.
    public func originalPath(of page: PageInfo) -> String? {
        page.imageFile.map { folder + "/originals/" + $0 }
    }

    /// Returns the path of a recording's file, if the library is not a replica.
    public func originalPath(of recording: Recording) -> String { folder + "/originals/" + recording.fileName }

    /// Runs the body while no other process changes the library's files.
    ///
    /// - Parameter isCancelled: Called repeatedly while waiting for another process. Once it returns true, the call
    ///   throws ``LibraryError/cancelled``.
    func locked<Result>(isCancelled: () -> Bool = { false }, _ body: () throws -> Result) throws -> Result {
        try Self.locked(folder, waits: waits, isCancelled: isCancelled, body)
    }

    private static func locked<Result>(
        _ path: String, waits: () -> Void = {}, isCancelled: () -> Bool = { false }, _ body: () throws -> Result
    ) throws -> Result {
        var descriptor = open(path + "/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        if descriptor < 0, errno == EROFS {
            // On a read-only mount the library may be writable elsewhere, so the lock is still taken if the file
            // exists.
            descriptor = open(path + "/.lock", O_RDONLY | O_CLOEXEC)
            if descriptor < 0, errno == ENOENT { return try body() }
        }
        guard descriptor >= 0 else {
            throw LibraryError.unwritable(path, reason: SystemError.text())
        }
        defer { close(descriptor) }
        var isWaiting = false
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw LibraryError.unwritable(path, reason: SystemError.text())
            }
            if isCancelled() { throw LibraryError.cancelled }
            if !isWaiting { waits() }
            isWaiting = true
            usleep(20_000)
        }
        return try body()
    }

    /// Removes files left behind by killed processes, unless another process is changing the library at this moment;
    /// that process then removes them itself. Does nothing if the library's folder cannot be written.
    ///
    /// The library at the path is reopened for this, and its folder is held open, so that no files are removed from
    /// another library's folder because this database does not know them.
    public func sweep() {
        guard let library = try? Library(serving: path), let held = library.held else { return }
        // Cancelled as soon as it would have to wait.
        try? Self.locked(held.path, isCancelled: { true }) {
            try Self.ifNobodyAdds(to: held.path) { try library.removeAllLeftovers(in: held) }
        }
    }
}

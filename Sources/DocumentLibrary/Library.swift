public import ClauseStore
public import DocumentModel
import Foundation

// A library on disk
//
// Files are named by their content and never change. Adding a document first copies and cuts its images (written under
// a temporary name, synced, renamed); then one transaction makes the document visible. A crash at any moment leaves
// either the former document or the new one. A file that no document or version refers to is removed together with the
// last document that used it. What a killed program has left behind is removed at the end of the next addition, and by
// a server after its start (`Library+leftovers`).
//
// `library.sqlite-indexes` holds files that are derived from the database. They may be deleted at any time and are
// rebuilt; without disk space for them, answers come from the database.

/// What a server serves: a folder with `library.sqlite`, one pyramid per image, and each original scan byte for byte.
///
/// ```
/// library/
///   library.sqlite          documents, clauses, texts, and which files belong to them
///   library.sqlite-indexes  which clauses hold a point, for each page; made again where missing
///   pyramids/<name>.szi     an image cut into tiles; named by the scan's SHA-256 and how it was cut
///   originals/<sha256>.jpg  the scan as it was given
/// ```
///
/// Files are named by their content and never change: a document is replaced by one transaction in the database, and
/// the former version's files stay with it.
public struct Library: Sendable {
    /// What the library is opened for.
    public enum Access: Sendable {
        /// Reading; the library must exist.
        case read
        /// Reading and writing; the library must exist.
        case change
        /// Reading and writing; the library is made where it does not exist.
        case write
    }

    /// The library's folder.
    public let path: String
    /// The words and regions.
    public let store: ClauseStore
    /// The folder, where it is held open.
    let held: HeldFolder?
    /// Where the pyramids are, if they are not in the folder.
    let pyramids: (any PyramidSource)?
    /// Says where those of a library are that takes this one's place.
    public let pyramidPlace: (any PyramidPlace)?
    /// Called when a change begins to wait for one that another program makes.
    public var waits: @Sendable () -> Void = {}

    /// Opens the library in a folder. One of an older version is brought up to date, and its database of before is kept
    /// beside the new one.
    ///
    /// - Parameters:
    ///   - path: The library's folder.
    ///   - access: What it is opened for.
    /// - Throws: ``LibraryError`` when the folder is no library or cannot be written, and what the store throws.
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

    /// Opens the library in a folder for reading, for as long as a server runs. Whatever is read of it later is of the
    /// folder that is there now, also when that is moved away and another takes its name.
    ///
    /// - Parameter pyramidPlace: Says where the pyramids are, if they are not in the folder.
    /// - Throws: ``LibraryError`` when the folder is no library, and what the store throws.
    public init(serving path: String, pyramidPlace: (any PyramidPlace)? = nil) throws {
        let held = try HeldFolder(path)
        pyramids = try pyramidPlace?.pyramids(ofLibraryIn: held.path)
        self.pyramidPlace = pyramidPlace
        store = try Self.openStore(in: held.path, named: path, .readOnly)
        // Between the two looks the database was one and the same.
        guard LibraryIdentity(path: held.path) == held.identity else { throw LibraryError.replacedMeanwhile(path) }
        (self.held, self.path) = (held, path)
    }

    /// The same library with another connection to its database.
    init(_ library: Library, store: ClauseStore) {
        (self.store, path) = (store, library.path)
        (held, pyramids, pyramidPlace) = (library.held, library.pyramids, library.pyramidPlace)
        waits = library.waits
    }

    /// What the folder and the database were when the library was opened with ``init(serving:pyramidPlace:)``; otherwise
    /// nil.
    public var identity: LibraryIdentity? { held?.identity }

    /// Where the library's files are: its path, or another way to its folder once the path leads to another.
    var folder: String {
        guard let held, LibraryIdentity(path: path)?.folder != held.identity.folder else { return path }
        return held.path
    }

    /// Opens the database; one of an older version is brought up to date first, also for reading alone.
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
            // Perhaps it is not there yet; whatever else it is comes again below.
        }
        return try ClauseStore(path: database, access: access, named: name)
    }

    /// Brings an older database up to date. One program does it at a time, and removes what another had not finished when it
    /// was killed.
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
                throw .unwritable(path, reason: reason(of: error))
            }
            guard access(folder, W_OK) == 0 else {
                throw .unwritable(path, reason: String(cString: strerror(errno)))
            }
        }
    }

    /// Where the pyramid of a page lies, or `nil` for a page without image.
    public func pyramidPath(of page: PageInfo) -> String? {
        page.pyramid.map { folder + "/pyramids/" + $0 }
    }

    /// Where the original scan of a page lies, or `nil` for a page without image.
    public func originalPath(of page: PageInfo) -> String? {
        page.imageFile.map { folder + "/originals/" + $0 }
    }

    /// Where the file of a recording lies, if the library is not a replica.
    public func originalPath(of recording: Recording) -> String { folder + "/originals/" + recording.fileName }

    /// Runs the body while no other process changes the library's files.
    ///
    /// - Parameter isCancelled: Asked while another process is waited for; when it says yes, the call ends with
    ///   ``LibraryError/cancelled``.
    func locked<Result>(isCancelled: () -> Bool = { false }, _ body: () throws -> Result) throws -> Result {
        try Self.locked(folder, waits: waits, isCancelled: isCancelled, body)
    }

    private static func locked<Result>(
        _ path: String, waits: () -> Void = {}, isCancelled: () -> Bool = { false }, _ body: () throws -> Result
    ) throws -> Result {
        var descriptor = open(path + "/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        if descriptor < 0, errno == EROFS {
            // Whoever can write it elsewhere is waited for all the same, where there is anything to wait by.
            descriptor = open(path + "/.lock", O_RDONLY | O_CLOEXEC)
            if descriptor < 0, errno == ENOENT { return try body() }
        }
        guard descriptor >= 0 else {
            throw LibraryError.unwritable(path, reason: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var isWaiting = false
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw LibraryError.unwritable(path, reason: String(cString: strerror(errno)))
            }
            if isCancelled() { throw LibraryError.cancelled }
            if !isWaiting { waits() }
            isWaiting = true
            usleep(20_000)
        }
        return try body()
    }

    /// Removes what programs that were killed have left, unless another program is changing the library at this moment,
    /// which then does it itself. Where the library's folder cannot be written to, nothing happens.
    ///
    /// The library that the path leads to now is opened for it, and its folder held: what one database does not know is
    /// never removed from the folder of another.
    public func sweep() {
        guard let library = try? Library(serving: path), let held = library.held else { return }
        // Cancelled as soon as it would have to wait.
        try? Self.locked(held.path, isCancelled: { true }) {
            try Self.ifNobodyAdds(to: held.path) { try library.removeAllLeftovers(in: held) }
        }
    }
}

/// Why a library cannot do what was asked; each is one line that names what is wrong and what was expected.
public enum LibraryError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The folder holds no library.
    case noLibrary(String)
    /// The library's folder cannot be made or written.
    case unwritable(String, reason: String)
    /// What was given to be added is neither a folder nor an image.
    case noSource(String)
    /// A file could not be read or written.
    case file(String, reason: String)
    /// The place to write to is there already.
    case occupied(String)
    /// The library's record names a file that is not there.
    case missingFile(String, document: String)
    /// The library was replaced while it was being opened.
    case replacedMeanwhile(String)
    /// Something was given that the source has no use for.
    case useless(String, reason: String)
    /// The library has other content under the source's id, and was not told to replace it.
    case differs(String, id: String)
    /// Another source of the same run has the id.
    case idTaken(String, id: String, by: String)
    /// The work was interrupted.
    case cancelled

    /// The error in words.
    public var description: String {
        switch self {
        case .noLibrary(let path):
            "\(path): no library here, expected a folder with library.sqlite; `explore add` makes one"
        case .unwritable(let path, let reason):
            "\(path): the library cannot be written (\(reason)), expected a folder that this user may write"
        case .noSource(let path):
            "\(path): no such file or folder, expected a source folder, an image or a file of another format"
        case .file(let path, let reason): "\(path): \(reason)"
        case .occupied(let path):
            "\(path): exists already, expected a new name or an empty folder"
        case .missingFile(let path, let document):
            "\(path): missing, expected a file of the document \(document)"
        case .replacedMeanwhile(let path): "\(path): was replaced while it was being opened"
        case .useless(let what, let reason): "\(what): \(reason)"
        case .differs(let path, let id):
            "\(path): the library has other content under the id \(id), expected --replace to replace it"
        case .idTaken(let path, let id, let other):
            "\(path): the id \(id) is that of \(other) in the same run, expected an id of its own"
        case .cancelled: "interrupted; nothing was changed"
        }
    }
}

/// The system's own words for an error, without Foundation's frame around them.
func reason(of error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let code = underlying ?? (error as NSError)
    guard code.domain == NSPOSIXErrorDomain else { return (error as NSError).localizedDescription }
    return String(cString: strerror(Int32(truncatingIfNeeded: code.code)))
}

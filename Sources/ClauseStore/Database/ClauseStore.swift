public import DocumentModel
import FileSupport
import Foundation
import GRDB

// No frequent query reads all documents. A list is a range of `documentListing`, an index that contains everything that
// decides visibility, keyed by id (`DocumentList`). The number of documents is counted once for each state of the
// library (`ListCounts`). `documentIndex` finds documents by name (`DocumentWords`). docs/scale.md has measurements.
//
// No corrupted data is returned. Every database page has a seal (`PageSeals`), which the VFS verifies when SQLite reads
// the page from disk. Derived files have checksums too and are rebuilt. An error that indicates damage becomes a
// response 500 with an incident id and is reported to `ServiceHealth`. docs/integrity.md is the operator's view.

/// The documents of a library, with queries by position, category and words.
///
/// It is a single SQLite database in WAL mode: any number of readers and one writer can work at the same time, in this
/// process and others. All calls block until SQLite has finished, so they belong on a thread pool, never on Swift's
/// cooperative threads. Every result is read from one state of the database, even while another program writes.
public struct ClauseStore: Sendable {
    /// The access with which a store is opened.
    public enum Access: Sendable {
        /// Only reads; the database must exist.
        case readOnly
        /// Reads and writes. A missing database is created, and an older one is migrated.
        case readWrite
    }

    /// The time that a call waits for another writer, in seconds.
    private static let busyTimeoutSeconds = 5.0

    /// The maximum number of concurrent reads.
    static let connectionCount = max(4, 2 * ProcessInfo.processInfo.activeProcessorCount)

    /// The limits of working copies.
    public var editLimits = EditLimits()

    let pageIndexes: PageIndexes
    let listCounts = ListCounts()
    private let database: DatabasePool
    private let path: String
    private let access: Access
    /// Not nil if SQLite cannot notice changes by other programs.
    private let unlockedFile: UnlockedFile?

    /// Opens the database of a library.
    ///
    /// - Parameters:
    ///   - path: The path of the database file; its folder must exist.
    ///   - access: Whether the database can be created, migrated and changed.
    ///   - name: The name of the file in errors, if it is not the path.
    /// - Throws: ``ClauseStoreError/cannotOpen(path:reason:)``, ``ClauseStoreError/notALibrary(path:)``,
    ///   ``ClauseStoreError/newerSchema(path:found:)`` or ``ClauseStoreError/olderSchema(path:)``. In all these cases
    ///   the file is unchanged.
    public init(path: String, access: Access, named name: String? = nil) throws(ClauseStoreError) {
        unlockedFile = UnlockedFile(path, access)
        do {
            try PageSeals.begin()
            database = try Self.waitingForOthers { try Self.open(path, access, named: name ?? path) }
        } catch let error as ClauseStoreError {
            throw error
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw .notALibrary(path: name ?? path)
        } catch {
            throw .cannotOpen(path: name ?? path, reason: Self.reason(error, writing: path))
        }
        self.path = name ?? path
        self.access = access
        pageIndexes = PageIndexes(besideDatabase: path)
        if access == .readWrite { try read(pageIndexes.sweep) }
    }

    /// Retries while other programs create, migrate or recover the same database. SQLite itself does not wait in some
    /// of these steps: it fails at once when a read transaction is upgraded to write, and while the journal mode
    /// changes.
    private static func waitingForOthers<Value>(_ body: () throws -> Value) throws -> Value {
        var deadline: ContinuousClock.Instant?
        while true {
            do {
                return try body()
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                let last = deadline ?? .now + .seconds(busyTimeoutSeconds)
                guard .now < last else { throw error }
                deadline = last
                usleep(.random(in: 1000...20_000))
            }
        }
    }

    private static func open(_ path: String, _ access: Access, named name: String) throws -> DatabasePool {
        try check(path, access, named: name)
        let database = try DatabasePool(path: path, configuration: configuration(access))
        if access == .readWrite {
            try migrate(database, path: path)
            // Connections from before the pages had seals do not verify them.
            try database.writeWithoutTransaction { database in
                try PageSeals.prepare(database)
                // Committed changes also survive a power failure: https://sqlite.org/pragma.html#pragma_synchronous
                try database.execute(sql: "PRAGMA synchronous = FULL")
            }
            database.invalidateReadOnlyConnections()
        }
        return database
    }

    /// Checks the file over a read-only connection, so that a foreign file stays untouched.
    private static func check(_ path: String, _ access: Access, named name: String) throws {
        let byteCount = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        guard let byteCount else {
            if access == .readOnly { throw ClauseStoreError.cannotOpen(path: name, reason: "no such file") }
            return
        }
        if byteCount == 0, access == .readWrite { return }
        try DatabaseQueue(path: path, configuration: configuration(.readOnly)).read { database in
            let isOurs = try Int.fetchOne(database, sql: "PRAGMA application_id") == Schema.applicationID
            // The table of migrations is created before the first migration, which may have been interrupted after
            // that.
            let others = "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'"
            let isEmpty = try Int.fetchOne(database, sql: others) == 0
            guard isOurs || isEmpty && access == .readWrite else { throw ClauseStoreError.notALibrary(path: name) }
            if try Schema.migrator.hasBeenSuperseded(database) {
                let known = Schema.migrator.migrations
                let found = try Schema.migrator.appliedIdentifiers(database).subtracting(known).max()
                throw ClauseStoreError.newerSchema(path: name, found: found ?? "unknown")
            }
            if access == .readOnly, try !Schema.migrator.hasCompletedMigrations(database) {
                throw ClauseStoreError.olderSchema(path: name)
            }
        }
    }

    /// Migrates the database, and keeps a copy of its former state as `<path>.version-<n>`.
    ///
    /// If another program migrates at the same time, one of the two fails in a migration that the other has just
    /// completed. It then retries with the next one.
    private static func migrate(_ database: DatabasePool, path: String) throws {
        try keepCopy(of: database, path: path)
        func bringUpToDate() throws {
            // Reserving space for seals in pages rewrites the whole database, which cannot be part of a transaction.
            let hadRoom = try database.read(PageSeals.haveRoom)
            if !hadRoom { try database.vacuum() }
            try Schema.migrator.migrate(database)
            // Writes the seals to the file itself, not only to its log. If there are readers, this happens a little
            // later.
            if !hadRoom { try? database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
        }
        for _ in Schema.migrator.migrations {
            if (try? bringUpToDate()) != nil { return }
        }
        try bringUpToDate()
    }

    private static func keepCopy(of database: DatabasePool, path: String) throws {
        let former: String? = try database.read { database in
            if try Schema.migrator.hasCompletedMigrations(database) { return nil }
            // A newly created database contains nothing to keep.
            guard try database.tableExists("version"),
                try Row.fetchOne(database, sql: "SELECT 1 FROM version LIMIT 1") != nil
            else { return nil }
            return try Schema.migrator.appliedMigrations(database).last
        }
        guard let former else { return }
        let copy = "\(path).version-\(former)"
        do {
            try writeCopy(of: database, to: copy)
        } catch {
            let reason = "no copy of its older version can be kept (\(Self.reason(error, writing: copy)))"
            throw ClauseStoreError.cannotOpen(path: path, reason: reason)
        }
    }

    /// Copies the current state of the database: writes a temporary file next to the target, syncs it and renames it.
    ///
    /// - Parameter isForReaders: Whether to leave out working copies, their journals, discarded edits and the trash.
    private static func writeCopy(of database: DatabasePool, to path: String, isForReaders: Bool = false) throws {
        let partial = "\(path)\(AtomicFile.partialMark)\(getpid())"
        defer { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(partial + suffix) } }
        let target = try DatabaseQueue(path: partial)
        do {
            // Pages of older versions have no reserved space, so seals would overwrite their content.
            if try database.read(PageSeals.haveRoom) {
                try target.writeWithoutTransaction(PageSeals.begin(copyingTo:))
            }
            try database.backup(to: target)
            if isForReaders {
                try target.writeWithoutTransaction(removeAllEdits)
                try target.writeWithoutTransaction(emptyTrash)
            }
            // Leaves a single file, synced by SQLite, with no log next to it.
            try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try target.close()
        } catch let error as DatabaseError where isDiskError(error) && isDiskFull(path) {
            // A later check would not find the disk full, as the partial copy and its log have been deleted by then.
            throw DatabaseError(resultCode: .SQLITE_FULL, message: "database or disk is full")
        }
        guard rename(partial, path) == 0 else {
            throw DatabaseError(resultCode: .SQLITE_IOERR, message: SystemError.text())
        }
    }

    /// Copies the current state of the database to a new file, while others read and write.
    ///
    /// - Throws: ``ClauseStoreError/cannotWrite(path:reason:)`` with the copy's path. No copy is left in that case.
    public func backUp(to path: String) throws(ClauseStoreError) { try copy(to: path, isForReaders: false) }

    /// Copies the published content, and the data that controls readers' access, to a new file. Working copies, their
    /// journals, and discarded or removed content are not included, not even as unreferenced bytes. Everything else is
    /// at the same place as in this database.
    ///
    /// - Throws: As ``backUp(to:)``.
    public func copyForReaders(to path: String) throws(ClauseStoreError) { try copy(to: path, isForReaders: true) }

    private func copy(to path: String, isForReaders: Bool) throws(ClauseStoreError) {
        do {
            try readingCurrentState { try Self.writeCopy(of: database, to: path, isForReaders: isForReaders) }
        } catch {
            // The error concerns this database, which cannot be read.
            if case .damaged(let what) = converted(error) { throw .damaged(what) }
            throw .cannotWrite(path: path, reason: Self.reason(error, writing: path))
        }
    }

    private static func configuration(_ access: Access) -> Configuration {
        var configuration = Configuration()
        configuration.label = "library"
        configuration.readonly = access == .readOnly
        configuration.prepareDatabase { database in
            try PageSeals.prepare(database)
            // Deleted content is overwritten: discarded words must not be published with a release.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            database.add(function: FoldedText.function)
            database.add(function: ClauseNumber.function)
            try addVocabulary(to: database)
        }
        configuration.busyMode = .timeout(busyTimeoutSeconds)
        configuration.maximumReaderCount = connectionCount
        return configuration
    }

    // MARK: Access for the extensions

    /// The path of the database file, which may differ from the name used in errors.
    var filePath: String { database.path }

    /// Reads from the database within one state of it.
    func read<Value>(_ body: (Database) throws -> Value) throws(ClauseStoreError) -> Value {
        do {
            return try readingCurrentState { try database.read(body) }
        } catch {
            throw converted(error)
        }
    }

    /// Runs a read, and again if another program changes the database meanwhile without SQLite noticing.
    private func readingCurrentState<Value>(_ body: () throws -> Value) throws -> Value {
        guard let unlockedFile else { return try body() }
        return try Self.waitingForOthers {
            let (version, hasChanged) = unlockedFile.update()
            if hasChanged { database.invalidateReadOnlyConnections() }
            do {
                return try body()
            } catch {
                // What was read after a change is refused (page_seal.c), or a log is gone that a connection expected.
                throw unlockedFile.version == version ? error : DatabaseError(resultCode: .SQLITE_BUSY)
            }
        }
    }

    /// Writes to the database in one transaction.
    func write<Value>(_ body: (Database) throws -> Value) throws(ClauseStoreError) -> Value {
        guard access == .readWrite else { throw .readOnly(path: path) }
        do {
            let value = try database.write(body)
            // Pages that readers still need in the log are moved by the checkpoint after a later change.
            do {
                _ = try database.writeWithoutTransaction { try $0.checkpoint(.passive) }
            } catch let error as DatabaseError where Self.isReadError(error) {
                throw error  // A page of the log is damaged. After a restart, everything from there on would be lost.
            } catch {}
            return value
        } catch {
            throw converted(error)
        }
    }

    /// Writes to the database in one transaction over a separate connection, even if the store is opened for reading.
    func writeOnSeparateConnection(_ body: (Database) throws -> Void) throws(ClauseStoreError) {
        do {
            let connection = try DatabaseQueue(path: path, configuration: Self.configuration(.readWrite))
            try connection.write(body)
            try connection.close()
        } catch {
            throw converted(error)
        }
    }

    private func converted(_ error: any Error) -> ClauseStoreError {
        if let error = error as? ClauseStoreError { return error }
        guard let error = error as? DatabaseError else { return .database(FaultText.plain("\(error)", limit: 300)) }
        return switch error.resultCode {
        case .SQLITE_BUSY: .busy(path: path)
        case .SQLITE_READONLY: .readOnly(path: path)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged(Self.reason(error, writing: path))
        case .SQLITE_IOERR where Self.isReadError(error): .damaged(Self.reason(error, writing: path))
        case .SQLITE_FULL, .SQLITE_IOERR: .cannotWrite(path: path, reason: Self.reason(error, writing: path))
        default: .database(FaultText.plain(error.description, limit: 300))
        }
    }

    /// Returns SQLite's description of an error, or that the disk is full, which SQLite does not always distinguish
    /// from other disk errors.
    private static func reason(_ error: any Error, writing path: String) -> String {
        guard let error = error as? DatabaseError else { return FaultText.plain("\(error)", limit: 200) }
        if error.extendedResultCode == .SQLITE_IOERR_DATA { return "a page of it is not as it was written" }
        if isDiskError(error), isDiskFull(path) { return "database or disk is full" }
        if error.resultCode == .SQLITE_CANTOPEN, hasUnreadableLog(path) {
            return "its log, beside it, cannot be read on a read-only mount without the -shm file of the same time"
        }
        // "not an error" is the message of a connection whose own last step succeeded when another step failed.
        let message = error.message.flatMap { $0 == "not an error" ? nil : $0 }
        return FaultText.plain(message ?? error.resultCode.description, limit: 200)
    }

    /// Whether data could not be read, or is not what was written.
    private static func isReadError(_ error: DatabaseError) -> Bool {
        [.SQLITE_IOERR_DATA, .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ].contains(error.extendedResultCode)
    }

    private static func isDiskError(_ error: DatabaseError) -> Bool {
        [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN].contains(error.resultCode)
    }

    /// Whether a database has a log that SQLite cannot read, as this requires a file that it cannot create there.
    private static func hasUnreadableLog(_ path: String) -> Bool {
        let files = FileManager.default
        return files.fileExists(atPath: path + "-wal")
            && !files.isWritableFile(atPath: (path as NSString).deletingLastPathComponent)
    }

    private static func isDiskFull(_ path: String) -> Bool {
        var status = statvfs()
        guard statvfs((path as NSString).deletingLastPathComponent, &status) == 0 else { return false }
        // Less space is left than a page of the database or its shared memory needs, or no file can be created.
        return status.f_bavail * status.f_frsize < 32 << 10 || status.f_favail == 0 && status.f_files > 0
    }
}

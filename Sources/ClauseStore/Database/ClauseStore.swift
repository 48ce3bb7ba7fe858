public import DocumentModel
import Foundation
import GRDB

// No frequent query reads all documents. A list is a range of `documentListing`, an index that contains everything that
// decides visibility, keyed by id (`DocumentList`). The number of documents is counted once for each state of the library
// (`ListCounts`). `documentIndex` finds documents by name (`DocumentWords`). docs/scale.md has measurements.
//
// Nothing is returned that is not what was written. Every database page has a seal (`PageSeals`), which the VFS verifies
// when SQLite reads the page from disk. Derived files have checksums too and are rebuilt. An error that indicates
// damage becomes a response 500 with an incident id and is reported to `ServiceHealth`. docs/integrity.md is the
// operator's view.

/// The documents of a library: what people wrote about each, found by place, theme and word.
///
/// It is one SQLite database in WAL mode: any number of readers and one writer work at once, in this process and others.
/// All calls block until SQLite has answered, so they belong on a thread pool, never on Swift's cooperative threads.
/// Every answer is taken from one state of the database, also while another program writes.
public struct ClauseStore: Sendable {
    /// How a store is opened.
    public enum Access: Sendable {
        /// For questions only; the database must exist.
        case readOnly
        /// For questions and changes; a database that is missing is made, an older one is brought up to date.
        case readWrite
    }

    /// How long a call waits for another writer, in seconds.
    private static let busyTimeoutSeconds = 5.0

    /// How many questions are answered at once.
    static let connectionCount = max(4, 2 * ProcessInfo.processInfo.activeProcessorCount)

    /// The bounds of working copies.
    public var editLimits = EditLimits()

    let pageIndexes: PageIndexes
    let listCounts = ListCounts()
    private let database: DatabasePool
    private let path: String
    private let access: Access

    /// Opens the database of a library.
    ///
    /// - Parameters:
    ///   - path: The database's file; its folder must exist.
    ///   - access: Whether it may be made, brought up to date and changed.
    ///   - name: What errors call the file, where that is not its path.
    /// - Throws: ``ClauseStoreError/cannotOpen(path:reason:)``, ``ClauseStoreError/notALibrary(path:)``,
    ///   ``ClauseStoreError/newerSchema(path:found:)`` or ``ClauseStoreError/olderSchema(path:)``. In all these cases the
    ///   file is as it was.
    public init(path: String, access: Access, named name: String? = nil) throws(ClauseStoreError) {
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

    /// Tries again while other programs make, migrate or recover the same database, in steps for which SQLite does not wait:
    /// it gives up at once where a transaction that has read is to write, and while the journal's mode changes.
    private static func waitingForOthers<Answer>(_ body: () throws -> Answer) throws -> Answer {
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
            // Connections from before pages had seals do not know of them.
            try database.writeWithoutTransaction { database in
                try PageSeals.prepare(database)
                // What was acknowledged outlives a loss of power, too: https://sqlite.org/pragma.html#pragma_synchronous
                try database.execute(sql: "PRAGMA synchronous = FULL")
            }
            database.invalidateReadOnlyConnections()
        }
        return database
    }

    /// Looks at the file with a connection that cannot write, so that a file that is not ours stays untouched.
    private static func check(_ path: String, _ access: Access, named name: String) throws {
        let byteCount = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        guard let byteCount else {
            if access == .readOnly { throw ClauseStoreError.cannotOpen(path: name, reason: "no such file") }
            return
        }
        if byteCount == 0, access == .readWrite { return }
        try DatabaseQueue(path: path, configuration: configuration(.readOnly)).read { database in
            let isOurs = try Int.fetchOne(database, sql: "PRAGMA application_id") == Schema.applicationID
            // The list of migrations is made before the first of them, which may have been cut short after that.
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

    /// Brings the database up to date, and keeps a copy of what it was before as `<path>.version-<n>`.
    ///
    /// When another program does the same at the same time, one of the two finds a migration done that it had still seen
    /// to do, fails in it, and goes on with the next.
    private static func migrate(_ database: DatabasePool, path: String) throws {
        try keepCopy(of: database, path: path)
        func bringUpToDate() throws {
            // Pages get room for their seals when the whole database is written anew, which no transaction can hold.
            let hadRoom = try database.read(PageSeals.haveRoom)
            if !hadRoom { try database.vacuum() }
            try Schema.migrator.migrate(database)
            // The file itself, and not only its log, has seals from now on; where others read it, it has them a little later.
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
            // A database that was just made has nothing to keep.
            guard try database.tableExists("version"), try Schema.isInUse(database) else { return nil }
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

    /// Copies the database as it is at this moment: beside, synced, and renamed.
    ///
    /// - Parameter isForReaders: Whether working copies, their journals and what was discarded are left out.
    private static func writeCopy(of database: DatabasePool, to path: String, isForReaders: Bool = false) throws {
        let partial = "\(path).partial-\(getpid())"
        defer { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(partial + suffix) } }
        let target = try DatabaseQueue(path: partial)
        do {
            // The pages of an older version have no room for seals: they would lie over what is there.
            if try database.read(PageSeals.haveRoom) {
                try target.writeWithoutTransaction(PageSeals.begin(copyingTo:))
            }
            try database.backup(to: target)
            if isForReaders {
                try target.writeWithoutTransaction(removeAllEdits)
                try target.writeWithoutTransaction(emptyTrash)
            }
            // One file, which SQLite has synced: no log beside it.
            try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try target.close()
        } catch let error as DatabaseError where isOfDisk(error) && isDiskFull(path) {
            // Whoever looks later finds the room that the copy and its log have given back.
            throw DatabaseError(resultCode: .SQLITE_FULL, message: "database or disk is full")
        }
        guard rename(partial, path) == 0 else {
            throw DatabaseError(resultCode: .SQLITE_IOERR, message: String(cString: strerror(errno)))
        }
    }

    /// Copies the database as it is at this moment to a new file, while others read and write.
    ///
    /// - Throws: ``ClauseStoreError/cannotWrite(path:reason:)`` with the copy's path; then there is none.
    public func backUp(to path: String) throws(ClauseStoreError) { try copy(to: path, isForReaders: false) }

    /// Copies what is published, and what readers' access depends on, to a new file: working copies, their journals and what
    /// was discarded or removed are not in it, not even as bytes that nothing refers to. All else lies where it lies here.
    ///
    /// - Throws: As ``backUp(to:)``.
    public func copyForReaders(to path: String) throws(ClauseStoreError) { try copy(to: path, isForReaders: true) }

    private func copy(to path: String, isForReaders: Bool) throws(ClauseStoreError) {
        do {
            try Self.writeCopy(of: database, to: path, isForReaders: isForReaders)
        } catch {
            // It is this database that cannot be read.
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
            // What is deleted is overwritten: discarded words must not go out with a release.
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

    /// Where the database's file is, which errors may call by another name.
    var filePath: String { database.path }

    /// Asks the database within one state of it.
    func read<Answer>(_ body: (Database) throws -> Answer) throws(ClauseStoreError) -> Answer {
        do {
            return try database.read(body)
        } catch {
            throw converted(error)
        }
    }

    /// Changes the database in one transaction: all or nothing.
    func write<Answer>(_ body: (Database) throws -> Answer) throws(ClauseStoreError) -> Answer {
        guard access == .readWrite else { throw .readOnly(path: path) }
        do {
            let answer = try database.write(body)
            // Where readers keep pages in the log, the next change takes them along.
            do {
                _ = try database.writeWithoutTransaction { try $0.checkpoint(.passive) }
            } catch let error as DatabaseError where Self.isOfReading(error) {
                throw error  // A page of the log is damaged: after the next start all from there on would be missing.
            } catch {}
            return answer
        } catch {
            throw converted(error)
        }
    }

    /// Changes the database in one transaction over a connection of its own, also where the store is for reading alone.
    func writeApart(_ body: (Database) throws -> Void) throws(ClauseStoreError) {
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
        case .SQLITE_IOERR where Self.isOfReading(error): .damaged(Self.reason(error, writing: path))
        case .SQLITE_FULL, .SQLITE_IOERR: .cannotWrite(path: path, reason: Self.reason(error, writing: path))
        default: .database(FaultText.plain(error.description, limit: 300))
        }
    }

    /// What SQLite says of an error, or that the disk is full, which it does not always tell from other faults of a disk.
    private static func reason(_ error: any Error, writing path: String) -> String {
        guard let error = error as? DatabaseError else { return FaultText.plain("\(error)", limit: 200) }
        if error.extendedResultCode == .SQLITE_IOERR_DATA { return "a page of it is not as it was written" }
        if isOfDisk(error), isDiskFull(path) { return "database or disk is full" }
        if error.resultCode == .SQLITE_CANTOPEN, hasUnreadableLog(path) {
            return "its log, beside it, cannot be read on a read-only mount without the file -shm of the same time"
        }
        // "not an error" is what a connection says whose own last step went well, when another step has failed.
        let message = error.message.flatMap { $0 == "not an error" ? nil : $0 }
        return FaultText.plain(message ?? error.resultCode.description, limit: 200)
    }

    /// Whether bytes could not be read, or are not what was written.
    private static func isOfReading(_ error: DatabaseError) -> Bool {
        [.SQLITE_IOERR_DATA, .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ].contains(error.extendedResultCode)
    }

    private static func isOfDisk(_ error: DatabaseError) -> Bool {
        [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN].contains(error.resultCode)
    }

    /// Whether there are changes in the log of a database, which SQLite reads only with a file that it cannot make there.
    private static func hasUnreadableLog(_ path: String) -> Bool {
        let files = FileManager.default
        return files.fileExists(atPath: path + "-wal")
            && !files.isWritableFile(atPath: (path as NSString).deletingLastPathComponent)
    }

    private static func isDiskFull(_ path: String) -> Bool {
        var status = statvfs()
        guard statvfs((path as NSString).deletingLastPathComponent, &status) == 0 else { return false }
        // A page of the database or of its shared memory is larger than what is left, or there is no room for a file.
        return status.f_bavail * status.f_frsize < 32 << 10 || status.f_favail == 0 && status.f_files > 0
    }
}

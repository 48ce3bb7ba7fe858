public import DocumentModel
public import Foundation
import GRDB

/// A document that was removed and can be restored.
public struct RemovedDocument: Hashable, Sendable {
    /// The document's id.
    public let document: String
    /// The number of its stored versions.
    public let versionCount: Int
    /// The time of the removal.
    public let removedAt: Date
    /// The time until which it is kept.
    public let keptUntil: Date
}

extension ClauseStore {
    /// The retention of removed documents, in days.
    public static let trashDays = 30

    /// Removes a document from view, in one transaction, but keeps its versions, uploaded scans and journal for
    /// ``trashDays``.
    ///
    /// The kept rows are renamed from the document's id to a name that no document can have, so that the id can be
    /// reused.
    ///
    /// - Throws: As ``remove(_:at:)``.
    public func moveToTrash(_ id: String, at date: Date) throws(ClauseStoreError) -> RemovedDocument {
        let removed = try write { database in
            let version = try Self.withdraw(id, at: date, database)
            let trash = Trash(database)
            return try trash.removed(try trash.add(id, version: version, at: date))
        }
        sweepPageIndexes()
        return removed
    }

    /// Returns the documents in the trash, the last removed first.
    public func removedDocuments() throws(ClauseStoreError) -> [RemovedDocument] {
        try read { database in
            let trash = Trash(database)
            return try trash.keys().reversed().map(trash.removed)
        }
    }

    /// Returns the images of the version of a removed document that would be served after its restoration.
    ///
    /// - Throws: ``ClauseStoreError/notInTrash(_:)``.
    public func imagesOfRemoved(_ id: String) throws(ClauseStoreError) -> [StoredImage] {
        try read { database in
            let key = try Trash(database).newest(of: id)
            return try KeptVersion(database, key: try Trash(database).version(of: key)).images.map(\.value)
        }
    }

    /// Restores a removed document with its served version, all other versions, its uploads and its journal. If several
    /// have this id, the one removed last is restored.
    ///
    /// - Throws: ``ClauseStoreError/notInTrash(_:)``; ``ClauseStoreError/documentExists(_:)`` if another document has
    ///   the id by now; `SourceFaults` if this version of the program finds faults in a file that was accepted earlier.
    public func restoreRemoved(_ id: String, at date: Date) throws {
        let (version, kept) = try read { database in
            let version = try Trash(database).version(of: try Trash(database).newest(of: id))
            return (version, try KeptVersion(database, key: version))
        }
        let document = try kept.document()
        try write { database in
            let trash = Trash(database)
            let key = try trash.newest(of: id)
            // Another program may have restored it, or removed another one, since it was read.
            guard try trash.version(of: key) == version else { throw ClauseStoreError.notInTrash(id) }
            let used = "SELECT 1 FROM version WHERE document = :id UNION ALL SELECT 1 FROM scan WHERE document = :id"
            guard try Row.fetchOne(database, sql: used, arguments: ["id": id]) == nil else {
                throw ClauseStoreError.documentExists(id)
            }
            try trash.restore(key, id)
            try ContentWriter(database).replaceContent(with: document, version: try trash.renumber(version))
            try ActivityLog(database).note(id, from: nil, to: Exposure(document.header), at: date)
        }
        prepareIndexes(of: id, sweeping: false)
    }

    /// Whether the retention of any document in the trash has ended.
    public func hasOldTrash(at date: Date) throws(ClauseStoreError) -> Bool {
        try read { try !Trash($0).keys(keptUntil: date).isEmpty }
    }

    /// Permanently removes documents from the trash.
    ///
    /// - Parameters:
    ///   - id: The id of the documents to remove; nil for all.
    ///   - date: If not nil, only documents kept until this time or earlier are removed.
    /// - Returns: The number of removed documents, and the files that nothing refers to any longer.
    public func emptyTrash(
        of id: String? = nil, keptUntil date: Date? = nil
    ) throws(ClauseStoreError) -> (count: Int, orphans: OrphanedFiles) {
        try write { database in
            let trash = Trash(database)
            let keys = try trash.keys(of: id, keptUntil: date)
            let files = try keys.map(trash.removeForGood)
            return (
                keys.count, try OrphanedFiles(among: files.flatMap(\.originals), files.flatMap(\.pyramids), database)
            )
        }
    }

    /// Empties the trash of a copy for readers.
    static func emptyTrash(_ database: Database) throws {
        guard try database.tableExists("removedDocument") else { return }
        try database.inTransaction {
            for key in try Trash(database).keys() { _ = try Trash(database).removeForGood(key) }
            return .commit
        }
    }
}

/// The trash of removed documents, within one transaction.
private struct Trash {
    let database: Database

    init(_ database: Database) { self.database = database }

    /// Returns the name that replaces the id in the rows of a removed document.
    private func name(_ key: Int64, _ id: String) -> String { imagePrefix(key) + id }

    private func imagePrefix(_ key: Int64) -> String { "trash/\(key)/" }

    func keys(of id: String? = nil, keptUntil date: Date? = nil) throws -> [Int64] {
        let sql = """
            SELECT key FROM removedDocument
            WHERE (:id IS NULL OR document = :id) AND (:end IS NULL OR keptUntil <= :end) ORDER BY key
            """
        return try Int64.fetchAll(
            database, sql: sql, arguments: ["id": id, "end": date?.timeIntervalSince1970])
    }

    /// - Throws: ``ClauseStoreError/notInTrash(_:)``.
    func newest(of id: String) throws -> Int64 {
        guard let key = try keys(of: id).last else { throw ClauseStoreError.notInTrash(id) }
        return key
    }

    /// Returns the key of the version that was served.
    func version(of key: Int64) throws -> Int64 {
        try Int64.fetchOne(
            database, sql: "SELECT version FROM removedDocument WHERE key = ?", arguments: [key]) ?? 0
    }

    func removed(_ key: Int64) throws -> RemovedDocument {
        let sql = "SELECT document, removedAt, keptUntil FROM removedDocument WHERE key = ?"
        guard let row = try Row.fetchOne(database, sql: sql, arguments: [key]) else {
            throw ClauseStoreError.damaged("a removed document has no row")
        }
        let count = "SELECT count(*) FROM version WHERE document = ?"
        let id: String = row[0]
        return RemovedDocument(
            document: id,
            versionCount: try Int.fetchOne(database, sql: count, arguments: [name(key, id)]) ?? 0,
            removedAt: Date(timeIntervalSince1970: row[1]), keptUntil: Date(timeIntervalSince1970: row[2]))
    }

    /// Moves all rows of an id into the trash, which frees the id.
    ///
    /// - Returns: The key of the document in the trash.
    func add(_ id: String, version: Int64, at date: Date) throws -> Int64 {
        let end = date.addingTimeInterval(Double(ClauseStore.trashDays) * 86_400)
        try database.execute(
            sql: "INSERT INTO removedDocument (document, version, removedAt, keptUntil) VALUES (?, ?, ?, ?)",
            arguments: [id, version, date.timeIntervalSince1970, end.timeIntervalSince1970])
        let key = database.lastInsertedRowID
        try rename(id, to: name(key, id))
        try database.execute(
            sql: "UPDATE scanImage SET id = ? || id WHERE scan IN (SELECT key FROM scan WHERE document = ?)",
            arguments: [imagePrefix(key), name(key, id)])
        return key
    }

    /// Reverts ``add(_:version:at:)``.
    func restore(_ key: Int64, _ id: String) throws {
        try database.execute(
            sql: """
                UPDATE scanImage SET id = substr(id, length(?) + 1)
                WHERE scan IN (SELECT key FROM scan WHERE document = ?)
                """,
            arguments: [imagePrefix(key), name(key, id)])
        try rename(name(key, id), to: id)
        try database.execute(sql: "DELETE FROM removedDocument WHERE key = ?", arguments: [key])
    }

    /// Gives a version a new key. Its clauses get new keys too, so what is cached under the old one is outdated.
    func renumber(_ version: Int64) throws -> Int64 {
        // A key that was never used: an update would not advance AUTOINCREMENT.
        try database.execute(
            sql: "INSERT INTO version (document, number, addedAt, source) VALUES ('', 1, 0, '')")
        let key = database.lastInsertedRowID
        try database.execute(sql: "DELETE FROM version WHERE key = ?", arguments: [key])
        try database.execute(sql: "UPDATE version SET key = ? WHERE key = ?", arguments: [key, version])
        for table in ["sourceFile", "image", "recording"] {
            try database.execute(sql: "UPDATE \(table) SET version = ? WHERE version = ?", arguments: [key, version])
        }
        return key
    }

    private func rename(_ id: String, to name: String) throws {
        // Rows of edits refer to the row of the working copy.
        try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
        for table in [
            "version", "scan", "uploadedRecording", "workingCopy", "workingField", "edit", "editedField",
            "discardedCopy",
        ] {
            try database.execute(sql: "UPDATE \(table) SET document = ? WHERE document = ?", arguments: [name, id])
        }
    }

    /// - Returns: The names of its files, which others may also refer to.
    func removeForGood(_ key: Int64) throws -> (originals: [String], pyramids: [String]) {
        let id = try removed(key).document
        try database.execute(sql: "DELETE FROM removedDocument WHERE key = ?", arguments: [key])
        return try ClauseStore.removeVersions(of: name(key, id), database)
    }
}

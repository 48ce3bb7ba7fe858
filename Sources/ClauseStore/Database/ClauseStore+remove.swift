import DocumentModel
public import Foundation
import GRDB

/// Files that nothing in the library refers to any longer.
public struct OrphanedFiles: Hashable, Sendable {
    /// The sorted file names of original scans and recordings in the library.
    public let originals: [String]
    /// The sorted file names of pyramids in the library.
    public let pyramids: [String]

    /// Selects those of these files that nothing refers to.
    init(among originals: [String], _ pyramids: [String], _ database: Database) throws {
        self.originals = try Set(originals).filter { name in
            let sql = """
                SELECT 1 FROM image WHERE fileName = :name UNION ALL SELECT 1 FROM scan WHERE fileName = :name
                UNION ALL SELECT 1 FROM recording WHERE fileName = :name
                UNION ALL SELECT 1 FROM uploadedRecording WHERE fileName = :name
                """
            return try Row.fetchOne(database, sql: sql, arguments: ["name": name]) == nil
        }.sorted()
        self.pyramids = try Set(pyramids).filter { name in
            let sql =
                "SELECT 1 FROM image WHERE pyramid = :name UNION ALL SELECT 1 FROM scanImage WHERE pyramid = :name"
            return try Row.fetchOne(database, sql: sql, arguments: ["name": name]) == nil
        }.sorted()
    }
}

extension ClauseStore {
    /// Removes a document with all its versions and the journal of its edits, in one transaction. Its former existence
    /// remains on record in ``activities(from:limit:for:)``.
    ///
    /// - Parameters:
    ///   - id: The document's id.
    ///   - date: The time of the removal.
    /// - Returns: The files that no other document or version refers to, for the caller to delete.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, ``ClauseStoreError/unpublishedEdits(document:count:editor:)``,
    ///   ``ClauseStoreError/readOnly(path:)`` or ``ClauseStoreError/busy(path:)``.
    public func remove(_ id: String, at date: Date = Date()) throws(ClauseStoreError) -> OrphanedFiles {
        let orphans = try write { database in
            _ = try Self.withdraw(id, at: date, database)
            let files = try Self.removeVersions(of: id, database)
            return try OrphanedFiles(among: files.originals, files.pyramids, database)
        }
        // Anything left behind is swept when the library is next opened for writing.
        sweepPageIndexes()
        return orphans
    }

    /// Rebuilds the full-text indexes. Until then they retain the words of removed documents, individually and without
    /// their texts.
    ///
    /// - Complexity: O(*n*) in the size of the indexes.
    public func forgetRemovedWords() throws(ClauseStoreError) {
        try write { database in
            for index in ["textIndex", "documentIndex"] {
                try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('optimize')")
            }
        }
    }

    /// Removes a document from view. Its versions, edits and uploads are kept.
    ///
    /// - Returns: The key of the version that was served.
    static func withdraw(_ id: String, at date: Date, _ database: Database) throws -> Int64 {
        let (key, version) = try DocumentReader(database).key(of: id)
        try refuseUnpublishedEdits(of: id, database)
        let former = try Row.fetchOne(
            database, sql: "SELECT status, access FROM document WHERE key = ?", arguments: [key])
        try ActivityLog(database).note(id, from: try former.map { try Exposure($0) }, to: nil, at: date)
        try ContentWriter(database).deleteContent(ofDocument: key)
        return version
    }

    /// Removes a document's versions, edits and uploads, but not its served content.
    ///
    /// - Returns: The names of its files, which others may also refer to.
    static func removeVersions(
        of id: String, _ database: Database
    ) throws -> (originals: [String], pyramids: [String]) {
        let versions = "SELECT key FROM version WHERE document = ?"
        let images = try Row.fetchAll(
            database, sql: "SELECT * FROM image WHERE version IN (\(versions))", arguments: [id]
        ).map(StoredImage.init(row:))
        let recordings = try String.fetchAll(
            database,
            sql: """
                SELECT fileName FROM recording WHERE version IN (\(versions))
                UNION SELECT fileName FROM uploadedRecording WHERE document = ?
                """, arguments: [id, id])
        try removeEdits(of: id, database)
        for sql in [
            "DELETE FROM uploadedRecording WHERE document = ?",
            "DELETE FROM recording WHERE version IN (\(versions))",
            "DELETE FROM image WHERE version IN (\(versions))",
            "DELETE FROM sourceFile WHERE version IN (\(versions))",
            "DELETE FROM version WHERE document = ?",
        ] {
            try database.execute(sql: sql, arguments: [id])
        }
        let uploads = try ScanRows(database).removeAll(of: id)
        return (images.map(\.fileName) + recordings + uploads.originals, images.map(\.pyramid) + uploads.pyramids)
    }
}

import DocumentFormats
import DocumentModel
import Foundation
import GRDB

/// Edits that were discarded and are kept for a while, within one transaction.
struct DiscardedCopies {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Copies the changed fields of a working copy, each with its published value.
    func keep(_ fields: WorkingFields, revision: Int, editor: String, at date: Date, until end: Date) throws {
        let sql = """
            INSERT INTO discardedCopy (document, revision, version, editor, discardedAt, keptUntil)
            SELECT document.id, ?, version.number, ?, ?, ?
            FROM document JOIN version ON version.key = document.version WHERE document.id = ?
            """
        try database.execute(
            sql: sql,
            arguments: [revision, editor, date.timeIntervalSince1970, end.timeIntervalSince1970, fields.document])
        let copy = database.lastInsertedRowID
        let insert = try database.cachedStatement(
            sql: "INSERT INTO discardedField (copy, path, base, value) VALUES (?, ?, ?, ?)")
        for path in try fields.changedPaths() {
            let base = try fields.published.value(of: path).compactText
            try insert.execute(arguments: [copy, path.description, base, try fields.changedText(of: path)])
        }
    }

    /// Removes the copies whose time is over.
    func removeOld(at date: Date) throws {
        let old = "SELECT key FROM discardedCopy WHERE keptUntil < ?"
        for sql in [
            "DELETE FROM discardedField WHERE copy IN (\(old))", "DELETE FROM discardedCopy WHERE keptUntil < ?",
        ] {
            try database.execute(sql: sql, arguments: [date.timeIntervalSince1970])
        }
    }
}

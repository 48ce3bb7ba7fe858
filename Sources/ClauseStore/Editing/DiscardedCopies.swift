import DocumentFormats
import DocumentModel
import Foundation
import GRDB

/// Copies of discarded edits, which are kept for a while, within one transaction.
struct DiscardedCopies {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Copies the changed fields of a working copy, each with its published value. Fields of things that were added and
    /// deleted again are left out.
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
        for path in try fields.visibleChanges() {
            let base = try fields.published.value(of: path).compactText
            try insert.execute(arguments: [copy, path.description, base, try fields.changedText(of: path)])
        }
    }

    /// Returns the newest copy of a document's edits, and the revision that was discarded; nil if none is kept.
    func newest(of document: String, at date: Date) throws -> (key: Int64, revision: Int)? {
        let sql = """
            SELECT key, revision FROM discardedCopy WHERE document = ? AND keptUntil >= ? ORDER BY key DESC LIMIT 1
            """
        let row = try Row.fetchOne(database, sql: sql, arguments: [document, date.timeIntervalSince1970])
        return row.map { ($0[0], $0[1]) }
    }

    /// Returns the operations that lead from the published version to the discarded state, in an order in which they
    /// can be applied: additions first, deletions last.
    func operations(of copy: Int64) throws -> [EditOperation] {
        let sql = "SELECT path, base, value FROM discardedField WHERE copy = ? ORDER BY path"
        let operations = try Row.fetchAll(database, sql: sql, arguments: [copy]).compactMap { row in
            try FieldPath(row[0]).map { path in
                EditOperation(path: path, before: try StoredJSON.value(row[1]), after: try StoredJSON.value(row[2]))
            }
        }
        func isOfSubject(_ path: FieldPath) -> Bool { path.isExistence || path.isFile }
        let made = operations.filter { isOfSubject($0.path) && $0.after != .null }
        let deleted = operations.filter { isOfSubject($0.path) && $0.after == .null }
        // Page fields come first, as regions are checked against the sizes of pages.
        let fields = operations.filter { !isOfSubject($0.path) }
        return made + fields.filter(\.path.isOfPage) + fields.filter { !$0.path.isOfPage } + deleted
    }

    func remove(_ copy: Int64) throws {
        try database.execute(sql: "DELETE FROM discardedField WHERE copy = ?", arguments: [copy])
        try database.execute(sql: "DELETE FROM discardedCopy WHERE key = ?", arguments: [copy])
    }

    /// Removes the copies whose retention has ended.
    func removeOld(at date: Date) throws {
        let old = "SELECT key FROM discardedCopy WHERE keptUntil < ?"
        for sql in [
            "DELETE FROM discardedField WHERE copy IN (\(old))", "DELETE FROM discardedCopy WHERE keptUntil < ?",
        ] {
            try database.execute(sql: sql, arguments: [date.timeIntervalSince1970])
        }
    }
}

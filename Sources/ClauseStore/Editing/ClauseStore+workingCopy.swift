public import DocumentModel
public import Foundation
import GRDB

// A document has at most one working copy. Its table `workingField` has the fields that differ from the published version,
// and all else is as published. The published version cannot change below it: `put`, `restore` and `remove` refuse a
// document with unpublished edits. The journal (`edit`) is what happened to the working copy. Replayed over the published
// version from `start` on, it gives the working copy; `explore verify` looks at that.

extension ClauseStore {
    /// The state of a document's working copy. Every document has one; before the first edit it is the published version.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n* log *m*) in the number of changed fields and of the document's clauses.
    public func workingCopy(of document: String) throws(ClauseStoreError) -> WorkingCopyInfo {
        try read { database in
            let fields = try WorkingFields(of: document, database)
            let state = try WorkingCopyState(of: document, database)
            let sql = """
                SELECT version.number FROM document JOIN version ON version.key = document.version WHERE document.id = ?
                """
            let version = try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [document])
            let newest = try Self.newestEdit(of: document, after: state.start, database)
            return WorkingCopyInfo(
                document: document, revision: state.revision, version: version ?? 0,
                changeCount: try fields.visibleChanges().count, editCount: newest?.count ?? 0,
                editor: newest?.editor, editedAt: newest?.at)
        }
    }

    /// The revision of a document's working copy, cheap enough to be asked often.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(log *n*) in the number of documents.
    public func workingRevision(of document: String) throws(ClauseStoreError) -> Int {
        try read { database in
            _ = try DocumentReader(database).key(of: document)
            return try WorkingCopyState(of: document, database).revision
        }
    }

    /// How many edits were made after a revision, and by whom the newest was; nil where none was.
    static func newestEdit(
        of document: String, after revision: Int, _ database: Database
    ) throws -> (count: Int, editor: String, at: Date)? {
        let sql =
            "SELECT editor, at, revision FROM edit WHERE document = ? AND revision > ? ORDER BY revision DESC LIMIT 1"
        let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [document, revision])
        return row.map { ($0[2] - revision, $0[0], Date(timeIntervalSince1970: $0[1])) }
    }

    /// Applies an edit to the working copy of a document, as a whole or not at all, in one transaction.
    ///
    /// The same edit again, by its id, is not applied again; the outcome then has the entry of the first time. An operation
    /// whose result is there already does nothing. One that starts from another value than the present one is a conflict, as
    /// is one on a clause or category that is not there; so is deleting what somebody else has edited since the edit's
    /// revision, and undoing what somebody else has changed since.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - document: The document's id.
    ///   - editor: Who makes it: 1 to 200 bytes, the same for the same person.
    ///   - date: When; kept to the millisecond.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; ``ClauseStoreError/edit(_:)`` for one that is not valid, that has the
    ///   id of another one, or that is beyond ``editLimits``; ``ClauseStoreError/readOnly(path:)``,
    ///   ``ClauseStoreError/busy(path:)``. Then nothing was changed.
    /// - Complexity: O(*n* log *m*) in the size of the edit and of the library; O(*m*) in the size of the document for its
    ///   first edit after it was added, and for an edit of its languages.
    public func apply(
        _ edit: Edit, to document: String, editor: String, at date: Date
    ) throws(ClauseStoreError) -> EditOutcome {
        try write { try apply(edit, to: document, editor: editor, at: date, $0) }
    }

    /// Applies an edit within a transaction, which must not be committed after an error.
    func apply(
        _ edit: Edit, to document: String, editor: String, at date: Date, _ database: Database
    ) throws -> EditOutcome {
        do {
            var application = try EditApplication(edit, to: document, editor: editor, limits: editLimits, database)
            return try application.run(at: date)
        } catch let fault as EditFault {
            throw ClauseStoreError.edit(fault)
        }
    }

    /// Entries of the journal of a document's working copy. They go back to the first edit, also before former versions.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n*) in the number of entries up to the last that is wanted.
    public func journal(
        of document: String, _ query: JournalQuery = JournalQuery()
    ) throws(ClauseStoreError) -> [JournalEntry] {
        try read { database in
            _ = try DocumentReader(database).key(of: document)
            return try EditJournal(of: document, database).entries(query)
        }
    }

    /// The entry of one edit; nil where the document has none with this id.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    public func journalEntry(ofEdit id: String, of document: String) throws(ClauseStoreError) -> JournalEntry? {
        try read { database in
            _ = try DocumentReader(database).key(of: document)
            return try EditJournal(of: document, database).entry(ofEdit: id)
        }
    }

    /// The value of a field of the working copy, in the form in which edits are compared with it.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    public func workingValue(of path: FieldPath, in document: String) throws(ClauseStoreError) -> JSONValue {
        try read { try WorkingFields(of: document, $0).value(of: path) }
    }
}

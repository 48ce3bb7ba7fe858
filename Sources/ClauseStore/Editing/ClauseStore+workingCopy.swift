public import DocumentModel
public import Foundation
import GRDB

// A document has at most one working copy. The table `workingField` contains the fields that differ from the published
// version; everything else is as published. The published version cannot change in the meantime: `put`, `restore` and
// `remove` reject a document with unpublished edits. The journal (`edit`) contains the events of the working copy.
// Replaying it on the published version from `start` on results in the working copy, which `explore verify` checks.

extension ClauseStore {
    /// Returns the state of a document's working copy. Every document has one; before the first edit it equals the
    /// published version.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n* log *m*) in the number of changed fields and the document's clauses.
    public func workingCopy(of document: String) throws(ClauseStoreError) -> WorkingCopyInfo {
        try read { database in
            let fields = try WorkingFields(of: document, database)
            let state = try WorkingCopyState(of: document, database)
            let version = try DocumentReader(database).versionNumber(of: document)
            let newest = try Self.newestEdit(of: document, after: state.start, database)
            return WorkingCopyInfo(
                document: document, revision: state.revision, version: version,
                changeCount: try fields.visibleChanges().count, editCount: newest?.count ?? 0,
                editor: newest?.editor, editedAt: newest?.at)
        }
    }

    /// Returns the revision of a document's working copy. It is cheap enough to be polled.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(log *n*) in the number of documents.
    public func workingRevision(of document: String) throws(ClauseStoreError) -> Int {
        try read { database in
            _ = try DocumentReader(database).key(of: document)
            return try WorkingCopyState(of: document, database).revision
        }
    }

    /// Returns the revision of a document's working copy and the number of its published version.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(log *n*) in the number of documents.
    package func workingState(of document: String) throws(ClauseStoreError) -> (revision: Int, version: Int) {
        try read { database in
            _ = try DocumentReader(database).key(of: document)
            let version = try DocumentReader(database).versionNumber(of: document)
            return (try WorkingCopyState(of: document, database).revision, version)
        }
    }

    /// Returns the number of edits after a revision, with the author and time of the newest; nil if there are none.
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
    /// An edit with a known id is not applied again; the outcome then contains the entry of the first time. An
    /// operation whose result already holds has no effect. The following are conflicts: an operation that starts from
    /// another value than the present one or concerns a missing clause or category, a deletion of something that
    /// someone else has edited since the edit's revision, an undo of something that someone else has changed since, and
    /// an operation on a page that was renumbered, or whose image someone else has changed, since the edit's revision.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - document: The document's id.
    ///   - editor: The name of the editor: 1 to 200 bytes, always the same for the same person.
    ///   - date: The time of the edit, stored to the millisecond.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; ``ClauseStoreError/edit(_:)`` for an edit that is invalid, has
    ///   the id of another one, or exceeds ``editLimits``; ``ClauseStoreError/readOnly(path:)``,
    ///   ``ClauseStoreError/busy(path:)``. Nothing is changed in these cases.
    /// - Complexity: O(*n* log *m*) in the size of the edit and the library; O(*m*) in the size of the document for its
    ///   first edit after it was added, and for an edit of its languages.
    public func apply(
        _ edit: Edit, to document: String, editor: String, at date: Date
    ) throws(ClauseStoreError) -> EditOutcome {
        try write { try apply(edit, to: document, editor: editor, at: date, $0) }
    }

    /// Applies an edit within a transaction, which must be rolled back after an error.
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

    /// Returns entries from the journal of a document's working copy. The journal starts with the first edit, or the
    /// first version that replaced another one.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n*) in the number of entries up to the last requested one.
    public func journal(
        of document: String, _ query: JournalQuery = JournalQuery()
    ) throws(ClauseStoreError) -> [JournalEntry] {
        try read { database in
            _ = try DocumentReader(database).key(of: document)
            return try EditJournal(of: document, database).entries(query)
        }
    }

    /// Returns the entry of an edit; nil if the document has no edit with this id.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    public func journalEntry(ofEdit id: String, of document: String) throws(ClauseStoreError) -> JournalEntry? {
        try read { database in
            _ = try DocumentReader(database).key(of: document)
            return try EditJournal(of: document, database).entry(ofEdit: id)
        }
    }

    /// Returns the value of a field of the working copy, in the normal form in which edits are compared with it.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    public func workingValue(of path: FieldPath, in document: String) throws(ClauseStoreError) -> JSONValue {
        try read { try WorkingFields(of: document, $0).value(of: path) }
    }
}

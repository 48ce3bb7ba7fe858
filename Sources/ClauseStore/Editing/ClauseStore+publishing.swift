import DocumentFormats
public import DocumentModel
public import Foundation
import GRDB

/// A version that was a working copy.
public struct PublishedWorkingCopy: Hashable, Sendable {
    /// The version's number.
    public let version: Int
    /// The revision of the working copy from now on.
    public let revision: Int
    /// Whether it differs from the version before.
    public let isChanged: Bool
}

extension ClauseStore {
    // MARK: What would be published

    /// The source files of a working copy, as publishing would write them. Images are not among them.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n* log *n*) in the size of the document.
    public func workingFiles(of document: String) throws(ClauseStoreError) -> [SourceFile] {
        try read { try Composition(of: document, $0).document.files }
    }

    /// A working copy as editors want it: `{ document, categories, clauses, texts, pages, reviewed, proposals }`, see
    /// `WorkingDocument.content`. `reviewed` has the digests of translations that were found to be right still, by language and
    /// clause.
    ///
    /// - Parameter progress: How much of an image is cut that is not cut yet, by its id.
    /// - Returns: The content, and the revision that it is of.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n* log *n*) in the size of the document.
    package func workingContent(
        of document: String, progress: (String) -> Double? = { _ in nil }
    ) throws(ClauseStoreError) -> (content: JSONValue, revision: Int) {
        try read { database in
            let composition = try Composition(of: document, database)
            let info = try DocumentReader(database).documents(where: "document.id = ?", [document]).first
            let content = composition.document.content(pages: info?.pages ?? [], progress: progress)
            let fields = try WorkingFields(of: document, database)
            let proposals = try fields.proposals().map { JSONValue.Member(key: $0.id, value: $0.value) }
            let added: [JSONValue.Member] = [
                .init(key: "reviewed", value: try fields.reviews()),
                .init(key: "proposals", value: .object(proposals)),
            ]
            return (.object((content.members ?? []) + added), composition.revision)
        }
    }

    /// A working copy as a document, read and checked like a source folder.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; `SourceFaults` where it cannot be published.
    /// - Complexity: O(*n* log *n*) in the size of the document.
    public func workingDocument(of document: String) throws -> SourceDocument {
        try workingSource(of: document).document
    }

    /// The same with the images of its pages and captures.
    public func workingSource(
        of document: String
    ) throws -> (document: SourceDocument, images: [ImagePlace: StoredImage]) {
        let composition = try read { try Composition(of: document, $0) }
        return (try composition.read(), composition.images)
    }

    /// How a working copy differs from the published version, clause by clause.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n* log *m*) in the number of changed fields and of the document's clauses.
    public func changes(of document: String) throws(ClauseStoreError) -> WorkingChanges {
        try read { try WorkingDifference(of: document, $0).changes() }
    }

    // MARK: Publishing and discarding

    /// Makes the working copy the next version of the document: in one transaction the version is stored and the working
    /// copy emptied. Pages are numbered anew, with the images that they show.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - revision: The revision that is to be published.
    ///   - measurements: What was measured of captures at that revision.
    ///   - editor: Who publishes.
    ///   - date: When.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; ``ClauseStoreError/revisionMoved(document:found:expected:)`` where
    ///   somebody has edited since; ``ClauseStoreError/noEdits(document:)``; `SourceFaults` where the working copy is no valid
    ///   document. Then nothing was changed.
    /// - Complexity: O(*n* log *n*) in the size of the document.
    public func publishWorkingCopy(
        of document: String, revision: Int, measurements: [ImagePlace: CaptureMeasurement] = [:], editor: String,
        at date: Date
    ) throws -> PublishedWorkingCopy {
        while true {
            let composition = try read { try Composition(of: document, $0) }
            try composition.expect(revision)
            let source = try composition.read()
            var images = composition.images
            for (place, measurement) in measurements { images[place]?.measurement = measurement }
            try Self.check(images, of: source)
            let published: PublishedWorkingCopy? = try write { database in
                var state = try WorkingCopyState(of: document, database)
                // What is published is what was looked at.
                guard state.revision == revision else {
                    throw ClauseStoreError.revisionMoved(document: document, found: state.revision, expected: revision)
                }
                guard try DocumentReader(database).key(of: document).version == composition.version else { return nil }
                let words = try Self.source(of: document, since: state.start, database)
                let outcome = try Self.put(source, images: images, source: words, at: date, database)
                let sql = """
                    SELECT version.number FROM document JOIN version ON version.key = document.version
                    WHERE document.id = ?
                    """
                let version = try Int.fetchOne(database, sql: sql, arguments: [document]) ?? 0
                try Self.removeFields(of: document, database)
                try moveProposals(of: document, to: composition.document.pageNumbers, by: editor, at: date, database)
                state = try WorkingCopyState(of: document, database)
                try Self.close(&state, of: document, by: editor, at: date, .published(version: version), database)
                return PublishedWorkingCopy(
                    version: version, revision: state.revision, isChanged: outcome != .unchanged)
            }
            guard let published else { continue }
            if published.isChanged { prepareIndexes(of: document, sweeping: true) }
            return published
        }
    }

    /// Proposals follow their pages, which publishing numbers anew. Those on a page that is gone go with it; the journal
    /// has them.
    ///
    /// - Parameter pages: The numbers that the pages had, in their order.
    private func moveProposals(
        of document: String, to pages: [Int], by editor: String, at date: Date, _ database: Database
    ) throws {
        let places = Dictionary(pages.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
        let operations = try WorkingFields(of: document, database).proposals().compactMap { id, value in
            let path = FieldPath.proposal(id)
            guard let proposal = try? Proposal(value, at: path, limits: editLimits),
                places[proposal.page] != proposal.page
            else { return nil as EditOperation? }
            let after = places[proposal.page].map { proposal.moved(to: $0).json } ?? .null
            return EditOperation(path: path, before: value, after: FieldValue.normal(after, of: path))
        }
        for chunk in chunks(of: operations) {
            let known = try WorkingCopyState(of: document, database).revision
            let id = "moved-\(UUID().uuidString.lowercased())"
            let edit = Edit(id: id, revision: known, label: "renumberPages", operations: chunk)
            _ = try apply(edit, to: document, editor: editor, at: date, database)
        }
    }

    /// Who made the edits of a version, in words for the keeper.
    private static func source(of document: String, since revision: Int, _ database: Database) throws -> String {
        let sql = """
            SELECT editor FROM edit WHERE document = ? AND revision > ? GROUP BY editor ORDER BY min(revision)
            """
        let editors = try String.fetchAll(database, sql: sql, arguments: [document, revision])
        let others = editors.count > 5 ? " and \(editors.count - 5) more" : ""
        return "edited by " + editors.prefix(5).joined(separator: ", ") + others
    }

    /// Discards all unpublished edits of a document, and keeps a copy of them.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - revision: The revision that is to be discarded.
    ///   - editor: Who discards it.
    ///   - date: When.
    /// - Returns: Until when the copy is kept, ``DocumentModel/EditLimits/discardedDays`` from now.
    /// - Throws: As ``publishWorkingCopy(of:revision:editor:at:)``.
    /// - Complexity: O(*n* log *m*) in the number of changed fields and of the document's clauses.
    public func discardWorkingCopy(
        of document: String, revision: Int, editor: String, at date: Date
    ) throws(ClauseStoreError) -> Date {
        try write { database in
            let fields = try WorkingFields(of: document, database)
            var state = try WorkingCopyState(of: document, database)
            guard state.revision == revision else {
                throw ClauseStoreError.revisionMoved(document: document, found: state.revision, expected: revision)
            }
            guard state.revision > state.start else { throw ClauseStoreError.noEdits(document: document) }
            let keptUntil = date.toMilliseconds.addingTimeInterval(Double(editLimits.discardedDays) * 86_400)
            try DiscardedCopies(database).keep(fields, revision: revision, editor: editor, at: date, until: keptUntil)
            try Self.close(&state, of: document, by: editor, at: date, .discarded(keptUntil: keptUntil), database)
            return keptUntil
        }
    }

    /// Makes the edits again that were discarded last, by the rules of ``apply(_:to:editor:at:)``: what was changed since is
    /// a conflict, and then nothing is done. The copy is used up by it.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - editor: Who brings them back, and is from now on whose edits they are.
    ///   - date: When.
    /// - Returns: The last of the edits, or the conflicts.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; ``ClauseStoreError/noEdits(document:)`` where no copy is kept;
    ///   ``ClauseStoreError/edit(_:)``.
    public func bringBackDiscarded(
        of document: String, editor: String, at date: Date
    ) throws(ClauseStoreError) -> EditOutcome {
        try write { database in
            let copies = DiscardedCopies(database)
            _ = try DocumentReader(database).key(of: document)
            guard let copy = try copies.newest(of: document, at: date) else {
                throw ClauseStoreError.noEdits(document: document)
            }
            let operations = try copies.operations(of: copy)
            var outcome: EditOutcome?
            var conflicts: [EditConflict] = []
            let revision = try WorkingCopyState(of: document, database).revision
            try database.inSavepoint {
                for (number, chunk) in chunks(of: operations).enumerated() {
                    let known = try WorkingCopyState(of: document, database).revision
                    let edit = Edit(
                        id: "discarded-\(copy)-\(number)", revision: known, label: "bringBack", operations: chunk)
                    let next = try apply(edit, to: document, editor: editor, at: date, database)
                    if case .conflicts(let found, _) = next { conflicts += found } else { outcome = next }
                }
                return conflicts.isEmpty ? .commit : .rollback
            }
            guard conflicts.isEmpty, let outcome else { return .conflicts(conflicts, revision: revision) }
            try copies.remove(copy)
            return outcome
        }
    }

    /// Operations in edits that keep to the limits.
    func chunks(of operations: [EditOperation]) -> [[EditOperation]] {
        var chunks: [[EditOperation]] = []
        var byteCount = 0
        for operation in operations {
            let own = operation.after.compactText.utf8.count
            if let last = chunks.last, last.count < editLimits.operations, byteCount + own <= editLimits.editBytes {
                chunks[chunks.count - 1].append(operation)
                byteCount += own
            } else {
                chunks.append([operation])
                byteCount = own
            }
        }
        return chunks
    }

    /// Removes the fields that differ from the published version. Proposals stay.
    private static func removeFields(of document: String, _ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM workingField WHERE document = ? AND \(WorkingFields.isOfDocument)",
            arguments: [document])
    }

    /// Empties a working copy of all but the proposals, and notes in its journal why.
    private static func close(
        _ state: inout WorkingCopyState, of document: String, by editor: String, at date: Date,
        _ event: JournalEntry.Event, _ database: Database
    ) throws {
        try removeFields(of: document, database)
        let left =
            "SELECT coalesce(sum(length(path) + length(CAST(value AS BLOB))), 0) FROM workingField WHERE document = ?"
        state.fieldBytes = try Int.fetchOne(database, sql: left, arguments: [document]) ?? 0
        state.revision += 1
        (state.start, state.counts) = (state.revision, nil)
        let entry = JournalEntry(revision: state.revision, editor: editor, at: date.toMilliseconds, event: event)
        state.journalBytes += try EditJournal(of: document, database).append(entry)
        try state.write(for: document, database)
        try DiscardedCopies(database).removeOld(at: date)
    }

    // MARK: Other changes of the published version

    /// Refuses to change the published version below unpublished edits, within the transaction that would.
    static func refuseUnpublishedEdits(of document: String, _ database: Database) throws {
        let sql = "SELECT 1 FROM workingField WHERE document = ? AND \(WorkingFields.isOfDocument) LIMIT 1"
        guard try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [document]) != nil else { return }
        let state = try WorkingCopyState(of: document, database)
        let newest = try newestEdit(of: document, after: state.start, database)
        throw ClauseStoreError.unpublishedEdits(
            document: document, count: newest?.count ?? 0, editor: newest?.editor ?? "nobody known")
    }

    /// Lets an empty working copy begin with the version that has just been stored.
    static func beginAnew(_ document: String, _ database: Database) throws {
        let sql = "UPDATE workingCopy SET start = revision, clauseCount = NULL, vertexCount = NULL WHERE document = ?"
        try database.execute(sql: sql, arguments: [document])
    }

    /// Removes everything that is known of edits, and overwrites it. Outside of a transaction.
    static func removeAllEdits(_ database: Database) throws {
        guard try database.tableExists("workingCopy") else { return }
        try database.execute(sql: "PRAGMA secure_delete = ON")
        try database.inTransaction {
            for table in ["discardedField", "discardedCopy", "workingField", "editedField", "edit", "workingCopy"] {
                try database.execute(sql: "DELETE FROM \(table)")
            }
            return .commit
        }
    }

    /// Removes everything that is known of a document's edits.
    static func removeEdits(of document: String, _ database: Database) throws {
        for sql in [
            "DELETE FROM discardedField WHERE copy IN (SELECT key FROM discardedCopy WHERE document = ?)",
            "DELETE FROM discardedCopy WHERE document = ?", "DELETE FROM workingField WHERE document = ?",
            "DELETE FROM editedField WHERE document = ?", "DELETE FROM edit WHERE document = ?",
            "DELETE FROM workingCopy WHERE document = ?",
        ] {
            try database.execute(sql: sql, arguments: [document])
        }
    }
}

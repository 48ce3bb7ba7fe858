import DocumentFormats
public import DocumentModel
public import Foundation
import GRDB

/// The result of publishing a working copy.
public struct PublishedWorkingCopy: Hashable, Sendable {
    /// The version's number.
    public let version: Int
    /// The revision of the working copy after publication.
    public let revision: Int
    /// Whether the version differs from the preceding one.
    public let isChanged: Bool
}

extension ClauseStore {
    // MARK: Previewing a publication

    /// Returns the source files of a working copy, as publishing would write them. Images are not included.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n* log *n*) in the size of the document.
    public func workingFiles(of document: String) throws(ClauseStoreError) -> [SourceFile] {
        try read { try Composition(of: document, $0).document.files }
    }

    /// Returns a working copy for the editor: `{ document, categories, clauses, texts, pages, reviewed, proposals }`,
    /// see `WorkingDocument.content`. `reviewed` contains the digests of translations that were confirmed to be up to
    /// date, by language and clause.
    ///
    /// - Parameter progress: Returns the progress of cutting an image that is not cut yet, given its id.
    /// - Returns: The content and its revision.
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
            return (.object((content.members ?? []) + added), composition.state.revision)
        }
    }

    /// Returns a working copy as a document, read and validated like a source folder.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; `SourceFaults` if it cannot be published.
    /// - Complexity: O(*n* log *n*) in the size of the document.
    public func workingDocument(of document: String) throws -> SourceDocument {
        try workingSource(of: document).document
    }

    /// Returns a working copy as a document, with the images of its pages and captures.
    public func workingSource(
        of document: String
    ) throws -> (document: SourceDocument, images: [ImagePlace: StoredImage]) {
        let composition = try read { try Composition(of: document, $0) }
        return (try composition.read(), composition.images)
    }

    /// Returns the differences between a working copy and the published version, clause by clause.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n* log *m*) in the number of changed fields and the document's clauses.
    public func changes(of document: String) throws(ClauseStoreError) -> WorkingChanges {
        try read { try WorkingDifference(of: document, $0).changes() }
    }

    // MARK: Publishing and discarding

    /// Publishes the working copy as the next version of the document. One transaction stores the version and empties
    /// the working copy. Pages and their images are renumbered.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - revision: The revision to publish.
    ///   - measurements: The measurements of captures at that revision.
    ///   - editor: The name of the publisher.
    ///   - date: The time of publication.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; ``ClauseStoreError/revisionMoved(document:found:expected:)`` if
    ///   someone has edited since; ``ClauseStoreError/noEdits(document:)``; `SourceFaults` if the working copy is not a
    ///   valid document. Nothing is changed in these cases.
    /// - Complexity: O(*n* log *n*) in the size of the document.
    public func publishWorkingCopy(
        of document: String, revision: Int, measurements: [ImagePlace: CaptureMeasurement] = [:], editor: String,
        at date: Date
    ) throws -> PublishedWorkingCopy {
        while true {
            let composition = try read { try Composition(of: document, $0) }
            try composition.state.expect(revision, of: document)
            let source = try composition.read()
            var images = composition.images
            for (place, measurement) in measurements { images[place]?.measurement = measurement }
            try Self.check(images, of: source)
            let published: PublishedWorkingCopy? = try write { database in
                var state = try WorkingCopyState(of: document, database)
                // Only the reviewed revision may be published.
                try state.expect(revision, of: document)
                guard try DocumentReader(database).key(of: document).version == composition.version else { return nil }
                let words = try Self.source(of: document, since: state.start, database)
                let outcome = try Self.put(source, images: images, source: words, at: date, database)
                let version = try DocumentReader(database).versionNumber(of: document)
                try Self.removeFields(of: document, database)
                try moveProposals(of: document, to: composition.document.pageNumbers, by: editor, at: date, database)
                state = try WorkingCopyState(of: document, database)
                // The numbers that stand for another page from now on.
                let moved = zip(composition.document.pageNumbers, 1...).filter { $0 != $1 }.flatMap { [$0, $1] }
                try Self.close(
                    &state, of: document, by: editor, at: date, .published(version: version),
                    changedPages: Set(moved).sorted(), database)
                return PublishedWorkingCopy(
                    version: version, revision: state.revision, isChanged: outcome != .unchanged)
            }
            guard let published else { continue }
            if published.isChanged { prepareIndexes(of: document, sweeping: true) }
            return published
        }
    }

    /// Moves proposals along with their pages, which publishing renumbers. Proposals on a removed page are removed, but
    /// remain in the journal.
    ///
    /// - Parameter pages: The former numbers of the pages, in their new order.
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

    /// Returns the editors of a version, in words for the administrator.
    private static func source(of document: String, since revision: Int, _ database: Database) throws -> String {
        let sql = """
            SELECT editor FROM edit WHERE document = ? AND revision > ? GROUP BY editor ORDER BY min(revision)
            """
        let editors = try String.fetchAll(database, sql: sql, arguments: [document, revision])
        return VersionOrigin.source(editors: editors)
    }

    /// Discards all unpublished edits of a document, keeping a copy of them.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - revision: The revision to discard.
    ///   - editor: The name of the person who discards it.
    ///   - date: The time of the discarding.
    /// - Returns: The time until which the copy is kept, ``DocumentModel/EditLimits/discardedDays`` from now.
    /// - Throws: As ``publishWorkingCopy(of:revision:measurements:editor:at:)``.
    /// - Complexity: O(*n* log *m*) in the number of changed fields and the document's clauses.
    public func discardWorkingCopy(
        of document: String, revision: Int, editor: String, at date: Date
    ) throws(ClauseStoreError) -> Date {
        try write { database in
            let fields = try WorkingFields(of: document, database)
            var state = try WorkingCopyState(of: document, database)
            try state.expect(revision, of: document)
            let keptUntil = date.toMilliseconds.addingTimeInterval(Double(editLimits.discardedDays) * 86_400)
            try DiscardedCopies(database).keep(fields, revision: revision, editor: editor, at: date, until: keptUntil)
            let changed = try fields.changedPaths().compactMap { path -> Int? in
                switch path {
                case .page(let number, .existence), .page(let number, .image): number
                default: nil
                }
            }
            try Self.close(
                &state, of: document, by: editor, at: date, .discarded(keptUntil: keptUntil),
                changedPages: Set(changed).sorted(), database)
            return keptUntil
        }
    }

    /// Reapplies the edits that were discarded last, by the rules of ``apply(_:to:editor:at:)``: a field that was
    /// changed since is a conflict, and then nothing is done. On success, the copy is removed.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - editor: The name of the person who restores them, to whom the edits are then attributed.
    ///   - date: The time of the restoration.
    /// - Returns: The last of the edits, or the conflicts.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; ``ClauseStoreError/noEdits(document:)`` if no copy is kept;
    ///   ``ClauseStoreError/edit(_:)``.
    public func restoreDiscardedEdits(
        of document: String, editor: String, at date: Date
    ) throws(ClauseStoreError) -> EditOutcome {
        try write { database in
            let copies = DiscardedCopies(database)
            _ = try DocumentReader(database).key(of: document)
            guard let (copy, discarded) = try copies.newest(of: document, at: date) else {
                throw ClauseStoreError.noEdits(document: document)
            }
            let operations = try copies.operations(of: copy)
            var outcome: EditOutcome?
            var conflicts: [EditConflict] = []
            let revision = try WorkingCopyState(of: document, database).revision
            try database.inSavepoint {
                // The operations start from the state after the discard.
                let known = discarded + 1
                for (number, chunk) in chunks(of: operations).enumerated() {
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

    /// Splits operations into chunks, one per edit, that keep within the limits.
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

    /// Removes the fields that differ from the published version, but not the proposals.
    private static func removeFields(of document: String, _ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM workingField WHERE document = ? AND \(WorkingFields.isOfDocument)",
            arguments: [document])
    }

    /// Empties a working copy, except for the proposals, and records the reason in its journal.
    ///
    /// - Parameter changedPages: As for ``EditJournal/append(_:sha256:changedPages:)``.
    private static func close(
        _ state: inout WorkingCopyState, of document: String, by editor: String, at date: Date,
        _ event: JournalEntry.Event, changedPages: [Int], _ database: Database
    ) throws {
        try removeFields(of: document, database)
        state.fieldBytes = try WorkingFields.byteCount(of: document, database)
        state.revision += 1
        (state.start, state.counts) = (state.revision, nil)
        let entry = JournalEntry(revision: state.revision, editor: editor, at: date.toMilliseconds, event: event)
        state.journalBytes += try EditJournal(of: document, database).append(entry, changedPages: changedPages)
        try state.write(for: document, database)
        try DiscardedCopies(database).removeOld(at: date)
    }

    // MARK: Other changes to the published version

    /// Throws if there are unpublished edits, within a transaction that would change the published version.
    static func refuseUnpublishedEdits(of document: String, _ database: Database) throws {
        guard try WorkingFields.areChanged(of: document, database) else { return }
        let state = try WorkingCopyState(of: document, database)
        let newest = try newestEdit(of: document, after: state.start, database)
        throw ClauseStoreError.unpublishedEdits(
            document: document, count: newest?.count ?? 0, editor: newest?.editor ?? "nobody known")
    }

    /// Bases the empty working copy on the version that is about to replace the served one, and records it in the
    /// journal. Does nothing for a new document.
    static func rebaseWorkingCopy(
        on document: SourceDocument, _ images: [ImagePlace: StoredImage], at date: Date, _ database: Database
    ) throws {
        let version = try DocumentReader(database).versionNumber(of: document.id) + 1
        guard version > 1 else { return }
        let published = try WorkingFields(of: document.id, database).published
        let sizes = Dictionary(document.pages.map { ($0.number, ($0.width, $0.height)) }) { first, _ in first }
        let changed = try Set(published.pages()).union(sizes.keys).filter { number in
            guard let size = sizes[number], let former = try published.size(ofPage: number), former == size else {
                return true
            }
            let place = ImagePlace(page: number)
            return try published.image(at: place)?.unmeasured != images[place]?.unmeasured
        }
        var state = try WorkingCopyState(of: document.id, database)
        // Writes the row that the entry refers to.
        try state.write(for: document.id, database)
        try close(
            &state, of: document.id, by: TokenInfo.localEditor, at: date, .published(version: version),
            changedPages: changed.sorted(), database)
    }

    /// Removes and overwrites all data about edits. Must be called outside a transaction.
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

    /// Removes all data about a document's edits.
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

import DocumentFormats
public import DocumentModel
public import Foundation
import GRDB

// A document that people have edited in the browser since it was added can no longer be replaced by its source, as
// their work would be lost. Instead, the source's own changes since the version that was last added from it become
// edits of the working copy. They follow the rules of all edits (`EditApplication`): a field that was changed on both
// sides is a conflict, and then nothing is written.
//
// Fields written by an earlier merge from the same source belong to the source, which may change them again.

/// The result of merging a source into a working copy.
public struct MergeReport: Hashable, Sendable {
    /// The number of fields that were changed.
    public let changeCount: Int
    /// The revision of the working copy after the merge.
    public let revision: Int
}

/// Fields that were changed both in a source and by people; nothing was written.
public struct MergeConflicts: Error, Sendable, CustomStringConvertible {
    /// The document's id.
    public let document: String
    /// The origin of the changes: the name of a file or folder.
    public let source: String
    /// The conflicts, one per field.
    public let conflicts: [EditConflict]

    /// Creates an error with the conflicting fields.
    public init(document: String, source: String, conflicts: [EditConflict]) {
        (self.document, self.source, self.conflicts) = (document, source, conflicts)
    }

    /// One line per conflict, and a summary.
    public var lines: [String] {
        conflicts.map(line) + [
            "\(document): \(conflicts.count) field\(conflicts.count == 1 ? "" : "s") changed both in \(source) and in "
                + "the browser; nothing was changed"
        ]
    }

    /// The lines, joined by line breaks.
    public var description: String { lines.joined(separator: "\n") }

    private func line(_ conflict: EditConflict) -> String {
        let other = conflict.editor.map { "\(FaultText.quoted($0)) " } ?? ""
        let theirs =
            switch conflict.reason {
            case .changed: "in the browser \(other)made it \(conflict.theirs.summary)"
            case .absent: "in the browser \(other)deleted what it belongs to"
            case .edited: "in the browser \(other)edited it"
            }
        let mine = "is \(conflict.mine.summary) instead of \(conflict.before.summary)"
        return "\(source): \(conflict.path) \(mine), but \(theirs)"
    }
}

extension ClauseStore {
    /// Whether people have edited a document since it was last added: whether it has unpublished edits, or there is a
    /// later version with edits that were published, even if it was restored, repaired or given the texts of a table.
    ///
    /// - Returns: False also if the document does not exist.
    public func isEdited(_ document: String) throws(ClauseStoreError) -> Bool {
        try read { try MergeBase(of: document, source: nil, $0)?.isEdited ?? false }
    }

    /// Applies the changes of a source since the version that was last added from it to the working copy of the
    /// document, if that was edited since.
    ///
    /// - Parameters:
    ///   - document: The document as its source has it now.
    ///   - images: The images of its pages and of their other captures.
    ///   - source: The origin, as passed to ``put(_:images:source:at:sweeping:)``.
    ///   - editor: The editor of the edits; always the same for the same source.
    ///   - date: The time of the edits.
    /// - Returns: The changes; nil, with nothing done, if nobody has edited the document or it does not exist.
    /// - Throws: ``MergeConflicts``; ``ClauseStoreError/cannotMerge(document:difference:)`` for a change that cannot be
    ///   made by an edit; ``ClauseStoreError/edit(_:)``. Nothing is changed in these cases.
    /// - Complexity: O(*n* log *n*) in the size of the document.
    public func merge(
        _ document: SourceDocument, images: [ImagePlace: StoredImage], source: String, editor: String, at date: Date
    ) throws -> MergeReport? {
        let base = try read { try MergeBase(of: document.id, source: source, $0) }
        guard let base, base.isEdited else { return nil }
        let former = try base.kept.document()
        if let difference = try UneditableContent(former).difference(to: UneditableContent(document)) {
            throw ClauseStoreError.cannotMerge(document: document.id, difference: difference)
        }
        let places = Set(images.keys).union(base.kept.images.keys)
        if let place = places.filter({ images[$0]?.unmeasured != base.kept.images[$0]?.unmeasured }).min() {
            throw ClauseStoreError.cannotMerge(document: document.id, difference: "another image of page \(place.page)")
        }
        let (old, new) = (try SourceFields(former), try SourceFields(document))
        return try applying(of: document.id, source: source, editor: editor, at: date, revision: base.revision) {
            try Merge(of: document.id, by: editor, since: base.revision, $0).operations(from: old, to: new)
        }
    }

    /// Imports the texts of a table as edits of the working copy, which follow the rules of all edits.
    ///
    /// - Parameters:
    ///   - table: The table, as for ``importTexts(_:named:into:isPartial:at:)``.
    ///   - editor: The editor of the edits.
    /// - Returns: The changes. The outcome is ``PutOutcome/unchanged``, as the published version stays the same.
    /// - Throws: As ``importTexts(_:named:into:isPartial:at:)``, and ``MergeConflicts`` if the table lacks the column
    ///   `check` and someone has edited a text since the document was published.
    public func mergeTexts(
        _ table: Data, named file: String, into document: String, isPartial: Bool = false, editor: String, at date: Date
    ) throws -> TextImportReport {
        let former = try workingDocument(of: document)
        let texts = try TextImport(table, named: file, into: former)
        guard isPartial || texts.faults.isEmpty else { throw SourceFaults(texts.faults) }
        if !texts.changes.isEmpty {
            let revision = try workingRevision(of: document)
            _ = try applying(of: document, source: file, editor: editor, at: date, revision: revision) { database in
                let fields = try WorkingFields(of: document, database)
                return try texts.changes.map { change in
                    let (language, purpose) = (change.column.language, change.column.field)
                    let path = FieldPath.clause(change.clause, .text(language: language, purpose: purpose))
                    let known = former.texts[language]?[change.clause]?[purpose]
                    let seen = known.map(JSONValue.string) ?? .null
                    return EditOperation(
                        path: path, before: texts.hasChecks ? seen : try fields.published.value(of: path),
                        after: change.text.map(JSONValue.string) ?? .null)
                }
            }
        }
        return TextImportReport(texts, into: former, outcome: .unchanged)
    }

    /// Applies operations as one or more edits, in one transaction.
    private func applying(
        of document: String, source: String, editor: String, at date: Date, revision: Int,
        _ operations: (Database) throws -> [EditOperation]
    ) throws -> MergeReport {
        var conflicts: [EditConflict] = []
        var changeCount = 0
        let after: Int
        do {
            after = try write { database in
                for chunk in chunks(of: try operations(database)) {
                    let id = "merge-\(UUID().uuidString.lowercased())"
                    let edit = Edit(id: id, revision: revision, label: "merge", operations: chunk)
                    switch try apply(edit, to: document, editor: editor, at: date, database) {
                    case .conflicts(let found, _): conflicts += found
                    case .applied(let entry), .repeated(let entry):
                        if case .edit(_, _, _, let applied) = entry.event { changeCount += applied.count }
                    }
                }
                // Throwing rolls back the transaction.
                guard conflicts.isEmpty else { throw ClauseStoreError.noEdits(document: document) }
                return try WorkingCopyState(of: document, database).revision
            }
        } catch {
            guard conflicts.isEmpty else {
                throw MergeConflicts(document: document, source: source, conflicts: conflicts)
            }
            throw error
        }
        return MergeReport(changeCount: changeCount, revision: after)
    }
}

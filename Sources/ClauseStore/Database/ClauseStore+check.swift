public import DocumentCheck
public import DocumentFormats
public import DocumentModel
public import Foundation
import GRDB

extension ClauseStore {
    /// Returns a whole document as it was added, which is the input of a ``DocumentCheck``.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; `SourceFaults` if this version of the program finds faults in the
    ///   document's files.
    public func sourceDocument(_ document: String) throws -> SourceDocument {
        try servedVersion(of: document).document()
    }

    /// Exports a document's regions and transcriptions as layout files, one per page.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; `SourceFaults` if this version of the program finds faults in the
    ///   document's files.
    public func layout(of document: String, as format: LayoutFormat) throws -> LayoutExport {
        let info = try self.document(document)
        return try sourceDocument(document).layout(as: format, date: info.addedAt)
    }

    /// Returns the history of a document's texts and the reviews of its translations. Versions in whose files this
    /// program finds faults are skipped.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n*) in the size of all versions' source files.
    public func textHistory(of document: String) throws(ClauseStoreError) -> TextHistory {
        try read { database in
            _ = try DocumentReader(database).key(of: document)
            var history = TextHistory()
            let sql = "SELECT key, number FROM version WHERE document = ? ORDER BY number"
            for row in try Row.fetchAll(database, sql: sql, arguments: [document]) {
                guard let version = try? KeptVersion(database, key: row["key"]).document() else { continue }
                history.append(version, version: row["number"])
            }
            history.append(reviews: try WorkingFields(of: document, database).reviewDigests())
            return history
        }
    }

    /// Repairs faults that need no judgement, as a new version of the document.
    ///
    /// - Returns: The repairs, and whether they led to a new version.
    /// - Throws: As ``sourceDocument(_:)`` and ``put(_:images:source:at:sweeping:)``. Nothing is changed in that case.
    public func mend(_ document: String, at date: Date) throws -> (repairs: [Mending.Repair], outcome: PutOutcome) {
        let source = VersionOrigin.mendingSource
        let (outcome, repairs) = try replaceServedVersion(of: document, source: source, at: date) { kept in
            let mending = Mending(try kept.document())
            guard let bytes = mending.clausesFile else { return (nil, [Mending.Repair]()) }
            let files = kept.files.map { $0.name == "clauses.json" ? SourceFile(name: $0.name, bytes: bytes) : $0 }
            return (KeptVersion(files: files, images: kept.images), mending.repairs)
        }
        return (repairs, outcome)
    }
}

public import DocumentCheck
public import DocumentModel
public import Foundation
import GRDB

/// What ``ClauseStore/ClauseStore/mend(_:limits:at:)`` did.
public struct MendReport: Sendable {
    /// What was mended.
    public let repairs: [Mending.Repair]
    /// Whether the document is another one now.
    public let outcome: PutOutcome
}

extension ClauseStore {
    /// A document as it was given, whole: what a ``DocumentCheck`` looks at.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; `SourceFaults` where the document's files are faulty to this version
    ///   of the program.
    public func sourceDocument(_ document: String) throws -> SourceDocument {
        try servedVersion(of: document).document()
    }

    /// When the texts of a document were changed, and which translations editors found to be right still; versions whose files
    /// are faulty to this program are passed over.
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

    /// Mends what needs no judgement, as a new version of the document.
    ///
    /// - Throws: As ``sourceDocument(_:)`` and ``put(_:images:source:at:)``; then nothing was changed.
    public func mend(_ document: String, limits: CheckLimits = CheckLimits(), at date: Date) throws -> MendReport {
        let kept = try servedVersion(of: document)
        let mending = Mending(try kept.document(), limits: limits)
        guard let bytes = mending.clausesFile else { return MendReport(repairs: [], outcome: .unchanged) }
        let files = kept.files.map { $0.name == "clauses.json" ? SourceFile(name: $0.name, bytes: bytes) : $0 }
        let mended = try KeptVersion(files: files, images: kept.images).document()
        let outcome = try put(mended, images: kept.images, source: "explore check --fix", at: date)
        return MendReport(repairs: mending.repairs, outcome: outcome)
    }
}

import DocumentFormats
public import DocumentModel
public import Foundation
import GRDB

/// The result of importing a table of texts.
public struct TextImportReport: Sendable {
    /// The ids of the clauses whose texts changed, in reading order.
    public let changedClauses: [String]
    /// The number of texts that changed.
    public let changeCount: Int
    /// The skipped rows, with reasons.
    public let leftOut: [SourceFault]
    /// Whether the table has the column of checks that reveals texts changed since it was written.
    public let hasChecks: Bool
    /// Whether the import led to a new version.
    public let outcome: PutOutcome

    /// Creates the report of an import into a document.
    init(_ texts: TextImport, into document: SourceDocument, outcome: PutOutcome) {
        let changed = Set(texts.changes.map(\.clause))
        changedClauses = document.clauses.map(\.id).filter(changed.contains)
        (changeCount, leftOut, hasChecks) = (texts.changes.count, texts.faults, texts.hasChecks)
        self.outcome = outcome
    }
}

extension ClauseStore {
    /// Exports the texts of a document as a table for spreadsheets: one row per clause, one column per language and
    /// field (RFC 4180, UTF-8).
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; `SourceFaults` if this version of the program finds faults in the
    ///   document's files.
    public func textTable(of document: String) throws -> Data {
        TextTable.write(try servedVersion(of: document).document())
    }

    /// Reads a file with such a table.
    ///
    /// - Throws: A fault if the file cannot be read or is larger than 64 MB.
    public static func textTable(file path: String) throws(SourceFaults) -> Data {
        try RecognisedSource.bytes(of: path)
    }

    /// Returns the faults that an import of a table would encounter, without changing anything.
    ///
    /// - Parameters:
    ///   - table: The table, separated by commas, semicolons or tabs.
    ///   - file: The file name to use in faults.
    ///   - document: The document's id.
    /// - Returns: The rows that cannot be imported, with reasons.
    /// - Throws: As ``importTexts(_:named:into:isPartial:at:)``.
    public func textFaults(_ table: Data, named file: String, into document: String) throws -> [SourceFault] {
        try TextImport(table, named: file, into: try servedVersion(of: document).document()).faults
    }

    /// Imports texts from a table that ``textTable(of:)`` exported and people have filled in, as a new version of the
    /// document.
    ///
    /// An empty cell removes a text. Texts of missing columns are unchanged. If another version is stored meanwhile,
    /// the texts are imported into that one.
    ///
    /// - Parameters:
    ///   - table: The table, separated by commas, semicolons or tabs.
    ///   - file: The file name to use in faults.
    ///   - document: The document's id.
    ///   - isPartial: Whether to import the remaining rows if some cannot be imported: rows of unknown clauses, and of
    ///     clauses whose texts were changed since the table was written.
    ///   - date: The time of the import.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; `SourceFaults` for faults in the table. Nothing is changed in
    ///   that case.
    public func importTexts(
        _ table: Data, named file: String, into document: String, isPartial: Bool = false, at date: Date
    ) throws -> TextImportReport {
        let source = VersionOrigin.source(table: file)
        let (outcome, (texts, former)) = try replaceServedVersion(of: document, source: source, at: date) { kept in
            let former = try kept.document()
            let texts = try TextImport(table, named: file, into: former)
            guard isPartial || texts.faults.isEmpty else { throw SourceFaults(texts.faults) }
            guard !texts.changes.isEmpty else { return (nil, (texts, former)) }
            return (KeptVersion(files: try texts.applied(to: kept.files), images: kept.images), (texts, former))
        }
        return TextImportReport(texts, into: former, outcome: outcome)
    }

    func servedVersion(of document: String) throws(ClauseStoreError) -> KeptVersion {
        try read { database in
            try KeptVersion(database, key: try DocumentReader(database).key(of: document).version)
        }
    }
}

import DocumentFormats
public import DocumentModel
public import Foundation
import GRDB

/// What a table of texts changed.
public struct TextImportReport: Sendable {
    /// The ids of the clauses whose texts changed, in reading order.
    public let changedClauses: [String]
    /// How many texts changed.
    public let changeCount: Int
    /// The rows that were left out, with the reason.
    public let leftOut: [SourceFault]
    /// Whether the table has the column by which texts are known that were changed since it was written.
    public let hasChecks: Bool
    /// Whether the document is another one now.
    public let outcome: PutOutcome
}

extension ClauseStore {
    /// The texts of a document as a table for a spreadsheet: one row a clause, one column a language and field (RFC 4180,
    /// UTF-8).
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; `SourceFaults` where the document's files are faulty to this version
    ///   of the program.
    public func textTable(of document: String) throws -> Data {
        TextTable.write(try servedVersion(of: document).document())
    }

    /// Reads the file of such a table.
    ///
    /// - Throws: A fault when it cannot be read, or is larger than 64 MB.
    public static func textTable(file path: String) throws(SourceFaults) -> Data {
        try RecognisedSource.bytes(of: path)
    }

    /// Says what cannot be taken of a table, and changes nothing.
    ///
    /// - Parameters:
    ///   - table: The table, with commas, semicolons or tabs.
    ///   - file: Its name, for faults.
    ///   - document: The document's id.
    /// - Returns: The rows that cannot be taken, with the reason.
    /// - Throws: As ``importTexts(_:named:into:isPartial:at:)``.
    public func textFaults(_ table: Data, named file: String, into document: String) throws -> [SourceFault] {
        try TextImport(table, named: file, into: try servedVersion(of: document).document()).faults
    }

    /// Takes texts out of a table that ``textTable(of:)`` wrote and people have filled in, as a new version of the
    /// document.
    ///
    /// An empty cell takes a text away; columns that are not there change nothing.
    ///
    /// - Parameters:
    ///   - table: The table, with commas, semicolons or tabs.
    ///   - file: Its name, for faults.
    ///   - document: The document's id.
    ///   - isPartial: Whether the other rows are taken when some cannot be: rows of unknown clauses, and of clauses whose
    ///     texts were changed since the table was written.
    ///   - date: When.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; `SourceFaults` for what is wrong with the table, then nothing was
    ///   changed.
    public func importTexts(
        _ table: Data, named file: String, into document: String, isPartial: Bool = false, at date: Date
    ) throws -> TextImportReport {
        let kept = try servedVersion(of: document)
        let former = try kept.document()
        let texts = try TextImport(table, named: file, into: former)
        guard isPartial || texts.faults.isEmpty else { throw SourceFaults(texts.faults) }
        let version = KeptVersion(files: try texts.applied(to: kept.files), images: kept.images)
        let changed = Set(texts.changes.map(\.clause))
        let outcome =
            changed.isEmpty
            ? .unchanged : try put(try version.document(), images: version.images, source: file, at: date)
        return TextImportReport(
            changedClauses: former.clauses.map(\.id).filter(changed.contains), changeCount: texts.changes.count,
            leftOut: texts.faults, hasChecks: texts.hasChecks, outcome: outcome)
    }

    func servedVersion(of document: String) throws(ClauseStoreError) -> KeptVersion {
        try read { database in
            try KeptVersion(database, key: try DocumentReader(database).key(of: document).version)
        }
    }
}

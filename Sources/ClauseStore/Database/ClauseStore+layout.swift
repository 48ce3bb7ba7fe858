public import DocumentFormats
import DocumentModel

extension ClauseStore {
    /// Exports a document's regions and transcriptions as layout files, one per page.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; `SourceFaults` if this version of the program finds faults in the
    ///   document's files.
    public func layout(of document: String, as format: LayoutFormat) throws -> LayoutExport {
        let info = try self.document(document)
        return try servedVersion(of: document).document().layout(as: format, date: info.addedAt)
    }
}

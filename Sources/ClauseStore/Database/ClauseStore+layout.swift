public import DocumentFormats
import DocumentModel

extension ClauseStore {
    /// A document's regions and transcriptions as the files of a layout, one a page.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; `SourceFaults` where the document's files are faulty to this version
    ///   of the program.
    public func layout(of document: String, as format: LayoutFormat) throws -> LayoutExport {
        let info = try self.document(document)
        let version = try read { database in
            try KeptVersion(database, key: try DocumentReader(database).key(of: document).version)
        }
        return try version.document().layout(as: format, date: info.addedAt)
    }
}

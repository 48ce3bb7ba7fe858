public import ClauseStore
public import Foundation

extension Library {
    /// Imports the texts of a table, while no other process changes the library's files. They become edits of the
    /// working copy if the document was edited in the browser since it was added, otherwise a new version.
    ///
    /// - Parameters:
    ///   - table: The table, as for `ClauseStore.importTexts`.
    ///   - file: The file name to use in faults.
    ///   - document: The document's id.
    ///   - isPartial: Whether to import the remaining rows if some cannot be imported.
    ///   - isPublishing: Whether to make a new version even if the document was edited in the browser.
    ///   - editor: The editor of the edits.
    ///   - date: The time of the import.
    ///   - isCancelled: Called repeatedly while waiting for another process. Once it returns true, the call throws
    ///     ``LibraryError/cancelled``.
    /// - Throws: The errors of `ClauseStore.importTexts` and `ClauseStore.mergeTexts`, and ``LibraryError``. Nothing is
    ///   changed in that case.
    public func importTexts(
        _ table: Data, named file: String, into document: String, isPartial: Bool = false, isPublishing: Bool = false,
        editor: String, at date: Date = Date(), isCancelled: () -> Bool = { false }
    ) throws -> TextImportReport {
        try locked(isCancelled: isCancelled) {
            if !isPublishing, try store.isEdited(document) {
                return try store.mergeTexts(
                    table, named: file, into: document, isPartial: isPartial, editor: editor, at: date)
            }
            return try store.importTexts(table, named: file, into: document, isPartial: isPartial, at: date)
        }
    }
}

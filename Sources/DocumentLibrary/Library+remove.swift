public import ClauseStore
public import Foundation

extension Library {
    /// Permanently removes a document with all its versions, including those with the same id in the trash, and the
    /// files that no other document uses.
    ///
    /// The database entry is removed first, in one transaction. A crash after that leaves unused files, but never a
    /// document without files.
    ///
    /// - Throws: `ClauseStoreError` if the document exists neither in the library nor in the trash.
    public func remove(_ document: String) throws {
        try locked {
            do throws(ClauseStoreError) {
                unlinkAll(try store.remove(document))
                unlinkAll(try store.emptyTrash(of: document).orphans)
            } catch .noDocument(let id) {
                let (count, orphans) = try store.emptyTrash(of: document)
                guard count > 0 else { throw ClauseStoreError.noDocument(id) }
                unlinkAll(orphans)
            }
            try store.forgetRemovedWords()
        }
    }

    /// Moves a document to the trash, where it is kept for `ClauseStore.trashDays`. Documents whose time in the trash
    /// is over are permanently removed.
    ///
    /// - Throws: `ClauseStoreError`.
    public func moveToTrash(_ document: String, at date: Date = Date()) throws -> RemovedDocument {
        try locked {
            let removed = try store.moveToTrash(document, at: date)
            unlinkAll(try store.emptyTrash(keptUntil: date).orphans)
            return removed
        }
    }

    /// Restores a document from the trash.
    ///
    /// - Throws: `ClauseStoreError`; ``LibraryError/missingFile(_:document:)`` if the library no longer has one of its
    ///   files.
    public func restoreRemoved(_ document: String, at date: Date = Date()) throws {
        try locked {
            try expectFiles(of: store.imagesOfRemoved(document), document)
            try store.restoreRemoved(document, at: date)
        }
    }

    /// Permanently removes documents from the trash, and the files that nothing else uses.
    ///
    /// - Parameters:
    ///   - document: The id of the documents to remove; nil for all.
    ///   - date: Removes only documents that are not kept beyond this time; nil for all.
    /// - Returns: The number of documents removed.
    @discardableResult
    public func emptyTrash(of document: String? = nil, keptUntil date: Date? = nil) throws -> Int {
        try locked {
            let (count, orphans) = try store.emptyTrash(of: document, keptUntil: date)
            unlinkAll(orphans)
            return count
        }
    }
}

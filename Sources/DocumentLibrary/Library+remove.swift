public import ClauseStore
public import Foundation

extension Library {
    /// Removes a document with all its versions for good, also those of the same id in the trash, and the files that no other
    /// document needs.
    ///
    /// The database forgets the document first, in one transaction; a crash after that leaves files behind, never a
    /// document without files.
    ///
    /// - Throws: `ClauseStoreError` when there is no such document, not in the trash either.
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

    /// Removes a document, and keeps it in the trash for `ClauseStore.trashDays`. What was kept for long enough goes for good.
    ///
    /// - Throws: `ClauseStoreError`.
    public func moveToTrash(_ document: String, at date: Date = Date()) throws -> RemovedDocument {
        try locked {
            let removed = try store.moveToTrash(document, at: date)
            unlinkAll(try store.emptyTrash(keptUntil: date).orphans)
            return removed
        }
    }

    /// Makes a removed document what it was.
    ///
    /// - Throws: `ClauseStoreError`; ``LibraryError/missingFile(_:document:)`` when a file of it is not in the library any more.
    public func restoreRemoved(_ document: String, at date: Date = Date()) throws {
        try locked {
            try expectFiles(of: store.imagesOfRemoved(document), document)
            try store.restoreRemoved(document, at: date)
        }
    }

    /// Removes documents from the trash for good, and the files that nothing else needs.
    ///
    /// - Parameters:
    ///   - document: The id of those to remove; nil for all.
    ///   - date: Only those that are kept until this time at the latest; nil for all.
    /// - Returns: How many there were.
    @discardableResult
    public func emptyTrash(of document: String? = nil, keptUntil date: Date? = nil) throws -> Int {
        try locked {
            let (count, orphans) = try store.emptyTrash(of: document, keptUntil: date)
            unlinkAll(orphans)
            return count
        }
    }
}

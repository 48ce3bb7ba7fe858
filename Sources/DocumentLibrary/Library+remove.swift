import ClauseStore

extension Library {
    /// Removes a document with all its versions, and the files that no other document needs.
    ///
    /// The database forgets the document first, in one transaction; a crash after that leaves files behind, never a
    /// document without files.
    ///
    /// - Throws: `ClauseStoreError` when there is no such document.
    public func remove(_ document: String) throws {
        try locked {
            unlinkAll(try store.remove(document))
        }
    }
}

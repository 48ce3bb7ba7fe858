import GRDB

extension ClauseStore {
    /// Returns the longest of these ids that belongs to a published document with announced access.
    ///
    /// - Complexity: O(*n* log *m*) in the number of ids and documents.
    public func announcedDocument(among ids: [String]) throws(ClauseStoreError) -> String? {
        try read { database in
            for id in ids.sorted(by: { $0.utf8.count > $1.utf8.count }) {
                let sql = "SELECT 1 FROM document WHERE id = ? AND access = 'announced' AND status = 'published'"
                if try Int.fetchOne(database, sql: sql, arguments: [id]) != nil { return id }
            }
            return nil
        }
    }
}

import GRDB

extension ClauseStore {
    /// Of these ids, the longest that is of a published document which is announced.
    ///
    /// - Complexity: O(*n* log *m*) in the number of ids and of documents.
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

/// The differences between two versions of a document.
public struct DocumentChanges: Hashable, Sendable {
    /// A clause that is in both versions but differs.
    public struct ChangedClause: Hashable, Sendable {
        /// The clause's id.
        public let id: String
        /// The fields that differ: `number`, `kind`, `incipit`, `categories`, `regions`, `words`, or a text such as
        /// `en.title`.
        public let fields: [String]

        package init(id: String, fields: [String]) {
            (self.id, self.fields) = (id, fields)
        }
    }

    /// The ids of new clauses, in reading order.
    public let added: [String]
    /// The ids of removed clauses, in their former reading order.
    public let removed: [String]
    /// The clauses that differ, in reading order.
    public let changed: [ChangedClause]
    /// Whether the clauses in both versions are in a different order.
    public let isReordered: Bool
    /// The names of other files that differ, sorted: `document.json`, `categories.json`, icons.
    public let files: [String]
    /// The numbers of the pages whose image was replaced, added or removed.
    public let pages: [Int]

    package init(
        added: [String], removed: [String], changed: [ChangedClause], isReordered: Bool, files: [String], pages: [Int]
    ) {
        (self.added, self.removed, self.changed) = (added, removed, changed)
        (self.isReordered, self.files, self.pages) = (isReordered, files, pages)
    }

    /// Whether nothing differs that a reader could see.
    public var isEmpty: Bool {
        added.isEmpty && removed.isEmpty && changed.isEmpty && !isReordered && files.isEmpty && pages.isEmpty
    }
}

/// What one version of a document changed in another.
public struct DocumentChanges: Hashable, Sendable {
    /// A clause that is in both versions, and differs.
    public struct ChangedClause: Hashable, Sendable {
        /// The clause's id.
        public let id: String
        /// What differs: `number`, `kind`, `incipit`, `categories`, `regions`, `words`, or of a text `en.title` and the like.
        public let fields: [String]

        package init(id: String, fields: [String]) {
            (self.id, self.fields) = (id, fields)
        }
    }

    /// The ids of clauses that are new, in reading order.
    public let added: [String]
    /// The ids of clauses that are gone, in the former reading order.
    public let removed: [String]
    /// The clauses that differ, in reading order.
    public let changed: [ChangedClause]
    /// Whether the clauses that are in both follow each other in another order.
    public let isReordered: Bool
    /// Which other files differ, by name, sorted: `document.json`, `categories.json`, icons.
    public let files: [String]
    /// The numbers of the pages whose image is another one, or new, or gone.
    public let pages: [Int]

    package init(
        added: [String], removed: [String], changed: [ChangedClause], isReordered: Bool, files: [String], pages: [Int]
    ) {
        (self.added, self.removed, self.changed) = (added, removed, changed)
        (self.isReordered, self.files, self.pages) = (isReordered, files, pages)
    }

    /// Whether nothing that a reader could see differs.
    public var isEmpty: Bool {
        added.isEmpty && removed.isEmpty && changed.isEmpty && !isReordered && files.isEmpty && pages.isEmpty
    }
}

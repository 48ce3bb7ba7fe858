/// The differences between a working copy and the published version.
public struct WorkingChanges: Equatable, Sendable {
    /// The way in which a clause or category differs.
    public enum Change: String, Sendable {
        case added, removed, changed
    }

    /// A clause or category that differs.
    public struct Subject: Equatable, Sendable {
        /// The id.
        public let id: String
        /// The number of the clause in the working copy, or its former number if it was removed; nil for categories.
        public let number: String?
        /// The way in which it differs.
        public let change: Change
        /// The fields that differ. For a removed clause or category, only its existence.
        public let fields: [EditOperation]

        /// Creates a difference.
        public init(id: String, number: String?, change: Change, fields: [EditOperation]) {
            (self.id, self.number, self.change, self.fields) = (id, number, change, fields)
        }
    }

    /// The number of the published version.
    public let version: Int
    /// The revision of the working copy.
    public let revision: Int
    /// The clauses that differ, in reading order, followed by removed ones.
    public let clauses: [Subject]
    /// The categories that differ, in menu order, followed by removed ones.
    public let categories: [Subject]
    /// The page fields that differ.
    public let pages: [EditOperation]
    /// The fields of the document as a whole, its files, tours and glossary that differ.
    public let document: [EditOperation]

    /// Creates a list of differences.
    public init(
        version: Int, revision: Int, clauses: [Subject], categories: [Subject], pages: [EditOperation],
        document: [EditOperation]
    ) {
        (self.version, self.revision, self.clauses) = (version, revision, clauses)
        (self.categories, self.pages, self.document) = (categories, pages, document)
    }

    /// The number of fields that differ.
    public var total: Int {
        (clauses + categories).reduce(pages.count + document.count) { $0 + $1.fields.count }
    }
}

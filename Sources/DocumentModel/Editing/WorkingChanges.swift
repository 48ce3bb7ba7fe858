/// How a working copy differs from the published version.
public struct WorkingChanges: Equatable, Sendable {
    /// What became of a clause or category.
    public enum Change: String, Sendable {
        case added, removed, changed
    }

    /// A clause or category that differs.
    public struct Subject: Equatable, Sendable {
        /// The id.
        public let id: String
        /// The clause's number in the working copy, or that of one that is removed; nil for categories.
        public let number: String?
        /// What became of it.
        public let change: Change
        /// The fields that differ: of one that is removed, the field of its existence alone.
        public let fields: [EditOperation]

        /// Makes a difference.
        public init(id: String, number: String?, change: Change, fields: [EditOperation]) {
            (self.id, self.number, self.change, self.fields) = (id, number, change, fields)
        }
    }

    /// The number of the published version.
    public let version: Int
    /// The revision of the working copy.
    public let revision: Int
    /// The clauses that differ, in reading order; removed ones last.
    public let clauses: [Subject]
    /// The categories that differ, in the order of the menu; removed ones last.
    public let categories: [Subject]
    /// The fields of pages that differ.
    public let pages: [EditOperation]
    /// The fields of the document as a whole, and of its files, tours and glossary, that differ.
    public let document: [EditOperation]

    /// Makes a list of differences.
    public init(
        version: Int, revision: Int, clauses: [Subject], categories: [Subject], pages: [EditOperation],
        document: [EditOperation]
    ) {
        (self.version, self.revision, self.clauses) = (version, revision, clauses)
        (self.categories, self.pages, self.document) = (categories, pages, document)
    }

    /// How many fields differ.
    public var total: Int {
        (clauses + categories).reduce(pages.count + document.count) { $0 + $1.fields.count }
    }
}

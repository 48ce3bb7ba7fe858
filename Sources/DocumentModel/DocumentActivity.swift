public import Foundation

/// Something that happened to a document.
public struct DocumentActivity: Hashable, Sendable {
    /// What happened.
    public enum Kind: String, Sendable {
        /// It was added, or published.
        case create = "Create"
        /// It was replaced by another version.
        case update = "Update"
        /// It was removed, or is a draft again.
        case delete = "Delete"
    }

    /// What happened.
    public let kind: Kind
    /// The document's id.
    public let document: String
    /// When; never before the activity that precedes it.
    public let endedAt: Date

    package init(kind: Kind, document: String, endedAt: Date) {
        (self.kind, self.document, self.endedAt) = (kind, document, endedAt)
    }
}

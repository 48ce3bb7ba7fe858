public import Foundation

/// An event in the history of a document.
public struct DocumentActivity: Hashable, Sendable {
    /// A kind of event.
    public enum Kind: String, Sendable {
        /// The document was added or published.
        case create = "Create"
        /// The document was replaced by another version.
        case update = "Update"
        /// The document was removed or became a draft again.
        case delete = "Delete"
    }

    /// The kind of event.
    public let kind: Kind
    /// The document's id.
    public let document: String
    /// The time of the event; never before that of the preceding activity.
    public let endedAt: Date

    package init(kind: Kind, document: String, endedAt: Date) {
        (self.kind, self.document, self.endedAt) = (kind, document, endedAt)
    }
}

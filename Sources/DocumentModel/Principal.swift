/// An identity, as far as it decides which documents are visible: a document that a principal may not read does not exist
/// for them.
public struct Principal: Hashable, Sendable {
    /// Documents that may be read whatever their status and access.
    public enum Grant: Hashable, Sendable {
        /// Those of these ids.
        case documents(Set<String>)
        /// All of the library, also those that are added later.
        case everything

        /// Nothing beyond what anyone may read.
        public static let nothing = Grant.documents([])

        /// Whether a document is among them.
        public func covers(_ document: String) -> Bool {
            switch self {
            case .documents(let ids): ids.contains(document)
            case .everything: true
            }
        }
    }

    /// What may be read beyond what anyone may.
    public var grant: Grant
    /// Whether drafts may be read as if they were published.
    public var seesDrafts: Bool

    /// Makes a principal who may read what is published and open, and what is granted.
    public init(grant: Grant = .nothing, seesDrafts: Bool = false) {
        (self.grant, self.seesDrafts) = (grant, seesDrafts)
    }

    /// An unauthenticated visitor.
    public static let anyone = Principal()
    /// The administrator of the library, who may read everything.
    public static let administrator = Principal(grant: .everything)

    /// Whether the principal may read the document with this header.
    public func mayRead(_ document: DocumentHeader) -> Bool {
        if document.access == .open, seesDrafts || document.status == .published { return true }
        return grant.covers(document.id)
    }
}

/// An identity, as far as it decides which documents are visible: a document that a principal may not read does not
/// exist for them.
public struct Principal: Hashable, Sendable {
    /// Documents that may be read regardless of their status and access.
    public enum Grant: Hashable, Sendable {
        /// The documents with these ids.
        case documents(Set<String>)
        /// All documents of the library, including those added later.
        case everything

        /// No documents beyond those that anyone may read.
        public static let nothing = Grant.documents([])

        /// Whether the grant includes a document.
        public func covers(_ document: String) -> Bool {
            switch self {
            case .documents(let ids): ids.contains(document)
            case .everything: true
            }
        }
    }

    /// The documents that may be read in addition to those that anyone may read.
    public var grant: Grant
    /// Whether drafts may be read like published documents.
    public var seesDrafts: Bool

    /// Creates a principal who may read published, open documents and the granted ones.
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

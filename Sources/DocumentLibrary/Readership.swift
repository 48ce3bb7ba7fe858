import ClauseStore
import DocumentModel
import Foundation

/// Who may read what in a library at one moment, to compare it with another moment.
package struct Readership: Sendable, Equatable {
    /// The ids of all documents.
    package var documents: Set<String> = []
    /// The ids of the documents that everybody may read.
    package var published: Set<String> = []
    /// The ids of the documents that everybody may read if the server shows drafts.
    package var publishedAndDrafts: Set<String> = []
    /// The ids of the documents whose titles and summaries everybody may read, but not their texts and images.
    package var announced: Set<String> = []
    /// The ids of the tokens that are valid.
    package var validTokens: Set<String> = []
    /// The ids of the tokens that were revoked.
    package var revokedTokens: Set<String> = []

    package init() {}

    /// Returns the ids of the documents of which everybody may read more here than there, sorted.
    ///
    /// - Parameter includesRemoved: Whether to include those that do not exist there.
    package func documents(openedSince other: Readership, includesRemoved: Bool) -> [String] {
        let opened = published.subtracting(other.published)
            .union(publishedAndDrafts.subtracting(other.publishedAndDrafts))
            .union(announced.subtracting(other.announced).subtracting(other.published))
        return opened.filter { includesRemoved || other.documents.contains($0) }.sorted()
    }

    /// Returns the ids of the tokens that are valid here and were revoked there, sorted.
    package func tokens(validatedSince other: Readership) -> [String] {
        validTokens.intersection(other.revokedTokens).sorted()
    }
}

extension Library {
    /// Returns who may read what.
    ///
    /// - Throws: `ClauseStoreError`.
    package func readership() throws -> Readership {
        var readership = Readership()
        readership.documents = Set(try store.documentIDs())
        readership.published = Set(try store.documentIDs(for: .anyone))
        readership.publishedAndDrafts = Set(try store.documentIDs(for: Principal(seesDrafts: true)))
        readership.announced = Set(try store.announcedDocumentIDs())
        let now = Date()
        for token in try store.tokens() {
            switch token.state(at: now) {
            case .valid: readership.validTokens.insert(token.id)
            case .revoked: readership.revokedTokens.insert(token.id)
            case .expired: break
            }
        }
        return readership
    }
}

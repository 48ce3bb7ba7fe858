import ClauseStore
import DocumentModel
import Foundation
import HTTPTypes
import NIOCore

/// Documents that are announced (``DocumentModel/DocumentAccess/announced``): everybody may read their manifests and
/// image information, which name the services through which viewers let readers sign in.
///
/// Specification: <https://iiif.io/api/auth/2.0/>
struct AnnouncedDocuments: Sendable {
    let store: StoreReader
    let tokens: TokenService

    /// Returns the announced document that an image belongs to; nil for any other image, whether it exists or not.
    /// Former versions are not announced.
    func document(ofImage image: String) async throws -> String? {
        guard FormerVersions.parts(ofImage: image) == nil else { return nil }
        let parts = image.split(separator: "-", omittingEmptySubsequences: false)
        guard (2...20).contains(parts.count) else { return nil }
        // `document-1`, or `document-1-uv` for a capture.
        return try await document(
            among: (1...2).compactMap { count in
                parts.count > count ? parts.dropLast(count).joined(separator: "-") : nil
            })
    }

    /// Returns the one of these documents that is announced; the longest id if several are.
    func document(among ids: [String]) async throws -> String? {
        try await store.read { try $0.announcedDocument(among: ids) }
    }

    /// Runs the body with read access to one document.
    func reading<Result: Sendable>(
        _ document: String, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let token = TokenInfo(
            id: "announced", label: "anyone", grant: .documents([document]), createdAt: Date(), expiresAt: nil)
        return try await RequestAuthorization.$current.withValue(.cookie(.valid(token)), operation: body)
    }

    /// Whether the token in a cookie grants access to a document.
    func covers(_ document: String, _ cookie: String?, from address: SocketAddress?) async throws -> Bool {
        guard let cookie,
            case .valid(let token) = try await tokens.verdict(on: cookie, from: RateLimit.name(of: address))
        else { return false }
        return token.grant.covers(document)
    }

    /// Runs the body. If its resource does not exist for the current user, but belongs to an announced document, runs
    /// the other closure instead.
    ///
    /// - Parameter find: Finds the announced document of the request.
    func response<Result: Sendable>(
        _ body: () async throws -> Result, orAnnounced find: () async throws -> String?,
        _ other: (_ document: String) async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch {
            guard Self.isNotFound(error), let document = try await find() else { throw error }
            return try await other(document)
        }
    }

    private static func isNotFound(_ error: any Error) -> Bool {
        switch error {
        case let problem as Problem: problem.status == .notFound
        case let error as ClauseStoreError: error.kind == .notFound
        default: false
        }
    }
}

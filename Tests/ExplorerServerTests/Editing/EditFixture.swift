import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import ExplorerServer

/// Edits as sent by clients.
enum EditFixture {
    /// Returns an edit of the title of the fixture's clause.
    static func title(
        _ after: String?, before: String? = "Weirs", id: String = UUID().uuidString.lowercased(), revision: Int = 0,
        undoes: String? = nil
    ) -> String {
        func json(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
        return """
            {"id": "\(id)", "revision": \(revision), "label": "title", "undoes": \(json(undoes)), "operations":
             [{"path": "clauses/a/texts/en/title", "before": \(json(before)), "after": \(json(after))}]}
            """
    }

    /// Returns options of a server that this machine may edit, with a rate limit that only tests about it reach.
    static func options(isEditable: Bool = true, rate: RateLimit? = nil) -> ServerOptions {
        var options = ServerOptions()
        options.isEditable = isEditable
        options.editRate = rate ?? RateLimit(burst: 1_000_000, interval: .nanoseconds(1))
        return options
    }

    static let path = "/api/documents/public/working-copy"
}

extension SampleClient {
    /// Sends JSON as a page of ours.
    func send(
        json: String, to path: String, headers: HTTPFields = [.origin: SampleClient.base]
    ) async throws -> SampleResponse {
        var headers = headers
        if headers[.contentType] == nil { headers[.contentType] = "application/json" }
        return try await send(.post, path, headers: headers, body: json)
    }

    /// Sends an edit of the document `public`.
    func edit(_ json: String, headers: HTTPFields = [.origin: SampleClient.base]) async throws -> SampleResponse {
        try await send(json: json, to: EditFixture.path + "/edits", headers: headers)
    }
}

extension SampleResponse {
    /// The body as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

import Foundation
import HTTPTypes
import Testing

@testable import ExplorerServer

/// Annotations as sent by clients, and their responses.
enum AnnotationFixture {
    static let container = "/annotations/public/1/"
    static let canvas = SampleClient.base + "/iiif/presentation/3/public/canvas/1"

    /// Returns a comment on a box of the page.
    static func comment(
        _ text: String = "A note", box: String = "20,20,50,40", id: String? = nil, extra: String = ""
    ) -> String {
        let id = id.map { "\"id\": \"\($0)\", " } ?? ""
        return """
            {"@context": "http://www.w3.org/ns/anno.jsonld", \(id)"type": "Annotation", "motivation": "commenting",
             "body": {"type": "TextualBody", "value": "\(text)", "language": "en"}, \(extra)
             "target": "\(canvas)#xywh=\(box)"}
            """
    }

    static let json = "application/ld+json; profile=\"http://www.w3.org/ns/anno.jsonld\""
}

extension SampleClient {
    /// Sends an annotation, from a page of ours or a program with a token.
    func annotate(
        _ method: HTTPRequest.Method = .post, _ path: String = AnnotationFixture.container,
        _ json: String? = AnnotationFixture.comment(), headers: HTTPFields = [.origin: SampleClient.base]
    ) async throws -> SampleResponse {
        var headers = headers
        if json != nil, headers[.contentType] == nil { headers[.contentType] = AnnotationFixture.json }
        return try await send(method, path, headers: headers, body: json)
    }

    /// Returns the pending proposals of the working copy by id.
    func proposals(headers: HTTPFields = [:]) async throws -> [String: [String: Any]] {
        let state = try await get(EditFixture.path + "?include=content", headers: headers).json()
        return try #require((state["content"] as? [String: Any])?["proposals"] as? [String: [String: Any]])
    }
}

extension SampleResponse {
    /// Returns the path of the created annotation.
    func madePath() throws -> String {
        try #require(headers[.location]).replacing(SampleClient.base, with: "")
    }
}

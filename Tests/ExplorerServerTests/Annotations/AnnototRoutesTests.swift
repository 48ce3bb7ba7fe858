import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Testing
import WebDocuments

@testable import ExplorerServer

/// The Annotot dialect, with the requests that Mirador's plug-in sends.
@Suite struct AnnototRoutesTests {
    private static let id = "1f5a2a52-6a3b-4b1e-9a55-0d6a1c1f9a01"

    /// Returns a note as the plug-in writes it: HTML without a stated format.
    static func annotation(_ text: String = "<p>A <b>note</b></p>", id: String = id, on document: String = "public")
        -> String
    {
        let canvas = "\(SampleClient.base)/iiif/presentation/3/\(document)/canvas/1"
        return """
            {"body": {"language": "en", "type": "TextualBody", "value": "\(text)"}, "id": "\(id)",
             "motivation": "commenting", "target": {"id": "\(canvas)", "selector": {"type": "SvgSelector", "value":
             "<svg xmlns='http://www.w3.org/2000/svg'><path d='M20,20L70,20L70,60L20,60Z'/></svg>"}},
             "type": "Annotation"}
            """
    }

    /// Returns a request's body, which contains the annotation as a string.
    static func sent(_ annotation: String? = nil, id: String = id, on document: String = "public") -> String {
        let data = JSON.string(annotation ?? self.annotation(id: id, on: document)).bytes()
        let canvas = "\(SampleClient.base)/iiif/presentation/3/\(document)/canvas/1"
        return """
            {"annotation": {"canvas": "\(canvas)", "data": \(String(decoding: data, as: UTF8.self)), "uuid": "\(id)"}}
            """
    }

    /// Returns the address at which the plug-in finds an annotation by its id.
    static func address(of id: String, on document: String = "public") -> String {
        let address = "\(SampleClient.base)/annotations/\(document)/1/\(id)"
        return "/annotations/" + address.replacing(":", with: "%3A").replacing("/", with: "%2F")
    }

    private static let list = "/annotations/pages?uri=\(AnnotationFixture.canvas)"

    private static func items(_ server: SampleClient) async throws -> [[String: Any]] {
        let response = try await server.get(list)
        #expect(response.status == .ok && response.headers[.contentType] == "application/json", "\(response.text)")
        let value = try response.json()
        #expect(value["type"] as? String == "AnnotationPage")
        return try #require(value["items"] as? [[String: Any]])
    }

    @Test func `a note can be created, listed, changed and deleted with the plug-in's requests`() async throws {
        let fixture = try AccessFixture()
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            try await #expect(Self.items(server).count == 1)
            let made = try await server.annotate(.post, "/annotations", Self.sent())
            #expect(made.status == .created, "\(made.text)")
            let items = try await Self.items(server)
            #expect(items.count == 2)
            let id = try #require(items.last?["id"] as? String)
            #expect(id == SampleClient.base + AnnotationFixture.container + Self.id)
            let proposal = try #require(try await server.proposals()[Self.id])
            let operations = try #require(proposal["operations"] as? [[String: Any]])
            #expect(operations.contains { $0["after"] as? String == "A note" })
            let one = try await server.get(Self.address(of: Self.id))
            #expect(try one.json()["id"] as? String == id)

            let changed = Self.sent(Self.annotation("<p>Another</p>", id: id), id: id)
            let patched = try await server.annotate(.patch, Self.address(of: Self.id), changed)
            #expect(patched.status == .ok, "\(patched.text)")
            let body = try #require((try await Self.items(server)).last?["body"] as? [String: Any])
            #expect(body["value"] as? String == "<p>Another</p>")
            // A published clause keeps its other texts.
            let clause = Self.sent(Self.annotation("<p>Seen</p>"), id: "a")
            try await #expect(server.annotate(.patch, Self.address(of: "a"), clause).status == .ok)
            let paths = try await server.proposals().values.filter { $0["clause"] as? String == "a" }
                .flatMap { $0["operations"] as? [[String: Any]] ?? [] }.compactMap { $0["path"] as? String }
            #expect(paths.sorted() == ["clauses/a/regions/1", "clauses/a/texts/en/context"])

            try await #expect(server.annotate(.delete, Self.address(of: Self.id), nil).status == .noContent)
            try await #expect(Self.items(server).count == 1)
            try await #expect(server.get(Self.address(of: Self.id)).status == .gone)
            let state = try await server.get(EditFixture.path).json()
            #expect(state["changes"] as? Int == 0)
        }
    }

    @Test func `unknown canvases and malformed annotations are rejected`() async throws {
        let fixture = try AccessFixture()
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            for path in [
                "/annotations/pages", "/annotations/pages?uri=https://elsewhere.example/canvas/1",
                "/annotations/pages?uri=\(AnnotationFixture.canvas)9", "/annotations/\(Self.id)",
            ] {
                try await #expect(server.get(path).status == .notFound, "\(path)")
            }
            for body in [#"{"annotation": {}}"#, #"{"annotation": {"data": 7}}"#, "[]"] {
                let response = try await server.annotate(.post, "/annotations", body)
                #expect(response.status == .unprocessableContent, "\(body)")
            }
            let elsewhere = Self.sent().replacing("/public/canvas/1\", \"data", with: "/nosuch/canvas/1\", \"data")
            try await #expect(server.annotate(.post, "/annotations", elsewhere).status == .notFound)
            try await #expect(
                server.annotate(.patch, "/annotations/\(Self.id)", Self.sent()).status == .notFound)
        }
    }
}

import DocumentLibrary
import ExplorerServer
import Foundation
import HTTPTypes
import Testing

/// Icons: the viewer's and a document's own.
@Suite struct IconTests {
    @Test func `shipped icons are served from the viewer`() async throws {
        try await SampleServer.test { server in
            let document = try await server.get("/api/documents/magna-carta").json()
            #expect(document["markURL"] as? String == "/viewer/vendor/icons/crown.svg")
            let categories = try await server.get("/api/documents/magna-carta/categories").json()["categories"]
            for category in try #require(categories as? [[String: Any]]) {
                let address = try #require(category["iconURL"] as? String)
                let icon = try await server.get(address)
                #expect(icon.status == .ok, "\(address)")
                #expect(icon.headers[.contentType] == "image/svg+xml")
            }
        }
    }

    @Test func `a document's own SVG is served with a sandbox policy`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-icons-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "source")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        let svg = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>"#
        try Data(svg.utf8).write(to: source.appending(path: "seal.svg"))
        try Data(
            """
            {"id": "own", "title": "Own", "language": "la", "languages": ["en"], "mark": "seal.svg",
             "pages": [{"width": 10, "height": 10}]}
            """.utf8
        ).write(to: source.appending(path: "document.json"))
        let library = try Library(path: folder.appending(path: "library").path(), access: .write)
        _ = try library.add(.folder(source.path()))
        try await SampleServer.test(library: library) { server in
            let address = try await server.get("/api/documents/own").json()["markURL"] as? String
            #expect(address == "/documents/own/icons/seal.svg")
            let icon = try await server.get("/documents/own/icons/seal.svg")
            #expect(String(decoding: icon.bytes, as: UTF8.self) == svg)
            #expect(icon.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
            try await #expect(server.get("/documents/own/icons/document.json").status == .notFound)
            try await #expect(server.get("/documents/own/icons/none.svg").status == .notFound)
        }
    }
}

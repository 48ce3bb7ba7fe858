import DocumentLibrary
import ExplorerServer
import Foundation
import HTTPTypes
import Testing

/// Metadata, links and tables of contents in responses about documents.
@Suite struct PresentationResponseTests {
    private static let document = """
        {"id": "book", "title": "A book", "language": "la", "languages": ["en"],
         "behavior": ["paged"], "viewingDirection": "right-to-left", "navDate": "1215-06-15T00:00:00Z",
         "metadata": [{"label": {"en": "Creator"}, "value": {"en": "<Anna>"}}, {"label": "No.", "value": ["1", "2"]}],
         "provider": [{"label": "A museum", "homepage": [{"id": "https://museum.example/"}],
           "logo": [{"id": "https://museum.example/logo.png"}]}],
         "homepage": [{"id": "https://museum.example/book", "label": "The book", "language": ["en"]}],
         "seeAlso": [{"id": "https://museum.example/book.xml", "profile": "http://www.loc.gov/mods/v3"}],
         "rendering": [{"id": "https://museum.example/book.pdf", "format": "application/pdf"}],
         "structures": [{"label": "All", "items": [{"label": {"en": "One"}, "behavior": ["no-nav"],
           "pages": [1, {"page": 1, "box": [1, 2, 3.5, 4]}]}]}],
         "pages": [{"width": 10, "height": 10}]}
        """

    private func test(_ body: @escaping @Sendable (SampleClient) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-properties-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "source")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        try Data(Self.document.utf8).write(to: source.appending(path: "document.json"))
        let library = try Library(path: folder.appending(path: "library").path(), access: .write)
        _ = try library.add(.folder(source.path()))
        try await SampleServer.test(library: library, body)
    }

    @Test func `a document has its metadata, links and structures, as openapi.json describes`() async throws {
        let file = SampleServer.repository.appending(path: "Sources/Viewer/pages/openapi.json")
        let value = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        let components = try #require(value?["components"] as? [String: [String: [String: Any]]])
        let schema = JSONSchema(named: components["schemas"] ?? [:])
        try await test { server in
            let response = try await server.get("/api/documents/book").json()
            #expect(schema.faults(of: response, for: schema.named["Document"] ?? [:]) == [])
            #expect(response["behavior"] as? [String] == ["paged"])
            #expect(response["viewingDirection"] as? String == "right-to-left")
            #expect(response["navDate"] as? String == "1215-06-15T00:00:00Z")
            let metadata = try #require(response["metadata"] as? [[String: Any]])
            #expect(metadata.map { $0["value"] as? [String: [String]] } == [["en": ["<Anna>"]], ["none": ["1", "2"]]])
            for (key, address) in [("homepage", "book"), ("seeAlso", "book.xml"), ("rendering", "book.pdf")] {
                let links = response[key] as? [[String: Any]]
                #expect(links?.map { $0["id"] as? String } == ["https://museum.example/\(address)"], "\(key)")
            }
            let all = try #require((response["structures"] as? [[String: Any]])?.first)
            let one = try #require((all["items"] as? [[String: Any]])?.first)
            let places = try #require(one["pages"] as? [[String: Any]])
            #expect(places.map { $0["page"] as? Int } == [1, 1])
            #expect(places.map { $0["box"] as? [Double] } == [nil, [1, 2, 3.5, 4]])
        }
    }

    @Test func `lists of documents omit metadata, links and structures`() async throws {
        try await test { server in
            let response = try await server.get("/api/documents").json()
            let listed = try #require((response["documents"] as? [[String: Any]])?.first)
            for key in ["behavior", "metadata", "provider", "homepage", "seeAlso", "rendering", "structures"] {
                #expect(listed[key] == nil, "\(key)")
            }
            #expect(listed["id"] as? String == "book")
        }
    }

    @Test func `the manifest has the document's links beside the server's, and its ranges can be fetched`() async throws
    {
        try await test { server in
            let manifest = try await server.get("/iiif/presentation/3/book/manifest.json").json()
            #expect(manifest["behavior"] as? [String] == ["paged"])
            #expect(manifest["viewingDirection"] as? String == "right-to-left")
            #expect((manifest["homepage"] as? [Any])?.count == 2 && (manifest["seeAlso"] as? [Any])?.count == 3)
            let renderings = try #require(manifest["rendering"] as? [[String: Any]])
            // A link without a label is labelled with its address, because the specification requires a label.
            #expect(
                renderings.last?["label"] as? [String: [String]] == ["none": ["https://museum.example/book.pdf"]])
            let provider = try #require((manifest["provider"] as? [[String: Any]])?.first)
            #expect((provider["logo"] as? [[String: Any]])?.first?["type"] as? String == "Image")
            let range = try #require((manifest["structures"] as? [[String: Any]])?.first)
            let inner = try #require((range["items"] as? [[String: Any]])?.first)
            let address = try #require(inner["id"] as? String)
            let path = try #require(URL(string: address)?.path())
            #expect(path == "/iiif/presentation/3/book/range/contents/1.1")
            let fetched = try await server.get(path).json()
            #expect(fetched["id"] as? String == address && fetched["behavior"] as? [String] == ["no-nav"])
            let items = try #require(fetched["items"] as? [[String: Any]])
            #expect((items.last?["id"] as? String)?.hasSuffix("/canvas/1#xywh=1,2,3.5,4") == true)
            try await #expect(server.get(path + ".1").status == .notFound)
        }
    }

    @Test func `the plain page shows metadata as escaped text, and links to no other site`() async throws {
        try await test { server in
            let page = String(decoding: try await server.get("/documents/book?plain").bytes, as: UTF8.self)
            #expect(page.contains("Creator: &lt;Anna&gt;") && page.contains("No.: 1; 2"))
            #expect(!page.contains("href=\"https://museum.example"))
        }
    }
}

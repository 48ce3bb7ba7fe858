import DocumentLibrary
import ExplorerServer
import Foundation
import HTTPTypes
import Testing

/// IIIF Presentation 3 over HTTP; the sections are those of https://iiif.io/api/presentation/3.0/.
@Suite struct PresentationRoutesTests {
    private static let root = "/iiif/presentation/3/magna-carta"
    private static let linkedData = #"application/ld+json;profile="http://iiif.io/api/presentation/3/context.json""#

    @Test(arguments: [
        ("", true), ("*/*", true), ("application/ld+json", true), ("application/*", true), ("text/html", false),
        (linkedData, true), ("text/html,application/xhtml+xml,*/*;q=0.8", false), ("application/json", false),
        ("application/json, */*;q=0.1", false), ("application/ld+json;q=0.5, application/json", false),
        ("application/json;q=0.5, application/ld+json", true), ("application/json, application/ld+json", true),
    ])
    func `§6.3 JSON-LD or JSON is negotiated by Accept`(accept: String, isLinkedData: Bool) async throws {
        try await SampleServer.test { server in
            let headers: HTTPFields = accept.isEmpty ? [:] : [.accept: accept]
            let response = try await server.get(Self.root + "/manifest.json", headers: headers)
            #expect(response.headers[.contentType] == (isLinkedData ? Self.linkedData : "application/json"))
            #expect(response.headers[.vary] == "Accept, Accept-Encoding")
            #expect(response.headers[.accessControlAllowOrigin] == "*")
            #expect(response.headers[.eTag]?.contains("-ld") == isLinkedData)
        }
    }

    @Test(arguments: ["/manifest.json", "/annotations/1.json", "/range/categories", "/clause/39"])
    func `a response supports ETag revalidation, gzip and HEAD`(path: String) async throws {
        try await SampleServer.test { server in
            let path = Self.root + path
            let plain = try await server.get(path)
            let packed = try await server.get(path, headers: [.acceptEncoding: "gzip"])
            #expect(packed.headers[.contentEncoding] == "gzip" && packed.bytes.count < plain.bytes.count / 2)
            #expect(plain.headers[.eTag] != packed.headers[.eTag])
            for (response, encoding) in [(plain, "identity"), (packed, "gzip")] {
                let tag = try #require(response.headers[.eTag])
                let headers: HTTPFields = [.ifNoneMatch: tag, .acceptEncoding: encoding]
                let confirmed = try await server.get(path, headers: headers)
                #expect(confirmed.status == .notModified && confirmed.bytes.isEmpty)
                #expect(confirmed.headers[.vary] == "Accept, Accept-Encoding")
            }
            let head = try await server.send(.head, path)
            #expect(head.status == .ok && head.bytes.isEmpty)
            #expect(head.headers[.contentLength] == String(plain.bytes.count))
            #expect(plain.headers[.cacheControl] == "public, no-cache")
        }
    }

    @Test func `§5.2 the manifest has the properties that viewers use`() async throws {
        try await SampleServer.test { server in
            let base = SampleClient.base
            let manifest = try await server.manifest(of: "magna-carta")
            #expect(manifest["@context"] as? String == "http://iiif.io/api/presentation/3/context.json")
            #expect(manifest["id"] as? String == base + Self.root + "/manifest.json")
            #expect(manifest["rights"] as? String == "http://creativecommons.org/licenses/by/4.0/")
            func first(_ key: String) -> [String: Any]? { (manifest[key] as? [[String: Any]])?.first }
            #expect(first("homepage")?["id"] as? String == base + "/documents/magna-carta")
            #expect(first("homepage")?["language"] as? [String] == ["en", "fr"])
            #expect(first("rendering")?["id"] as? String == base + "/documents/magna-carta?plain")
            #expect(first("seeAlso")?["id"] as? String == base + "/api/documents/magna-carta")
            #expect(first("provider")?["type"] as? String == "Agent")
            #expect(first("partOf")?["id"] as? String == base + "/iiif/presentation/3/collection.json")
            let search = try #require(first("service"))
            #expect(search["type"] as? String == "SearchService2")
            #expect(search["id"] as? String == base + "/iiif/search/2/magna-carta")
            let completion = try #require((search["service"] as? [[String: Any]])?.first)
            #expect(completion["type"] as? String == "AutoCompleteService2")
            #expect(completion["id"] as? String == base + "/iiif/search/2/magna-carta/autocomplete")
            #expect(first("thumbnail")?["id"] as? String == base + "/iiif/3/magna-carta-1/full/375,500/0/default.jpg")
            #expect(manifest["viewingDirection"] == nil)
        }
    }

    @Test func `§5.5 a canvas has one annotation page, and each category is a range`() async throws {
        try await SampleServer.test { server in
            let manifest = try await server.manifest(of: "magna-carta")
            let canvas = try #require((manifest["items"] as? [[String: Any]])?.first)
            let pages = try #require(canvas["annotations"] as? [[String: Any]])
            let base = SampleClient.base + Self.root
            #expect(pages.compactMap { $0["id"] as? String } == ["\(base)/annotations/1.json"])
            #expect(pages[0]["items"] == nil && pages[0]["label"] != nil)
            #expect(pages[0]["type"] as? String == "AnnotationPage")
            let page = try await server.json(at: "\(base)/annotations/1.json")
            let annotations = try #require(page["items"] as? [[String: Any]])
            #expect(annotations.count == 74 && Set(annotations.compactMap { $0["id"] as? String }).count == 74)
            let categories = try await server.get("/api/documents/magna-carta/categories").json()
            let ids = try #require(categories["categories"] as? [[String: Any]]).compactMap { $0["id"] as? String }
            #expect(ids.count > 5)
            for id in ids {
                let clauses = try await server.get("/api/documents/magna-carta/clauses?category=\(id)").clauseIDs()
                let parts = annotations.filter { annotation in
                    (annotation["partOf"] as? [[String: Any]] ?? []).contains {
                        $0["id"] as? String == "\(base)/category/\(id)"
                    }
                }
                #expect(parts.compactMap { $0["id"] as? String } == clauses.map { "\(base)/clause/\($0)" })
                let range = try await server.json(at: "\(base)/category/\(id)")
                #expect((range["items"] as? [Any])?.count == clauses.count)
            }
        }
    }

    @Test func `§5.4 ranges list the clauses in reading order, and no range is empty`() async throws {
        try await SampleServer.test { server in
            let manifest = try await server.manifest(of: "magna-carta")
            let ranges = try #require(manifest["structures"] as? [[String: Any]])
            let order = try #require(ranges[0]["items"] as? [[String: Any]])
            let clauses = try await server.get("/api/documents/magna-carta/clauses?category=all,hidden-details")
            let expected = try clauses.clauseIDs()
            #expect(order.compactMap { ($0["id"] as? String)?.split(separator: "/").last.map(String.init) } == expected)
            let thumbnails = order.compactMap { ($0["thumbnail"] as? [[String: Any]])?.first?["id"] as? String }
            #expect(thumbnails.count == expected.count)
            func expectItems(_ range: [String: Any]) throws {
                let items = try #require(range["items"] as? [[String: Any]])
                #expect(!items.isEmpty)
                for item in items where item["type"] as? String == "Range" { try expectItems(item) }
            }
            for range in ranges { try expectItems(range) }
        }
    }

    @Test func `§6.3 every part of a manifest can be fetched at its id`() async throws {
        try await SampleServer.test { server in
            let manifest = try await server.manifest(of: "magna-carta")
            var ids: Set<String> = []
            Self.gather(manifest, into: &ids)
            #expect(ids.count > 90)
            for id in ids {
                let part = try await server.json(at: id)
                #expect(part["id"] as? String == id)
                let context = part["@context"] as? String
                #expect(context?.hasPrefix("http://iiif.io/api/") == true, "\(id)")
            }
        }
    }

    /// Collects the addresses of our IIIF Presentation resources, without fragments.
    private static func gather(_ value: Any, into ids: inout Set<String>) {
        if let values = value as? [Any] { return values.forEach { gather($0, into: &ids) } }
        guard let object = value as? [String: Any] else { return }
        if let id = object["id"] as? String, id.contains("/iiif/presentation/"), !id.contains("#") { ids.insert(id) }
        object.values.forEach { gather($0, into: &ids) }
    }

    @Test func `thumbnails of canvases and clauses are JPEG images`() async throws {
        try await SampleServer.test { server in
            let range = try await server.json(at: Self.root + "/range/clause/39")
            let canvas = try await server.json(at: Self.root + "/canvas/1")
            for part in [range, canvas] {
                let picture = try #require((part["thumbnail"] as? [[String: Any]])?.first?["id"] as? String)
                let response = try await server.get(String(picture.dropFirst(SampleClient.base.count)))
                #expect(response.status == .ok && response.headers[.contentType] == "image/jpeg", "\(picture)")
            }
        }
    }

    @Test func `the style sheet styles the target classes in the document's colours`() async throws {
        try await SampleServer.test { server in
            let response = try await server.get(Self.root + "/style.css")
            #expect(response.headers[.contentType] == "text/css; charset=utf-8")
            let text = String(decoding: response.bytes, as: UTF8.self)
            let document = try await server.get("/api/documents/magna-carta").json()
            let palette = try #require(document["palette"] as? [String: Any])
            let overlay = try #require((palette["overlays"] as? [String])?.first)
            #expect(text.contains(".filled { fill: \(overlay);"))
            #expect(text.contains(".outline { fill: none; stroke: \(try #require(palette["accent"] as? String));"))
        }
    }

    @Test(arguments: [
        "/iiif/presentation/3/nothing/manifest.json", "/iiif/presentation/3/nothing/style.css",
        "/iiif/presentation/3/nothing.json", "/iiif/presentation/3/collection-1.json", root + "/manifest",
        root + "/annotations/2.json", root + "/annotations/0.json", root + "/annotations/01.json",
        root + "/annotations/1/nothing.json", root + "/annotations/1/church.json", root + "/annotations/1/church",
        root + "/annotations/9999999999.json",
        root + "/annotations/-1.json", root + "/canvas/2", root + "/canvas/1/painting/2", root + "/canvas/1/else",
        root + "/clause/99", root + "/range/clause/99", root + "/range/else", root + "/category/nothing", root + "/",
    ])
    func `an unknown resource is a 404 with a problem document`(path: String) async throws {
        try await SampleServer.test { server in
            let response = try await server.get(path)
            #expect(response.status == .notFound)
            #expect(response.headers[.contentType] == "application/problem+json")
        }
    }

    @Test func `a draft is served only with includesDrafts`() async throws {
        let scratch = try ScratchLibrary()
        try scratch.addSmall("hidden", status: "draft")
        try scratch.addSmall("shown")
        let paths = ["manifest.json", "annotations/1.json", "style.css", "clause/a"].map {
            "/iiif/presentation/3/hidden/\($0)"
        }
        try await SampleServer.test(library: scratch.library) { server in
            for path in paths { try await #expect(server.get(path).status == .notFound, "\(path)") }
            let collection = try await server.json(at: "/iiif/presentation/3/collection.json")
            #expect((collection["items"] as? [Any])?.count == 1)
        }
        var options = ServerOptions()
        options.includesDrafts = true
        try await SampleServer.test(options, library: scratch.library) { server in
            for path in paths { try await #expect(server.get(path).status == .ok, "\(path)") }
            let collection = try await server.json(at: "/iiif/presentation/3/collection.json")
            #expect((collection["items"] as? [Any])?.count == 2)
        }
    }

    @Test func `a replaced document is served soon, with a new ETag`() async throws {
        let scratch = try ScratchLibrary()
        try scratch.addSmall("psalter", title: "First")
        let path = "/iiif/presentation/3/psalter/manifest.json"
        try await SampleServer.test(library: scratch.library) { server in
            let before = try await server.get(path)
            try await #expect(server.get(path).headers[.eTag] == before.headers[.eTag])
            try scratch.addSmall("psalter", title: "Second")
            var after = before
            // As long as a busy machine may need.
            for _ in 0..<1_200 where after.headers[.eTag] == before.headers[.eTag] {
                try await Task.sleep(for: .milliseconds(50))
                after = try await server.get(path)
            }
            #expect(String(decoding: after.bytes, as: UTF8.self).contains("Second"))
            #expect(after.headers[.eTag] != before.headers[.eTag])
            // Removed and added again it is a different document, although its first version has the same number.
            try scratch.library.remove("psalter")
            try scratch.addSmall("psalter", title: "Third")
            var third = after
            for _ in 0..<1_200 where !String(decoding: third.bytes, as: UTF8.self).contains("Third") {
                try await Task.sleep(for: .milliseconds(50))
                third = try await server.get(path)
            }
            #expect(String(decoding: third.bytes, as: UTF8.self).contains("Third"))
        }
    }
}

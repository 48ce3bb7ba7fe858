import ClauseStore
import DocumentLibrary
import DocumentModel
import ExplorerServer
import Foundation
import HTTPTypes
import StaticSite
import TestSupport
import Testing
import WebDocuments

/// Compares a site's files with a server's responses for the same library.
@Suite struct SiteResponseTests {
    private static let base = "https://example.org"
    private static let options = ServerOptions(publicURL: base)

    private static func site(_ fixture: SiteFixture, _ tiles: StaticSite.Tiles = .files) throws -> [String: Data] {
        _ = try StaticSite.write(
            fixture.library, to: fixture.path("site"), options: .init(tiles: tiles, publicURL: base))
        return try fixture.files(in: "site")
    }

    @Test func `documents, categories and clauses equal the server's responses, byte for byte`() async throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        try fixture.add("other")
        let files = try Self.site(fixture)
        try await SampleServer.test(Self.options, library: fixture.library) { server in
            func expect(_ file: String, _ address: String) async throws {
                let response = try await server.get(address)
                #expect(response.status == .ok, "\(address)")
                let bytes = try #require(files[file], "\(file)")
                #expect(Array(bytes) == response.bytes, "\(file)")
            }
            try await expect("api/documents.json", "/api/documents")
            for id in ["deed", "other"] {
                let (file, address) = ("api/documents/\(id)", "/api/documents/\(id)")
                try await expect("\(file).json", address)
                try await expect("\(file)/categories.json", "\(address)/categories")
                try await expect("\(file)/tours.json", "\(address)/tours")
                try await expect("\(file)/glossary.json", "\(address)/glossary")
                #expect(files["iiif/presentation/3/\(id)/tours/walk.json"] != nil)
                // For a clause the server returns the same data in another shape.
                let links = try JSONDecoder().decode(
                    [String: SiteLinks].self, from: try #require(files["\(file)/linked/0.json"]))
                let served = try JSONDecoder().decode(
                    ServedLinks.self, from: Data(try await server.get("\(address)/clauses/1/words?lang=en").bytes))
                #expect(links.keys.sorted() == ["1"] && links["1"]?.words == served.words && served.words.count == 1)
                #expect(links["1"]?.phrases == ["en": served.phrases] && served.phrases.count == 1)
                try await expect("\(file)/recordings.json", "\(address)/recordings")
                try await expect("\(file)/recordings/en/1.mp3", "\(address)/recordings/en/1.mp3")
                try await expect("\(file)/recordings/en/1.vtt", "\(address)/recordings/en/1.vtt")
                #expect(files["iiif/presentation/3/\(id)/recordings.json"] != nil)
                let all = "\(address)/clauses?category=all,hidden&include=regions"
                try await expect("\(file)/clauses.json", all)
                for tag in ["en", "fr", "la"] { try await expect("\(file)/texts/\(tag).json", "\(all)&lang=\(tag)") }
                try await expect("documents/\(id)/icons/mark.svg", "/documents/\(id)/icons/mark.svg")
            }
            // The addresses that the page contains are the same in both.
            let page = String(decoding: try await server.get("/documents/deed").bytes, as: UTF8.self)
            let folder = try #require(page.firstMatch(of: #/"/(viewer/[0-9a-f]{16}/)bundles/document.js"/#)?.1)
            try await expect("\(folder)app/explorer.js", "/\(folder)app/explorer.js")
            // Readers' texts in every language, but none of the editor's.
            try await expect("\(folder)strings/ar/phrases.js", "/\(folder)strings/ar/phrases.js")
            let texts = files.keys.compactMap { $0.firstMatch(of: #/strings/[^/]+/([a-z]+).js/#)?.1 }
            let read = [
                "books", "captures", "citing", "download", "finding", "glossary", "linked", "listening", "notes",
                "phrases", "tours", "worksheet",
            ]
            #expect(texts.count > 1 && Set(texts.map(String.init)) == Set(read))
            try await expect("service-worker.js", "/service-worker.js")
        }
    }

    @Test func `every tile and image equals the server's response`() async throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        let files = try Self.site(fixture)
        let pictures = files.keys.filter { $0.hasPrefix("iiif/3/") && $0.hasSuffix(".jpg") }
        // Three images of 520 x 300 pixels in tiles of 256, and each as a whole: 6 + 2 + 1 tiles, and 520 x 300.
        #expect(pictures.count > 3 * 9)
        try await SampleServer.test(Self.options, library: fixture.library) { server in
            for path in pictures {
                let response = try await server.get("/\(path)")
                #expect(response.status == .ok, "\(path)")
                #expect(files[path].map { Array($0) } == response.bytes, "\(path)")
            }
            for (file, query) in [("image", ""), ("image-640", "?width=250")] {
                let response = try await server.get("/api/documents/deed/clauses/1/image.jpg\(query)")
                #expect(
                    files["api/documents/deed/clauses/1/\(file).jpg"].map { Array($0) } == response.bytes, "\(file)")
            }
        }
        #expect(files["api/documents/deed/clauses/mark/image.jpg"] != nil)
    }

    @Test(arguments: [StaticSite.Tiles.files, .archive])
    func `a site has the images and alignments of all captures`(tiles: StaticSite.Tiles)
        async throws
    {
        let fixture = try SiteFixture()
        let source = fixture.folder.appending(path: "sheet")
        try CaptureFolder.write(to: source)
        _ = try fixture.library.add(.folder(source.path()))
        let files = try Self.site(fixture, tiles)
        #expect(
            files.keys.filter { $0.hasPrefix("tiles/") }.sorted() == ["tiles/sheet-1-uv.json", "tiles/sheet-1.json"])
        #expect(files.keys.count { $0.hasPrefix("pyramids/") } == (tiles == .archive ? 2 : 0))
        try await SampleServer.test(Self.options, library: fixture.library) { server in
            let pictures = files.keys.filter { $0.hasPrefix("iiif/3/") && $0.hasSuffix(".jpg") }
            let same = [("api/documents/sheet.json", "/api/documents/sheet")] + pictures.map { ($0, "/\($0)") }
            for (file, address) in same {
                let response = try await server.get(address)
                #expect(files[file].map { Array($0) } == response.bytes, "\(file)")
            }
        }
    }

    @Test func `the preview of a roll shows its beginning and equals the server's`() async throws {
        let fixture = try SiteFixture()
        let source = fixture.folder.appending(path: "roll")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        let pixels = (0..<60 * 2_000).flatMap { [UInt8(200), UInt8($0 % 251), UInt8(40)] }
        try Data(PlainTIFF.bytes(width: 60, height: 2_000, pixels: pixels)).write(to: source.appending(path: "1.tif"))
        let document =
            #"{"id": "roll", "title": "A roll", "language": "la", "languages": ["en"], "pages": [{"image": "1.tif"}]}"#
        try Data(document.utf8).write(to: source.appending(path: "document.json"))
        try Data("[]".utf8).write(to: source.appending(path: "clauses.json"))
        _ = try fixture.library.add(.folder(source.path()))
        let files = try Self.site(fixture)
        let page = String(decoding: try #require(files["documents/roll/index.html"]), as: UTF8.self)
        let address = try #require(page.firstMatch(of: /property="og:image" content="([^"]+)"/)).1
        let path = String(address.dropFirst(Self.base.count + 1))
        #expect(path == "iiif/3/roll-1/0,0,60,32/60,32/0/default.jpg")
        try await SampleServer.test(Self.options, library: fixture.library) { server in
            let response = try await server.get("/\(path)")
            #expect(response.status == .ok && files[path].map { Array($0) } == response.bytes)
        }
    }

    @Test func `every resource that a manifest references is a file of the site`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        let files = try Self.site(fixture)
        let start = ["iiif/presentation/3/collection.json", "iiif/presentation/3/deed/manifest.json"]
        // The references that programs follow: images, services, annotation pages, style sheets and web pages.
        let names: Set = ["thumbnail", "homepage", "seeAlso", "rendering", "body", "annotations", "service"]
        var found = 0
        func check(_ value: Any, under name: String) throws {
            if let list = value as? [Any] { for item in list { try check(item, under: name) } }
            guard let object = value as? [String: Any] else { return }
            if names.contains(name), let id = object["id"] as? String,
                object["type"] as? String != "PhysicalDimensions",
                id.hasPrefix(Self.base)
            {
                found += 1
                let path = String(id.dropFirst(Self.base.count + 1))
                #expect(files[path] ?? files["\(path)/info.json"] != nil, "\(path)")
            }
            for (key, member) in object { try check(member, under: key) }
        }
        for path in start + ["iiif/presentation/3/deed/annotations.json"] {
            try check(JSONSerialization.jsonObject(with: #require(files[path])), under: "")
        }
        #expect(found > 20)
        let text = String(decoding: try #require(files[start[1]]), as: UTF8.self)
        // Categories do not have separate pages.
        let folder = "iiif/presentation/3/deed/annotations/"
        #expect(
            Set(files.keys.filter { $0.hasPrefix(folder) }) == [
                "\(folder)1.json", "\(folder)2.json", "\(folder)3.json",
            ])
        #expect(
            !text.contains("SearchService1") && !text.contains("SearchService2") && !text.contains("level2")
                && text.contains("level0"))
        let file = try #require(files["iiif/3/deed-1/info.json"])
        let information = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
        #expect(information["profile"] as? String == "level0")
        for size in try #require(information["sizes"] as? [[String: Int]]) {
            let name = "\(size["width"] ?? 0),\(size["height"] ?? 0)"
            #expect(files["iiif/3/deed-1/full/\(name)/0/default.jpg"] != nil, "\(name)")
        }
    }

    @Test func `every file that pages, scripts, styles and the web app manifest load is in the site`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        let files = try Self.site(fixture)
        var count = 0
        for (path, bytes) in files {
            let text = String(decoding: bytes, as: UTF8.self)
            let links: [Substring] =
                switch (path as NSString).pathExtension {
                case "html": text.matches(of: #/(?:href|src)="([^"#?:]+)["#?]/#).map(\.1)
                case "js": text.matches(of: #/(?:from|import) ?\(?"(\.[^"]+)"/#).map(\.1)
                case "css": text.matches(of: #/url\("?([^":)]+)"?\)/#).map(\.1)
                case "webmanifest": text.matches(of: #/"src": "([^"]+)"/#).map(\.1)
                default: []
                }
            for link in links {
                let place = URL(filePath: "/\(path)").deletingLastPathComponent().appending(path: String(link))
                #expect(files[String(place.standardized.path().dropFirst())] != nil, "\(path) has \(link)")
            }
            count += links.count
        }
        #expect(count > 100)
    }

    @Test func `without a public URL no file that needs one is written`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        _ = try StaticSite.write(fixture.library, to: fixture.path("site"), options: .init())
        let files = try fixture.files(in: "site")
        #expect(!files.keys.contains { $0.hasPrefix("iiif/presentation") || $0.hasSuffix("info.json") })
        let page = String(decoding: try #require(files["documents/deed/index.html"]), as: UTF8.self)
        #expect(page.contains("<title>A deed</title>") && !page.contains("og:url") && !page.contains("canonical"))
        #expect(!page.contains("=\"/") && page.contains("Content-Security-Policy"))
    }

    @Test func `a document's page has a first view allowed by its policy, with its files`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        for tiles in [StaticSite.Tiles.files, .archive] {
            let files = try Self.site(fixture, tiles)
            let page = String(decoding: try #require(files["documents/deed/index.html"]), as: UTF8.self)
            let preview = try #require(page.firstMatch(of: #/src="../../(iiif/3/deed-1/full/[^"?]+\.webp)\?v=/#)?.1)
            #expect(files[String(preview)]?.isEmpty == false)
            #expect(page.contains(#"<img src="data:image/webp;base64,"#) && page.contains(#"<path class="clause"#))
            let styles = page.matches(of: #/<style>(.*?)</style>/#.dotMatchesNewlines())
            #expect(styles.count == 2 && !page.contains(PageTemplate.styleHashes))
            for style in styles { #expect(page.contains(ContentSecurityPolicy.hash(ofStyle: style.1))) }
            let script = try #require(page.firstMatch(of: #/src="../../(viewer/[^"]+/bundles/site-document.js)"/#)?.1)
            #expect(files[String(script)] != nil && !page.contains("responses.js"))
        }
    }

    @Test func `an archive equals the library's pyramid and replaces the tiles`() throws {
        let fixture = try SiteFixture()
        try fixture.add("deed")
        let files = try Self.site(fixture, .archive)
        let pyramid = try #require(try fixture.library.store.document("deed").pages[0].pyramid)
        let stored = try Data(contentsOf: fixture.folder.appending(path: "library/pyramids/\(pyramid)"))
        #expect(files["pyramids/\(pyramid)"] == stored)
        #expect(!files.keys.contains { $0.hasPrefix("iiif/3/deed-1/0,0,") })
        #expect(files["iiif/3/deed-1/info.json"].map { !String(decoding: $0, as: UTF8.self).contains("tiles") } == true)
    }
}

/// The links of a clause's texts in a site's file.
private struct SiteLinks: Decodable {
    let words: [LinkedWord]
    let phrases: [String: [LinkedPhrase]]
}

/// The server's links of a clause in a language.
private struct ServedLinks: Decodable {
    let words: [LinkedWord]
    let phrases: [LinkedPhrase]
}

private struct LinkedWord: Decodable, Equatable {
    let text: String
    let page: Int
    let box: [Double]
}

private struct LinkedPhrase: Decodable, Equatable {
    struct Quote: Decodable, Equatable {
        let text: String
        let occurrence: Int
    }

    let transcription: [Quote]
    let translation: [Quote]
}

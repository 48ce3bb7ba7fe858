import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import TestSupport
import Testing
import WebDocuments

@testable import ExplorerServer

/// Resources for crawlers and harvesters: robots.txt, sitemaps, nested collections, linked data.
@Suite struct CrawlerTests {
    /// Creates a library of public documents, and one document of each restricted kind.
    private static func library(open count: Int = 2) throws -> ScratchLibrary {
        let scratch = try ScratchLibrary()
        func add(_ id: String, _ more: String = "") throws {
            try scratch.add([
                "document": """
                {"id": "\(id)", "title": "Title \(id)", "language": "la", "languages": ["en", "fr"], \(more)
                 "pages": [{"width": 10, "height": 10}]}
                """
            ])
        }
        for number in 1...count {
            try add(
                "open-\(number)", number == 1 ? #""collections": [{"id": "charters/royal", "label": "Royal"}],"# : "")
        }
        try add("drafted", #""status": "draft", "collections": [{"id": "secret-drafts"}],"#)
        try add("restricted", #""access": "restricted", "collections": [{"id": "charters/secret"}],"#)
        try add("announced", #""access": "announced", "collections": [{"id": "secret-announced"}],"#)
        return scratch
    }

    private static let hidden = ["drafted", "restricted", "announced", "secret"]

    @Test func `the sitemap lists the public pages in each language, whoever requests it`() async throws {
        let scratch = try Self.library()
        let token = try scratch.token()
        var options = ServerOptions()
        options.publicURL = "https://example.org"
        try await SampleServer.test(options, library: scratch.library) { server in
            let response = try await server.get("/sitemap.xml")
            #expect(response.status == .ok && response.headers[.contentType] == "application/xml; charset=utf-8")
            let text = String(decoding: response.bytes, as: UTF8.self)
            let addresses = text.matches(of: /<loc>([^<]*)<\/loc>/).map { String($0.1) }
            #expect(
                addresses == ["https://example.org/"]
                    + ["open-1", "open-2"].flatMap { id in
                        ["", "?lang=en", "?lang=fr"].map { "https://example.org/documents/\(id)\($0)" }
                    })
            for link in [
                #"hreflang="fr" href="https://example.org/documents/open-1?lang=fr""#,
                #"hreflang="x-default" href="https://example.org/documents/open-1""#,
            ] { #expect(text.matches(of: try Regex(NSRegularExpression.escapedPattern(for: link))).count == 3) }
            let document = try scratch.library.store.document("open-1")
            let time = ISO8601DateFormatter().string(from: document.addedAt)
            #expect(text.contains("<loc>https://example.org/documents/open-1</loc><lastmod>\(time)</lastmod>"))
            #expect(Self.hidden.allSatisfy { !text.contains($0) })
            let signedIn = try await server.get("/sitemap.xml", headers: token.bearer)
            #expect(signedIn.bytes == response.bytes)
            #expect(try XMLDocumentCheck.isWellFormed(response.bytes))
            for path in [
                "/sitemap-1.xml", "/sitemap-0.xml", "/sitemap-x.xml", "/sitemap-1.json", "/sitemap-99999999999.xml",
            ] {
                try await #expect(server.get(path).status == .notFound, "\(path)")
            }
            let unchanged = try await server.get(
                "/sitemap.xml", headers: [.ifNoneMatch: try #require(response.headers[.eTag])])
            #expect(unchanged.status == .notModified)
        }
    }

    @Test func `the sitemap has no drafts, even where they are served`() async throws {
        let scratch = try Self.library()
        var options = ServerOptions()
        options.includesDrafts = true
        try await SampleServer.test(options, library: scratch.library) { server in
            let text = try await server.text("/sitemap.xml")
            #expect(text.contains("open-1") && Self.hidden.allSatisfy { !text.contains($0) })
        }
    }

    @Test func `a sitemap part stays within 50,000 addresses and 50 MB`() {
        let languages = (0..<40).map { "x-\(String(repeating: "a", count: 8))-\($0)" }
        let documents = (0..<SitemapWriter.documentLimit).map { number in
            ListedDocument(
                id: "\(number)-".padding(toLength: 100, withPad: "x", startingAt: 0), languages: languages,
                addedAt: Date())
        }
        var text = ""
        SitemapWriter(base: "https://" + String(repeating: "a", count: 250)).write(
            documents, includesLibrary: true, to: &text)
        #expect(text.matches(of: /<url>/).count == 1 + documents.count * (SitemapWriter.languageLimit + 1))
        #expect(text.matches(of: /<url>/).count <= 50_000 && text.utf8.count <= 50 << 20)
    }

    @Test func `many documents get a sitemap index, each part with its newest time`() async throws {
        let store = try TestStore().store
        var fixture = SourceFixture()
        for number in 0..<(SitemapWriter.documentLimit + 3) {
            fixture.files = [
                "document.json": Data(
                    """
                    {"id": "d-\(1_000 + number)", "title": "D", "language": "la", "languages": ["en"],
                     "pages": [{"width": 9, "height": 9}]}
                    """.utf8)
            ]
            _ = try store.put(
                try fixture.read(), images: [:], source: "a test",
                at: Date(timeIntervalSince1970: Double(number) * 86_400))
        }
        func text(_ part: Int?) throws -> String? {
            var text = ""
            return try SitemapWriter(base: "https://example.org").write(part: part, of: store, to: &text) ? text : nil
        }
        let index = try #require(try text(nil))
        #expect(
            index.matches(of: /<loc>([^<]*)<\/loc><lastmod>([^<]*)<\/lastmod>/).map { "\($0.1) \($0.2)" } == [
                "https://example.org/sitemap-1.xml 1971-05-15T00:00:00Z",
                "https://example.org/sitemap-2.xml 1971-05-18T00:00:00Z",
            ])
        let (first, second) = (try #require(try text(1)), try #require(try text(2)))
        #expect(first.matches(of: /<url>/).count == SitemapWriter.documentLimit + 1)
        #expect(second.matches(of: /<url>/).count == 3 && second.contains("/documents/d-1502<"))
        #expect(try text(3) == nil)
    }

    @Test func `robots.txt allows pages and disallows resources rendered per request`() async throws {
        let scratch = try Self.library()
        var options = ServerOptions()
        options.publicURL = "https://example.org"
        try await SampleServer.test(options, library: scratch.library) { server in
            let text = try await server.text("/robots.txt")
            #expect(text.contains("Sitemap: https://example.org/sitemap.xml\n"))
            for path in [
                "/", "/?plain", "/?plain&after=open-1", "/documents/open-1", "/documents/open-1?lang=fr",
                "/documents/open-1?clause=39&lang=fr", "/documents/open-1?plain&lang=fr",
                "/viewer/0123/app/document.js",
                "/api/documents/open-1", "/api/documents/open-1/clauses?category=all&lang=en&include=regions",
                "/api/documents?limit=24&include=facets", "/iiif/presentation/3/open-1/manifest.json",
                "/iiif/collections/charters.json", "/iiif/3/open-1-1/full/900,1200/0/default.jpg", "/sitemap-1.xml",
            ] { #expect(Robots(text).allows(path), "\(path)") }
            for path in [
                "/iiif/3/open-1-1/10,10,50,50/max/0/default.jpg", "/iiif/2/open-1-1/full/full/0/default.jpg",
                "/iiif/search/2/open-1?q=a", "/api/search?q=a", "/api/documents?q=a",
                "/api/documents/open-1/clauses?q=a",
                "/api/documents/open-1/at?x=1&y=1", "/api/documents/open-1/clauses/a/image.jpg?width=9",
                "/tiles/open-1-1/0/0/0.jpg",
                "/dzi/open-1-1_files/0/0_0.jpg", "/?q=a", "/?plain&q=a", "/?language=fr", "/documents/open-1?version=1",
                "/documents/open-1?embed", "/documents/open-1/edit", "/access", "/annotations/open-1/1/",
            ] { #expect(!Robots(text).allows(path), "\(path)") }
            #expect(Robots(text, agent: "Twitterbot").allows("/api/documents/open-1/clauses/a/image.jpg?width=9"))
        }
    }

    @Test func `a theme's robots.txt replaces the default`() async throws {
        let scratch = try Self.library()
        let main = ThemeFixture.main.replacing("\"back\":", with: "\"robots\": \"robots.txt\", \"back\":")
        try ThemeFixture.write(
            to: scratch.folder.appending(path: "library/theme").path(),
            ["theme.json": Data(main.utf8), "robots.txt": Data("User-agent: *\nDisallow: /\n".utf8)])
        try await SampleServer.test(library: scratch.library) { server in
            try await #expect(server.text("/robots.txt") == "User-agent: *\nDisallow: /\n")
        }
    }

    @Test func `collections are nested, and visible only to readers of their documents`() async throws {
        let scratch = try Self.library()
        let token = try scratch.token(for: ["restricted"])
        try await SampleServer.test(library: scratch.library) { server in
            func items(_ path: String, _ headers: HTTPFields = [:]) async throws -> [String] {
                let json = try await server.get(path, headers: headers).json()
                let items = try #require(json["items"] as? [[String: Any]])
                return items.compactMap {
                    ($0["id"] as? String)?.split(separator: "/").suffix(2).joined(separator: "/")
                }
            }
            let root = "/iiif/presentation/3/collection.json"
            try await #expect(items(root) == ["collections/charters.json", "open-2/manifest.json"])
            try await #expect(items("/iiif/collections/charters.json") == ["charters/royal.json"])
            let royal = try await server.get("/iiif/collections/charters/royal.json").json()
            #expect((royal["label"] as? [String: [String]]) == ["none": ["Royal"]])
            let parent = (royal["partOf"] as? [[String: String]])?.first?["id"]
            #expect(parent?.hasSuffix("/iiif/collections/charters.json") == true)
            try await #expect(items("/iiif/collections/charters/royal.json") == ["open-1/manifest.json"])
            let reader = token.bearer
            try await #expect(
                items("/iiif/collections/charters.json", reader) == ["charters/royal.json", "charters/secret.json"])
            for path in [
                "charters/secret", "secret-drafts", "secret-announced", "charters.1", "Charters", "charters/",
                "a/b/c/d/e/f/g/h/i",
            ] { try await #expect(server.get("/iiif/collections/\(path).json").status == .notFound, "\(path)") }
            let manifest = try await server.get("/iiif/presentation/3/open-1/manifest.json").json()
            let whole = (manifest["partOf"] as? [[String: Any]])?.compactMap { $0["id"] as? String } ?? []
            #expect(whole.count == 2 && whole[1].hasSuffix("/iiif/collections/charters/royal.json"))
        }
    }

    @Test func `the document list can be filtered, and its facets show only public values`() async throws {
        let scratch = try Self.library()
        try await SampleServer.test(library: scratch.library) { server in
            let all = try await server.get("/api/documents?include=facets").json()
            let facets = try #require(all["facets"] as? [String: Any])
            let collections = (facets["collections"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
            #expect(collections == ["charters", "charters/royal"])
            let text = String(decoding: try await server.get("/api/documents?include=facets").bytes, as: UTF8.self)
            #expect(Self.hidden.allSatisfy { !text.contains($0) })
            let some = try await server.get("/api/documents?collection=charters").json()
            #expect(some["total"] as? Int == 1 && some["facets"] == nil)
            for query in [
                "language=%3F", "collection=A", "theme=%2F", "from=x", "to=10000", "from=1300&to=1200", "include=all",
            ] { try await #expect(server.get("/api/documents?\(query)").status == .badRequest, "\(query)") }
            let plain = try await server.text("/?plain&collection=charters")
            #expect(plain.contains("open-1") && !plain.contains("open-2"))
            #expect(plain.contains(#"<option value="charters" selected>charters (1)</option>"#))
        }
    }

    @Test func `the plain page describes the document and its clauses in schema.org`() async throws {
        try await SampleServer.test { server in
            let page = try await server.text("/documents/magna-carta?plain")
            let data = try #require(page.firstMatch(of: /<script type="application\/ld\+json">(.*?)<\/script>/)?.1)
            let json = try #require(
                try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
            let parts = try #require(json["hasPart"] as? [[String: Any]])
            #expect(parts.count == 74 && json["version"] as? Int == 1 && json["dateModified"] is String)
            let clause = try #require(parts.first { $0["position"] as? String == "39" })
            #expect((clause["url"] as? String)?.hasSuffix("/documents/magna-carta?clause=39") == true)
            #expect((clause["name"] as? String)?.hasPrefix("39. ") == true)
        }
    }
}

/// The rules of a robots.txt for an agent, by RFC 9309, section 2.2.2: the longest match wins, and between equally long
/// ones the one that allows.
private struct Robots {
    private var rules: [(allows: Bool, pattern: String)] = []

    init(_ text: String, agent: String = "*") {
        var agents: [String] = []
        var isOpen = false
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if parts[0] == "User-agent" {
                agents = isOpen ? agents + [parts[1]] : [parts[1]]
                isOpen = true
            } else {
                isOpen = false
                if agents.contains(agent), ["Allow", "Disallow"].contains(parts[0]) {
                    rules.append((parts[0] == "Allow", parts[1]))
                }
            }
        }
    }

    func allows(_ path: String) -> Bool {
        let matching = rules.filter { rule in
            let pattern = NSRegularExpression.escapedPattern(for: rule.pattern).replacing("\\*", with: ".*")
            return path.range(of: "^" + pattern, options: .regularExpression) != nil
        }
        let longest = matching.map(\.pattern.count).max() ?? 0
        let counting = matching.filter { $0.pattern.count == longest }
        return counting.isEmpty || counting.contains(where: \.allows)
    }
}

/// Checks whether bytes are XML.
private enum XMLDocumentCheck {
    static func isWellFormed(_ bytes: [UInt8]) throws -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        var open: [Substring] = []
        for tag in text.matches(of: /<(\/?)([a-z:]+)(?:\s[^<>]*?)?(\/?)>/) {
            if !tag.1.isEmpty {
                guard open.popLast() == tag.2 else { return false }
            } else if tag.3.isEmpty {
                open.append(tag.2)
            }
        }
        return open.isEmpty && text.hasPrefix("<?xml ")
    }
}

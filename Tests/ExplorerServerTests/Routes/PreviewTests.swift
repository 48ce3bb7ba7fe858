import DocumentLibrary
import ExplorerServer
import Foundation
import HTTPTypes
import Testing

/// Metadata for link previews and citations: <https://ogp.me/>, schema.org, COinS.
@Suite struct PreviewTests {
    private static let base = "https://manuscripts.example.org"

    private static func test(
        library: Library? = nil, _ body: @escaping @Sendable (SampleClient) async throws -> Void
    ) async throws {
        var options = ServerOptions()
        options.publicURL = base
        try await SampleServer.test(options, library: library, body)
    }

    @Test func `a document's page has preview metadata with the public address`() async throws {
        try await Self.test { server in
            let page = try await server.page("/documents/magna-carta")
            let address = "\(Self.base)/documents/magna-carta"
            #expect(page.contains("<title>Magna Carta, 1215</title>"))
            #expect(page.property("og:title") == ["Magna Carta, 1215"])
            #expect(page.property("og:url") == [address])
            #expect(page.property("og:site_name") == ["manuscripts.example.org"])
            #expect(page.property("og:description").first?.hasPrefix("This is a drawn facsimile") == true)
            #expect(page.property("og:description") == page.property("description"))
            #expect(page.property("og:description").allSatisfy { $0.count <= 301 && $0.hasSuffix("…") })
            #expect(page.contains(#"<link rel="canonical" href="\#(address)">"#))
            #expect(page.contains(#"<link rel="cite-as" href="\#(address)">"#))
            #expect(page.contains("\(Self.base)/iiif/presentation/3/magna-carta/manifest.json"))
            #expect(page.property("og:image") == ["\(Self.base)/iiif/3/magna-carta-1/full/900,1200/0/default.jpg"])
            #expect(page.property("twitter:card") == ["summary_large_image"])
            #expect(page.property("og:image:alt") == ["Magna Carta, 1215"])
            // No addresses of other hosts except those of vocabularies and licences.
            let markup = page.replacing(#/<style>.*?</style>/#.dotMatchesNewlines(), with: "")
            let hosts = Set(markup.matches(of: /https?:\/\/([^\/"&;\s]+)/).map { String($0.1) })
            #expect(hosts == ["manuscripts.example.org", "schema.org", "iiif.io", "creativecommons.org"])
        }
    }

    @Test func `preview pictures have exactly the stated size`() async throws {
        try await Self.test { server in
            for query in ["", "?clause=39", "?clause=seal-marks", "?clause=39&lang=fr"] {
                let page = try await server.page("/documents/magna-carta\(query)")
                let (widths, heights) = (page.property("og:image:width"), page.property("og:image:height"))
                let addresses = page.property("og:image")
                #expect(!addresses.isEmpty)
                for (place, address) in addresses.enumerated() {
                    let answer = try await server.get(String(address.dropFirst(Self.base.count)))
                    #expect(answer.status == .ok, "\(address)")
                    let size = try #require(jpegSize(answer.bytes), "\(address)")
                    #expect(
                        [widths[place], heights[place]] == [String(size.width), String(size.height)], "\(address)")
                }
            }
        }
    }

    @Test func `a clause in the query determines the preview`() async throws {
        try await Self.test { server in
            let clause = try await server.get("/api/documents/magna-carta/clauses/39?lang=en").json()
            let title = try #require(clause["title"] as? String)
            let translation = try #require(clause["translation"] as? String)
            let page = try await server.page("/documents/magna-carta?clause=39")
            #expect(page.property("og:title") == ["39. \(title) · Magna Carta, 1215"])
            let description = try #require(page.property("og:description").first)
            #expect(translation.hasPrefix(description.dropLast()))
            #expect(page.property("og:url") == ["\(Self.base)/documents/magna-carta?clause=39"])
            // The clause alone would be 46 pixels high, so the picture shows part of the page around it.
            let images = page.property("og:image")
            #expect(images.count == 1 && images[0].hasPrefix("\(Self.base)/iiif/3/magna-carta-1/"))
            #expect(page.property("twitter:image") == images)
            #expect(page.property("og:image:width") == ["1200"] && page.property("og:image:height") == ["630"])
        }
    }

    @Test func `no preview picture is a sliver, of a clause or of a page`() async throws {
        try await Self.test { server in
            let ids = try await server.get("/api/documents/magna-carta/clauses?category=all,hidden-details").clauseIDs()
            #expect(ids.count == 74)
            for id in ids {
                let page = try await server.page("/documents/magna-carta?clause=\(id)")
                let sides = (page.property("og:image:width") + page.property("og:image:height")).compactMap { Int($0) }
                #expect(sides.count == 2 && sides.allSatisfy { $0 >= 200 }, "\(id): \(sides)")
            }
        }
        for (width, height) in [(100, 3_000), (3_000, 100)] {
            let scratch = try ScratchLibrary()
            let scan = PlainTIFF.bytes(
                width: width, height: height, pixels: [UInt8](repeating: 120, count: width * height * 3),
                rowsPerStrip: height)
            try scratch.add(
                [
                    "document":
                        #"{"id": "roll", "title": "Roll", "language": "la", "languages": ["en"], "pages": [{"image": "scan.tif"}]}"#,
                    "clauses": "[]",
                ], images: ["scan.tif": scan])
            try await Self.test(library: scratch.library) { server in
                let page = try await server.page("/documents/roll")
                let sides = (page.property("og:image:width") + page.property("og:image:height")).compactMap { Int($0) }
                let shape = Double(sides.max() ?? 0) / Double(max(1, sides.min() ?? 1))
                #expect(sides.count == 2 && shape < 2, "\(sides)")
                let address = try #require(page.property("og:image").first)
                let answer = try await server.get(String(address.dropFirst(Self.base.count)))
                let size = try #require(jpegSize(answer.bytes), "\(address)")
                #expect([size.width, size.height] == sides)
            }
        }
    }

    @Test func `the canonical address keeps a requested language and shows the same`()
        async throws
    {
        try await Self.test { server in
            let address = "\(Self.base)/documents/magna-carta"
            for (query, kept) in [
                ("?clause=39&lang=fr", "?clause=39&lang=fr"), ("?lang=fr", "?lang=fr"), ("?lang=FR-CA", "?lang=fr"),
                ("?plain&lang=fr", "?lang=fr"), ("?lang=fr,en", "?lang=fr"), ("?lang=tlh", ""),
                ("?clause=39", "?clause=39"), ("", ""),
            ] {
                let page = try await server.page("/documents/magna-carta\(query)")
                #expect(page.property("og:url") == [address + kept], "\(query)")
                #expect(
                    page.contains("<link rel=\"canonical\" href=\"\((address + kept).replacing("&", with: "&amp;"))\">")
                )
                let shown = page.property("og:title")
                let again = try await server.page(
                    String(try #require(page.property("og:url").first).dropFirst(Self.base.count)))
                #expect(again.property("og:title") == shown, "\(query)")
            }
            // The reader's own language is not part of the address.
            let french = try await server.get("/documents/magna-carta?clause=39", headers: [.acceptLanguage: "fr"])
            #expect(french.text.property("og:url") == ["\(address)?clause=39"])
            #expect(french.text.property("og:title").first?.hasPrefix("39. Juger") == true)
        }
    }

    @Test func `the language is the address's, or the reader's, or the document's first`() async throws {
        try await Self.test { server in
            let french = try await server.get("/documents/magna-carta?clause=39&lang=fr")
            #expect(french.text.property("og:title").first?.hasPrefix("39. Juger avant de punir · La Grande") == true)
            #expect(french.text.property("og:locale") == ["fr"])
            #expect(french.text.property("og:locale:alternate") == ["en"])
            #expect(french.headers[.vary] == "Accept-Encoding, Accept-Language")
            for (field, language) in [
                ("fr-CA,fr;q=0.8", "fr"), ("de,fr;q=0.3,en;q=0.7", "en"), ("de", "en"), ("fr;q=0,en", "en"), ("", "en"),
                ("*", "en"), ("FR", "fr"),
            ] {
                let page = try await server.get("/documents/magna-carta", headers: [.acceptLanguage: field])
                #expect(page.text.property("og:locale") == [language], "\(field)")
            }
            let named = try await server.get("/documents/magna-carta?lang=en", headers: [.acceptLanguage: "fr"])
            #expect(named.text.property("og:locale") == ["en"])
        }
    }

    @Test func `each variant of the page has its own ETag and is revalidated with a 304`() async throws {
        try await Self.test { server in
            var tags: Set<String> = []
            let paths = ["", "?clause=39", "?clause=40", "?lang=fr", "?clause=39&lang=fr"].map {
                "/documents/magna-carta\($0)"
            }
            for path in paths {
                let first = try await server.get(path)
                let tag = try #require(first.headers[.eTag])
                tags.insert(tag)
                let again = try await server.get(path, headers: [.ifNoneMatch: tag])
                #expect(again.status == .notModified && again.bytes.isEmpty)
                #expect(again.headers[.vary] == first.headers[.vary])
            }
            #expect(tags.count == paths.count)
        }
    }

    @Test func `an unknown clause or content state leaves the document's preview`() async throws {
        try await Self.test { server in
            let unknown = try await server.page("/documents/magna-carta?clause=no-such")
            #expect(unknown.property("og:url") == ["\(Self.base)/documents/magna-carta"])
            let long = String(repeating: "A", count: 20_000)
            let content = try await server.page("/documents/magna-carta?iiif-content=\(long)&clause=39")
            #expect(content.property("og:url") == ["\(Self.base)/documents/magna-carta"])
            let broken = try await server.page("/documents/magna-carta?clause=%FF")
            #expect(broken.contains("og:title"))
            let missing = try await server.get("/documents/no-such-document?clause=39")
            #expect(missing.status == .notFound)
            #expect(missing.text.contains("<title>Document</title>") && !missing.text.contains("og:title"))
        }
    }

    @Test func `linked data and the bibliographic record describe the same work`() async throws {
        try await Self.test { server in
            let page = try await server.page("/documents/magna-carta?clause=39")
            let work = try page.linkedData()
            #expect(work["@context"] as? String == "https://schema.org")
            #expect(work["@id"] as? String == "\(Self.base)/documents/magna-carta?clause=39")
            #expect((work["name"] as? String)?.hasPrefix("39. ") == true)
            #expect(work["license"] as? String == "https://creativecommons.org/licenses/by/4.0/")
            let whole = try #require(work["isPartOf"] as? [String: Any])
            #expect(whole["@id"] as? String == "\(Self.base)/documents/magna-carta")
            #expect(whole["identifier"] as? String == "Facsimile 1")
            let record = try page.reference()
            #expect(record["rft.title"] == work["name"] as? String)
            #expect(record["rft.source"] == "Magna Carta, 1215")
            #expect(record["rft.identifier"] == work["@id"] as? String)
            #expect(record["rft.type"] == "manuscript")
            #expect(record["rft_val_fmt"] == "info:ofi/fmt:kev:mtx:dc")
            let document = try await server.page("/documents/magna-carta")
            #expect(try document.linkedData()["@type"] as? String == "ArchiveComponent")
            #expect(try document.reference()["rft.source"] == "Facsimile 1")
        }
    }

    @Test func `the plain page has the same metadata and no scripts`() async throws {
        try await Self.test { server in
            let plain = try await server.page("/documents/magna-carta?plain&lang=fr")
            #expect(plain.contains("<title>La Grande Charte (Magna Carta), 1215</title>"))
            #expect(plain.property("og:url") == ["\(Self.base)/documents/magna-carta?lang=fr"])
            #expect(!plain.replacing(#"<script type="application/ld+json">"#, with: "").contains("<script"))
            #expect(try plain.reference()["rft.title"] == "La Grande Charte (Magna Carta), 1215")
        }
    }

    @Test func `without JavaScript a clause link redirects to the clause on the plain page`() async throws {
        try await Self.test { server in
            let page = try await server.page("/documents/magna-carta?clause=39")
            #expect(page.contains(#"content="0; url=?plain#39""#) && page.contains(#"<a href="?plain#39">"#))
            let whole = try await server.page("/documents/magna-carta")
            #expect(whole.contains(#"content="0; url=?plain""#))
            let plain = try await server.get("/documents/magna-carta?plain", headers: [.acceptLanguage: "fr-CA"])
            #expect(plain.text.contains(#"<html lang="fr">"#) && plain.text.contains(#"<article id="39">"#))
            #expect(plain.headers[.vary] == "Accept-Encoding, Accept-Language")
        }
    }

    @Test func `the API links the manifest`() async throws {
        try await Self.test { server in
            let manifest = "\(Self.base)/iiif/presentation/3/magna-carta/manifest.json"
            let document = try await server.get("/api/documents/magna-carta").json()
            #expect(document["manifest"] as? String == manifest)
            let list = try await server.get("/api/documents").json()
            #expect((list["documents"] as? [[String: Any]])?.first?["manifest"] as? String == manifest)
        }
    }

    @Test func `hostile strings are escaped in attributes, linked data and the bibliographic record`() async throws {
        let strings =
            try HostileStrings.all()
            + ["</script><script>alert(1)</script>", "<!--", "\" onload=\"x", "</title><h1>", "</body>", "a'b&amp;c"]
            // A character that ends a tag or value for a browser may be part of a longer `Character` in Swift.
            + ["\u{600}</script><script>alert(1)</script>", "\u{600}<b>", "\"\u{301} onload=x", "\u{600}\" onload=x"]
        #expect(strings.count > 150)
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-naughty-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let texts = folder.appending(path: "source/texts")
        try FileManager.default.createDirectory(at: texts, withIntermediateDirectories: true)
        let clauses = strings.indices.map {
            #"{"id":"n\#($0)","number":null,"regions":[{"page":1,"polygon":[[0,0],[9,0],[9,9]]}]}"#
        }
        let titles = strings.map { HostileStrings.title("t" + $0) }
        let words = zip(titles, strings).enumerated().map { ("n\($0)", ["title": $1.0, "translation": "t" + $1.1]) }
        let encoder = JSONEncoder()
        for (name, json) in [
            ("clauses", Data("[\(clauses.joined(separator: ","))]".utf8)),
            ("texts/en", try encoder.encode(Dictionary(uniqueKeysWithValues: words))),
            (
                "document",
                Data(
                    #"{"id":"n","title":"n","language":"en","languages":["en"],"pages":[{"width":9,"height":9}]}"#.utf8)
            ),
        ] {
            try json.write(to: folder.appending(path: "source/\(name).json"))
        }
        let library = try Library(path: folder.appending(path: "library").path(), access: .write)
        _ = try library.add(.folder(folder.appending(path: "source").path()))
        try await Self.test(library: library) { server in
            // Like the address of a clause, this one does not show all outlines.
            let plain = try await server.page("/documents/n?category=all")
            let tags = plain.tagCount
            for (index, name) in titles.enumerated() {
                let page = try await server.page("/documents/n?clause=n\(index)")
                let title = "\(name) · n"
                #expect(page.property("og:title").map { Array($0.utf8) } == [Array(title.utf8)], "\(index)")
                #expect(try page.linkedData()["name"] as? String == name, "\(index)")
                #expect(try page.reference()["rft.title"] == name, "\(index)")
                // One for the description, which the document lacks, and its Open Graph.
                #expect(page.tagCount == tags + 2, "\(index)")
            }
        }
    }
}

/// Returns width and height of a JPEG from its frame header (ITU-T T.81, B.2.2).
private func jpegSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    var place = 2
    while place + 9 < bytes.count, bytes[place] == 0xFF {
        let marker = bytes[place + 1]
        let number = { (at: Int) in Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
        if (0xC0...0xC3).contains(marker) { return (number(place + 7), number(place + 5)) }
        place += 2 + number(place + 2)
    }
    return nil
}

private func unescaped(_ text: some StringProtocol) -> String {
    [("&quot;", "\""), ("&gt;", ">"), ("&lt;", "<"), ("&amp;", "&")].reduce(String(text)) {
        $0.replacingOccurrences(of: $1.0, with: $1.1, options: .literal)
    }
}

extension String {
    /// Returns the contents of the meta elements of a name.
    fileprivate func property(_ name: String) -> [String] {
        // By bytes, because a combining character after a quotation mark would hide it from a search for characters.
        let bytes = Array(utf8)
        var found: [String] = []
        for kind in ["property", "name"] {
            let start = Array("<meta \(kind)=\"\(name)\" content=\"".utf8)
            var place = 0
            while place + start.count < bytes.count {
                if bytes[place] == start[0], bytes[place..<place + start.count].elementsEqual(start) {
                    let content = bytes[(place + start.count)...].prefix { $0 != UInt8(ascii: "\"") }
                    found.append(unescaped(String(decoding: content, as: UTF8.self)))
                    place += start.count
                }
                place += 1
            }
        }
        return found
    }

    /// The number of tags that a browser finds.
    fileprivate var tagCount: Int { matches(of: /<[a-zA-Z!\/]/.matchingSemantics(.unicodeScalar)).count }

    fileprivate func linkedData() throws -> [String: Any] {
        let start = try #require(range(of: "<script type=\"application/ld+json\">"))
        let end = try #require(range(of: "</script>", range: start.upperBound..<endIndex))
        let json = Data(self[start.upperBound..<end.lowerBound].utf8)
        return try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    }

    fileprivate func reference() throws -> [String: String] {
        let start = try #require(range(of: "<span class=\"Z3988\" title=\""))
        let end = try #require(range(of: "\"></span>", range: start.upperBound..<endIndex))
        let pairs = unescaped(self[start.upperBound..<end.lowerBound]).split(separator: "&").map {
            let halves = $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(halves[0]), halves[1].removingPercentEncoding ?? "")
        }
        return Dictionary(pairs) { first, _ in first }
    }
}

extension SampleClient {
    fileprivate func page(_ path: String) async throws -> String {
        let response = try await get(path)
        #expect(response.status == .ok, "\(path)")
        return response.text
    }
}

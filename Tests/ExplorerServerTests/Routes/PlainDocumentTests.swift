import DocumentLibrary
import ExplorerServer
import Foundation
import HTTPTypes
import Testing

/// A document as plain HTML, for readers without JavaScript.
@Suite struct PlainDocumentTests {
    @Test func `every clause and detail is an article in reading order with all its texts`() async throws {
        try await SampleServer.test { server in
            let clauses = try await server.get("/api/documents/magna-carta/clauses?category=all,hidden-details&lang=en")
            let page = try await server.text("/documents/magna-carta?plain")
            let articles = page.matches(of: /<article id="([^"]+)">/).map { String($0.1) }
            try #expect(articles == clauses.clauseIDs())
            let list = try #require(try clauses.json()["clauses"] as? [[String: Any]])
            for clause in list {
                for key in ["title", "translation", "context", "transcription"] {
                    for line in (clause[key] as? String ?? "").split(separator: "\n") {
                        #expect(page.contains(escaped(String(line))), "\(clause["id"] ?? "") \(key)")
                    }
                }
            }
            #expect(page.contains(#"<h2 lang="en">39. "#))
        }
    }

    @Test func `each text states its language, and the transcription that of the document`() async throws {
        try await SampleServer.test { server in
            let page = try await server.text("/documents/magna-carta?plain&lang=fr")
            #expect(page.contains(#"<html lang="fr">"#))
            let article = try #require(page.firstMatch(of: /<article id="39">(?s:.*?)<\/article>/)).0
            let languages = article.matches(of: /<(?:h2|p) lang="([a-z]+)"/).map { String($0.1) }
            #expect(languages.first == "fr")
            #expect(languages.last == "la")
            #expect(Set(languages) == ["fr", "la"])
            #expect(page.contains("Voir la feuille"))
        }
    }

    @Test func `the list of documents is in the reader's language and direction`() async throws {
        try await SampleServer.test { server in
            let german = try await server.get("/?plain", headers: [.acceptLanguage: "tlh, de-AT;q=0.8"])
            let page = String(decoding: german.bytes, as: UTF8.self)
            #expect(page.contains(#"<html lang="de">"#) && page.contains("<p>1 Dokument</p>"))
            let arabic = try await server.text("/?plain&lang=ar")
            #expect(arabic.contains(#"<html lang="ar" dir="rtl">"#) && arabic.contains("<h1>الوثائق</h1>"))
        }
    }

    @Test func `the page links to each language and falls back to the first`() async throws {
        try await SampleServer.test { server in
            let page = try await server.text("/documents/magna-carta?plain")
            for code in ["en", "fr"] {
                #expect(page.contains(#"<a href="?plain&amp;lang=\#(code)" hreflang="\#(code)" lang="\#(code)">"#))
            }
            #expect(page.contains(#"<html lang="en">"#))
            try await #expect(server.text("/documents/magna-carta?plain&lang=tlh") == page)
        }
    }

    @Test func `the page shows holder, rights and translator`() async throws {
        try await SampleServer.test { server in
            let document = try await server.get("/api/documents/magna-carta").json()
            let page = try await server.text("/documents/magna-carta?plain")
            let holder = try #require((document["holder"] as? [String: String])?["en"])
            let credit = try #require((document["credits"] as? [String: String])?["en"])
            let rights = try #require(document["rights"] as? String)
            for fact in [holder, credit, rights] {
                #expect(page.contains("<p dir=\"auto\">\(escaped(fact))</p>"), "\(fact)")
            }
        }
    }

    @Test func `the page has no scripts, supports ETag revalidation and cannot be framed by others`() async throws {
        try await SampleServer.test { server in
            let response = try await server.get("/documents/magna-carta?plain")
            #expect(response.headers[.contentType] == "text/html; charset=utf-8")
            #expect(response.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'self'") == true)
            // Data, which browsers do not run.
            let page = String(decoding: response.bytes, as: UTF8.self)
            #expect(!page.replacing(#"<script type="application/ld+json">"#, with: "").contains("<script"))
            let validator = try #require(response.headers[.eTag])
            let again = try await server.get("/documents/magna-carta?plain", headers: [.ifNoneMatch: validator])
            #expect(again.status == .notModified)
            #expect(again.bytes.isEmpty)
        }
    }

    @Test func `only the plain parameter selects the plain page`() async throws {
        try await SampleServer.test { server in
            for query in ["", "?plainly", "?lang=plain", "?embed"] {
                let page = try await server.text("/documents/magna-carta\(query)")
                #expect(page.contains("<script"), "\(query)")
            }
            for query in ["?plain=", "?plain=1", "?lang=fr&plain"] {
                let page = try await server.text("/documents/magna-carta\(query)")
                #expect(page.contains("<article"), "\(query)")
            }
        }
    }

    @Test func `an unknown document is a 404 that names the id`() async throws {
        try await SampleServer.test { server in
            let response = try await server.get("/documents/no-such-document?plain")
            #expect(response.status == .notFound)
            #expect(String(decoding: response.bytes, as: UTF8.self).contains("no-such-document"))
        }
    }

    @Test func `markup in a document is escaped`() async throws {
        try await Self.withDocument(
            document: """
                {"id": "sly", "title": "<script>1</script> & \\"more\\"", "language": "la", "languages": ["en"],
                 "shelfmark": "A<B", "pages": [{"width": 10, "height": 10}]}
                """,
            clauses: """
                [{"id": "a", "number": "1", "regions": [\(Self.region)]},
                 {"id": "b", "incipit": "Item <i>primo</i>", "regions": [\(Self.region)]},
                 {"id": "c", "number": null, "regions": [\(Self.region)]}]
                """,
            texts: #"{"a": {"title": "x</h2><img src=y>", "translation": "one\n\n<b>two</b>"}}"#
        ) { server in
            let page = try await server.text("/documents/sly?plain")
                .replacing(#"<script type="application/ld+json">"#, with: "")
            for tag in ["<script", "<img", "<b>", "<i>"] { #expect(!page.contains(tag), "\(tag)") }
            #expect(page.contains("<h1 dir=\"auto\">&lt;script&gt;1&lt;/script&gt; &amp; &quot;more&quot;</h1>"))
            #expect(page.contains("<p dir=\"auto\">A&lt;B</p>"))
            #expect(page.contains("1. x&lt;/h2&gt;&lt;img src=y&gt;</h2>"))
            #expect(page.contains(#"<p lang="en">one</p>"# + "\n" + #"<p lang="en">&lt;b&gt;two&lt;/b&gt;</p>"#))
            // Without a title the opening words, or otherwise the id, so that every clause has a name.
            #expect(page.contains(">Item &lt;i&gt;primo&lt;/i&gt;</h2>"))
            #expect(page.contains(">c</h2>"))
            // A single language is not offered as a choice.
            #expect(!page.contains("hreflang"))
        }
    }

    @Test func `each text has the direction of its language`() async throws {
        try await Self.withDocument(
            document: """
                {"id": "both", "title": "Both ways", "language": "la", "languages": ["en", "ar"],
                 "pages": [{"width": 10, "height": 10}]}
                """,
            clauses: #"[{"id": "a", "number": "1", "regions": [\#(Self.region)]}]"#,
            texts: #"{"a": {"title": "Bread", "transcription": "panis"}}"#,
            arabic: #"{"a": {"title": "الخبز", "translation": "خبز وماء"}}"#
        ) { server in
            let english = try await server.text("/documents/both?plain")
            #expect(english.contains(#"<html lang="en">"#))
            #expect(english.contains(#"<h2 lang="en">1. Bread</h2>"#))
            #expect(english.contains(#"<a href="?plain&amp;lang=ar" hreflang="ar" lang="ar" dir="rtl">العربية</a>"#))
            let arabic = try await server.text("/documents/both?plain&lang=ar")
            #expect(arabic.contains(#"<html lang="ar" dir="rtl">"#))
            #expect(arabic.contains(#"<p lang="ar">خبز وماء</p>"#))
            #expect(arabic.contains(#"<p lang="la" dir="ltr">panis</p>"#))
        }
    }

    private static let region = #"{"page": 1, "polygon": [[0, 0], [9, 0], [9, 9]]}"#

    private static func withDocument(
        document: String, clauses: String, texts: String, arabic: String? = nil,
        _ body: @escaping @Sendable (SampleClient) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-plain-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "source")
        try FileManager.default.createDirectory(at: source.appending(path: "texts"), withIntermediateDirectories: true)
        var files = [("document", document), ("clauses", clauses), ("texts/en", texts)]
        if let arabic { files.append(("texts/ar", arabic)) }
        for (name, json) in files {
            try Data(json.utf8).write(to: source.appending(path: "\(name).json"))
        }
        let library = try Library(path: folder.appending(path: "library").path(), access: .write)
        _ = try library.add(.folder(source.path()))
        try await SampleServer.test(library: library, body)
    }
}

/// Returns text as escaped between tags.
private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        .replacing("\"", with: "&quot;")
}

extension SampleClient {
    func text(_ path: String) async throws -> String {
        let response = try await get(path)
        #expect(response.status == .ok, "\(path)")
        return String(decoding: response.bytes, as: UTF8.self)
    }
}

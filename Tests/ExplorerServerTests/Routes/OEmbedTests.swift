import FileSupport
import Foundation
import FoundationXML
import HTTPTypes
import Testing
import WebDocuments

@testable import ExplorerServer

/// Specification: <https://oembed.com/>
@Suite struct OEmbedTests {
    private static let base = "https://manuscripts.example.org"

    private static func ask(
        _ url: String, more: String = "", status: HTTPResponse.Status = .ok
    ) async throws -> [String: Any] {
        var options = ServerOptions()
        options.publicURL = base
        nonisolated(unsafe) var answer: [String: Any] = [:]
        try await SampleServer.test(options) { server in
            let response = try await server.get("/oembed?url=\(PercentEncoding.encode(url))\(more)")
            #expect(response.status == status, "\(url) \(more)")
            answer = try response.json()
        }
        return answer
    }

    @Test func `a document is a rich embed with a thumbnail, 800 by 600 by default`() async throws {
        let answer = try await Self.ask("\(Self.base)/documents/magna-carta")
        #expect(answer["version"] as? String == "1.0")
        #expect(answer["type"] as? String == "rich")
        #expect(answer["title"] as? String == "Magna Carta, 1215")
        #expect(answer["provider_name"] as? String == "manuscripts.example.org")
        #expect(answer["provider_url"] as? String == "\(Self.base)/")
        #expect((answer["author_name"] as? String)?.hasPrefix("The explore project") == true)
        #expect(answer["width"] as? Int == 800)
        #expect(answer["height"] as? Int == 600)
        let html = try #require(answer["html"] as? String)
        #expect(html.hasPrefix(#"<iframe src="\#(Self.base)/documents/magna-carta?embed" "#))
        #expect(html.contains(#" width="800" height="600" "#))
        #expect(
            answer["thumbnail_url"] as? String
                == "\(Self.base)/iiif/3/magna-carta-1/full/900,1200/0/default.jpg")
    }

    @Test func `frame and thumbnail stay within maxwidth and maxheight`() async throws {
        let answer = try await Self.ask(
            "\(Self.base)/documents/magna-carta?clause=39", more: "&format=json&maxwidth=320&maxheight=200")
        #expect(answer["width"] as? Int == 320)
        #expect(answer["height"] as? Int == 200)
        #expect((answer["html"] as? String)?.contains(#" width="320" height="200" "#) == true)
        #expect(answer["thumbnail_width"] as? Int == 320)
        #expect(try #require(answer["thumbnail_height"] as? Int) <= 200)
        let thumbnail = try #require(answer["thumbnail_url"] as? String)
        // The clause is one line across the sheet, so the picture shows part of the page around it.
        #expect(
            thumbnail.hasPrefix("\(Self.base)/iiif/3/magna-carta-1/") && thumbnail.hasSuffix("/320,168/0/default.jpg"))
        #expect(answer["thumbnail_height"] as? Int == 168)
    }

    @Test func `the frame keeps the view of the address`() async throws {
        let answer = try await Self.ask(
            "http://MANUSCRIPTS.example.org/documents/magna-carta?embed&clause=1&x=y#clause=39&lang=fr,en&xywh=1,2,3,4")
        let html = try #require(answer["html"] as? String)
        #expect(html.contains("/documents/magna-carta?embed#clause=39&amp;lang=fr,en&amp;xywh=1,2,3,4\""))
        #expect((answer["title"] as? String)?.hasPrefix("39. Juger avant de punir") == true)
    }

    @Test(arguments: [
        "https://example.com/documents/magna-carta", "\(base)/documents/no-such", "\(base)/", "\(base)",
        "\(base)/documents/", "\(base)/documents/magna-carta/icons/x.svg",
        "\(base)/documents/magna-carta?clause=no-such",
        "ftp://manuscripts.example.org/documents/magna-carta", "magna-carta", "\(base).evil.com/documents/magna-carta",
        "https://user@manuscripts.example.org/documents/magna-carta", "javascript:alert(1)", "\(base)/documents/%FF",
        "\(base)/documents/a%2F..%2Fb",
    ])
    func `an address of another site or of an unknown resource is a 404`(url: String) async throws {
        _ = try await Self.ask(url, status: .notFound)
    }

    @Test func `XML has the same values as JSON`() async throws {
        var options = ServerOptions()
        options.publicURL = Self.base
        try await SampleServer.test(options) { server in
            let url = "/oembed?url=\(PercentEncoding.encode("\(Self.base)/documents/magna-carta?clause=39&lang=fr"))"
            let json = try await server.get("\(url)&format=json").json()
            let answer = try await server.get("\(url)&format=xml")
            #expect(answer.status == .ok && answer.headers[.contentType] == "text/xml; charset=utf-8")
            #expect(answer.headers[.vary] == "Accept-Encoding, Accept-Language")
            let document = try XMLDocument(data: Data(answer.bytes))
            let root = try #require(document.rootElement())
            #expect(root.name == "oembed")
            let elements = (root.children ?? []).map { ($0.name ?? "", $0.stringValue ?? "") }
            #expect(Dictionary(elements) { first, _ in first } == json.mapValues { "\($0)" })
            #expect(elements.count == json.count)
        }
    }

    @Test func `other formats are a 501, invalid parameters a 400`() async throws {
        let url = "\(Self.base)/documents/magna-carta"
        _ = try await Self.ask(url, more: "&format=yaml", status: .notImplemented)
        _ = try await Self.ask("", status: .badRequest)
        for more in ["&maxwidth=0", "&maxheight=-1", "&maxwidth=wide", "&maxwidth=99999999999999999999"] {
            _ = try await Self.ask(url, more: more, status: .badRequest)
        }
    }

    @Test func `the page's discovery link leads to its embed`() async throws {
        var options = ServerOptions()
        options.publicURL = Self.base
        try await SampleServer.test(options) { server in
            let page = String(
                decoding: try await server.get("/documents/magna-carta?clause=39&lang=fr").bytes, as: UTF8.self)
            let link = try #require(page.firstMatch(of: /type="application\/json\+oembed" href="([^"]+)"/)).1
            let path = String(link).replacing("&amp;", with: "&").dropFirst(Self.base.count)
            let answer = try await server.get(String(path)).json()
            #expect(answer["type"] as? String == "rich")
            #expect((answer["html"] as? String)?.contains("#clause=39&amp;lang=fr") == true)
            #expect((answer["title"] as? String)?.hasPrefix("39. Juger avant de punir") == true)
        }
    }
}

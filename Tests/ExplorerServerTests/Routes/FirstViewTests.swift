import FileSupport
import Foundation
import HTTPTypes
import TestSupport
import Testing
import WebDocuments

@testable import ExplorerServer

/// What a document's page shows before its scripts have loaded.
@Suite struct FirstViewTests {
    private static func page(_ server: SampleClient, _ query: String = "") async throws -> (
        html: String, policy: String
    ) {
        let response = try await server.get("/documents/magna-carta\(query)")
        #expect(response.status == .ok)
        return (
            String(decoding: response.bytes, as: UTF8.self), try #require(response.headers[.contentSecurityPolicy])
        )
    }

    @Test func `a document's page embeds a small picture, a larger one's address and all outlines`() async throws {
        try await SampleServer.test { server in
            let html = try await Self.page(server).html
            #expect(html.contains(#"<div id="paper" data-page="1"><img src="data:image/webp;base64,"#))
            let address = try #require(
                html.firstMatch(of: #/<img src="(\/iiif\/3\/magna-carta-1\/[^"]+)" width="400"/#)?.1)
            let picture = try await server.get(String(address))
            #expect(picture.status == .ok && picture.headers[.contentType] == "image/webp")
            #expect(picture.headers[.cacheControl] == CachePolicy.immutable.fieldValue)
            #expect(picture.bytes.count < 100_000)
            let all = try await server.get("/api/documents/magna-carta/clauses").clauseIDs()
            #expect(html.matches(of: #/<path class="clause (filled|outline) c\d" d="M/#).count == all.count)
            #expect(html.contains("--page-width:6000;--page-height:8000"))
            #expect(html.contains(#"<h1 id="title" dir="auto">Magna Carta, 1215</h1>"#))
        }
    }

    @Test func `the policy allows exactly the styles of the page, by hash`() async throws {
        try await SampleServer.test { server in
            for query in ["", "?debug", "?embed", "?clause=39"] {
                let (html, policy) = try await Self.page(server, query)
                let styles = html.matches(of: #/<style>(.*?)</style>/#.dotMatchesNewlines())
                #expect(styles.count == (query == "?debug" ? 1 : 2))
                let hashes = styles.map { ContentSecurityPolicy.hash(ofStyle: $0.1) }
                #expect(policy.contains("style-src 'self' \(hashes.joined(separator: " ")); "))
            }
            let missing = try await server.get("/documents/nothing")
            let html = String(decoding: missing.bytes, as: UTF8.self)
            let style = try #require(html.firstMatch(of: #/<style>(.*?)</style>/#.dotMatchesNewlines())?.1)
            #expect(
                missing.headers[.contentSecurityPolicy]?.contains(ContentSecurityPolicy.hash(ofStyle: style)) == true)
        }
    }

    @Test func `a page with ?debug loads the modules instead of the bundle`() async throws {
        try await SampleServer.test { server in
            let (plain, debugged) = (try await Self.page(server).html, try await Self.page(server, "?debug").html)
            #expect(plain.contains("/bundles/document.js\"") && !plain.contains("/app/document.js\""))
            #expect(debugged.contains("/app/document.js\"") && !debugged.contains("/bundles/"))
        }
    }

    @Test func `an address that selects a view omits the outlines, or also the picture`() async throws {
        try await SampleServer.test { server in
            for query in ["?category=justice", "?clause=39", "?q=widow"] {
                let html = try await Self.page(server, query).html
                #expect(html.contains("data-page=\"1\"") && !html.contains("id=\"outlines\""), "\(query)")
            }
            for query in ["?page=1", "?xywh=0,0,10,10"] {
                let html = try await Self.page(server, query).html
                #expect(!html.contains("data-page") && !html.contains("id=\"outlines\""), "\(query)")
                #expect(html.contains("--document-ground:"), "\(query)")
            }
        }
    }
}

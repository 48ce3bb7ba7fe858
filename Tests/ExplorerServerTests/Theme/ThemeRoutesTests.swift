import DocumentLibrary
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import TestSupport
import Testing

@testable import ExplorerServer

@Suite struct ThemeRoutesTests {
    /// Runs a server of a small library with a theme.
    private func served(
        _ changes: [String: Data?] = [:],
        _ body: @escaping @Sendable (ExplorerServer, SampleClient, _ theme: String) async throws -> Void
    ) async throws {
        let scratch = try ScratchLibrary()
        try scratch.addSmall("psalter")
        let path = scratch.folder.appending(path: "library").path()
        try ThemeFixture.write(to: path + "/theme", changes)
        let server = try ExplorerServer(
            library: try Library(serving: path), options: ServerOptions(),
            logger: Logger(label: "tests"))
        try await server.application().test(.router) { client in
            try await body(server, SampleClient(client: client), path + "/theme")
        }
        withExtendedLifetime(scratch) {}
    }

    private static func version(in page: String) throws -> String {
        try #require(page.firstMatch(of: /\/theme\/([0-9a-f]{16})\/theme\.css/).map { String($0.1) })
    }

    @Test func `pages have the theme's name, icons, styles and data under a strict policy`() async throws {
        try await served { _, client, _ in
            for address in ["/", "/documents/psalter", "/access", "/docs", "/?plain", "/documents/psalter?plain"] {
                let response = try await client.get(address)
                let page = String(decoding: response.bytes, as: UTF8.self)
                let version = try Self.version(in: page)
                #expect(page.contains(#"<script type="application/json" id="institution">{"name":{"#), "\(address)")
                #expect(page.contains(#"<link rel="icon" href="/theme/\#(version)/logo.svg" type="image/svg+xml""#))
                let policy = try #require(response.headers[.contentSecurityPolicy])
                #expect(policy.hasPrefix("default-src 'self'; ") && !policy.contains("unsafe"), "\(address): \(policy)")
            }
            let library = String(decoding: try await client.get("/").bytes, as: UTF8.self)
            #expect(library.contains("<title>Museum of Deeds</title>") && library.contains("content=\"#ffffff\""))
            #expect(library.firstMatch(of: /property="og:image" content="http[^"]+\/preview\.jpg"/) != nil)
            let document = String(decoding: try await client.get("/documents/psalter").bytes, as: UTF8.self)
            let logo = try #require(document.firstMatch(of: /<a id="brand" href="\/"><img src="\/theme\/[^>]+>/)).0
            #expect(logo.contains(#" width="2000" height="1000""#))
            #expect(document.contains(#"<meta property="og:site_name" content="Museum of Deeds">"#))
            let plain = String(decoding: try await client.get("/?plain&lang=de").bytes, as: UTF8.self)
            #expect(plain.contains("<p>Urkundenmuseum</p>"))
            let polish = String(decoding: try await client.get("/?plain&lang=pl").bytes, as: UTF8.self)
            #expect(polish.contains(#"<html lang="pl">"#) && polish.contains(">Szukaj</button>"))
            #expect(plain.contains(#"<a href="https://museum.example/impressum">Impressum</a>"#))
            #expect(plain.contains(#"<a href="https://museum.example/">Zurück zu Urkundenmuseum</a>"#))
        }
    }

    @Test func `the theme's files are immutable under its version, and other files are a 404`() async throws {
        try await served { _, client, _ in
            let page = String(decoding: try await client.get("/").bytes, as: UTF8.self)
            let version = try Self.version(in: page)
            let style = try await client.get("/theme/\(version)/theme.css")
            let text = String(decoding: style.bytes, as: UTF8.self)
            #expect(style.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(text.contains(#"src:url("fonts/text.woff2") format("woff2");font-weight:100 900"#))
            #expect(text.contains("--theme-bar:#ffffff;--theme-bar-text:#102040;--theme-accent:#b05a00}"))
            #expect(text.contains("#brand"))
            let font = try await client.get("/theme/\(version)/fonts/text.woff2")
            #expect(font.headers[.contentType] == "font/woff2" && font.bytes == Array("wOF2 font".utf8))
            let logo = try await client.get("/theme/\(version)/logo.svg")
            #expect(logo.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
            let texts = try await client.get("/theme/\(version)/texts/en.json").json()
            #expect(texts["phrases.library"] as? String == "The whole collection")
            // A page opened before a change gets the current files.
            let former = try await client.get("/theme/0123456789abcdef/theme.css")
            #expect(former.headers[.cacheControl] == "public, no-cache")
            for path in ["theme.json", "fonts/OFL.md", "../library.sqlite", ""] {
                #expect(try await client.get("/theme/\(version)/\(path)").status == .notFound, "\(path)")
            }
            let manifest = try await client.get("/viewer/explore.webmanifest").json()
            #expect(manifest["name"] as? String == "Museum of Deeds" && manifest["short_name"] as? String == "Deeds")
            let icons = try #require(manifest["icons"] as? [[String: String]])
            #expect(icons.map { $0["sizes"] } == ["any", "512x512", "512x512"] && icons[2]["purpose"] == "maskable")
            #expect(icons[0]["src"] == "../theme/\(version)/logo.svg")
        }
    }

    @Test func `a reload applies a changed theme and its ETags, and ignores a broken theme`()
        async throws
    {
        try await served { server, client, theme in
            let first = try await client.get("/documents/psalter")
            let file = URL(filePath: theme + "/theme.json")
            try Data(ThemeFixture.main.replacing("Museum of Deeds", with: "Archive of Deeds").utf8).write(to: file)
            await server.reload()
            let second = try await client.get("/documents/psalter")
            #expect(String(decoding: second.bytes, as: UTF8.self).contains("Archive of Deeds"))
            #expect(first.headers[.eTag] != second.headers[.eTag])
            try Data("{ \"nmae\": 1 }".utf8).write(to: file)
            await server.reload()
            let third = try await client.get("/documents/psalter")
            #expect(third.headers[.eTag] == second.headers[.eTag])
            try FileManager.default.removeItem(at: file)
            await server.reload()
            let fourth = String(decoding: try await client.get("/documents/psalter").bytes, as: UTF8.self)
            #expect(!fourth.contains("id=\"institution\"") && !fourth.contains("/theme/"))
        }
    }
}

import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import TestSupport
import Testing

@testable import ExplorerServer

/// Which clients a server for local editing accepts as the local user.
@Suite struct LocalEditorTests {
    private static let site = HTTPField.Name("Sec-Fetch-Site") ?? .origin
    private static let mode = HTTPField.Name("Sec-Fetch-Mode") ?? .origin
    private static let destination = HTTPField.Name("Sec-Fetch-Dest") ?? .origin

    private static var options: ServerOptions {
        var options = ServerOptions()
        options.isEditable = true
        return options
    }

    /// Returns the editor according to `/api/session`: `local publish`, or nothing.
    private static func editor(
        _ server: SampleClient, _ headers: HTTPFields, document: String? = nil
    ) async throws -> String? {
        let path = "/api/session" + (document.map { "?document=\($0)" } ?? "")
        let response = try await server.get(path, headers: headers)
        #expect(response.status == .ok && response.headers[.cacheControl] == "no-store")
        guard let editor = try response.json()["editor"] as? [String: String] else { return nil }
        return "\(editor["name"] ?? "?") \(editor["scope"] ?? "?")"
    }

    @Test func `only requests from own pages, links or no page count as the local editor`() async throws {
        let fixture = try AccessFixture.withSecrets()
        let old = try fixture.token(for: ["public"])
        try await SampleServer.test(Self.options, library: fixture.library) { server in
            for headers: HTTPFields in [
                [:], [Self.site: "same-origin"], [Self.site: "none"], [.origin: SampleClient.base],
                [Self.site: "cross-site", Self.mode: "navigate", Self.destination: "document"], old.cookie,
            ] {
                try await #expect(Self.editor(server, headers) == "local publish", "\(headers)")
                try await #expect(Self.editor(server, headers, document: "secret") == "local publish", "\(headers)")
                try await #expect(server.get("/api/documents/secret", headers: headers).status == .ok, "\(headers)")
                try await #expect(server.get("/tiles/drafty-1.json", headers: headers).status == .ok, "\(headers)")
            }
            var proxied: [HTTPFields] = [
                [Self.site: "cross-site"], [Self.site: "same-site"], [.origin: "https://evil.example"],
                [.origin: "null"], [Self.site: "cross-site", Self.mode: "navigate", Self.destination: "iframe"],
            ]
            for name in ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"] {
                proxied.append([try #require(HTTPField.Name(name)): "192.0.2.1"])
            }
            for headers in proxied {
                try await #expect(Self.editor(server, headers) == nil, "\(headers)")
                try await #expect(server.get("/api/documents/secret", headers: headers).status == .notFound)
                try await #expect(server.get("/api/documents/public", headers: headers).status == .ok)
            }
            // A program has only the rights of its token.
            try await #expect(Self.editor(server, old.bearer) == nil)
            try await #expect(server.get("/api/documents/secret", headers: old.bearer).status == .notFound)
        }
    }

    @Test(arguments: [
        ("127.0.0.1:8080", true), ("localhost", true), ("LOCALHOST:1", true), ("[::1]:8080", true), ("[::1]", true),
        ("127.9.9.9", true), ("evil.example:8080", false), ("127.0.0.1.evil.example", false), ("", false),
        ("[::2]:8080", false), ("::1", false), ("localhost.evil.example", false), ("192.168.0.7:8080", false),
        ("[::1", false),
    ])
    func `only loopback addresses and localhost count as this machine`(authority: String, isLocal: Bool) {
        #expect(PublicAddress.isLoopback(LocalRequest.host(of: authority)) == isLocal)
    }

    @Test(.ownThreads) func `DNS rebinding gives a page no local editor`() async throws {
        let fixture = try AccessFixture.withSecrets()
        try await SampleServer.test(Self.options, library: fixture.library, over: .live) { server in
            let port = try #require(server.client.port)
            func response(host: String) throws -> String {
                let origin = "Origin: http://\(host)\r\nSec-Fetch-Site: same-origin\r\n"
                let connection = try LoopbackConnection(port: port)
                return try connection.request("GET /api/session HTTP/1.1\r\nHost: \(host)\r\n\(origin)\r\n")
            }
            #expect(try response(host: "127.0.0.1:\(port)").contains("\"local\""))
            #expect(try response(host: "localhost:\(port)").contains("\"local\""))
            #expect(try response(host: "evil.example:\(port)").contains("\"editor\":null"))
        }
    }

    @Test func `local editing needs the option, and the option is refused on public addresses`() async throws {
        let fixture = try AccessFixture.withSecrets()
        try await SampleServer.test(library: fixture.library) { server in
            try await #expect(Self.editor(server, [.origin: SampleClient.base]) == nil)
        }
        let open: [(String, String?)] = [("0.0.0.0", nil), ("192.0.2.7", nil), ("127.0.0.1", "https://example.org")]
        for (host, url) in open {
            var options = ServerOptions(host: host, publicURL: url)
            options.isEditable = true
            let error = #expect(throws: ServerError.self) {
                _ = try ExplorerServer(library: fixture.library, options: options, logger: Logger(label: "tests"))
            }
            #expect(error?.description.contains("explore token create --scope edit") == true)
        }
    }

    @Test func `a token with the edit scope can edit the documents it covers, and no others`() async throws {
        let fixture = try AccessFixture.withSecrets()
        let reader = try fixture.token()
        let one = try fixture.token(for: ["secret"], label: "Ada", scope: .edit)
        let all = try fixture.token(label: "Grace", scope: .publish)
        let expired = try fixture.token(scope: .edit, expiresAt: Date(timeIntervalSinceNow: -1))
        try await SampleServer.test(library: fixture.library) { server in
            for isCookie in [true, false] {
                func fields(_ token: AccessToken) -> HTTPFields { isCookie ? token.cookie : token.bearer }
                try await #expect(Self.editor(server, fields(reader), document: "public") == nil)
                // Without a document the route adds new ones, which a token for some documents may not.
                try await #expect(Self.editor(server, fields(one)) == nil)
                try await #expect(Self.editor(server, fields(all)) == "Grace publish")
                try await #expect(Self.editor(server, fields(one), document: "secret") == "Ada edit")
                try await #expect(Self.editor(server, fields(one), document: "public") == nil)
                try await #expect(Self.editor(server, fields(all), document: "public") == "Grace publish")
            }
            try await #expect(Self.editor(server, expired.cookie) == nil)
        }
    }
}

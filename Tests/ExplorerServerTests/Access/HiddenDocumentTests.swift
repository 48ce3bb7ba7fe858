import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Logging
import Testing

@testable import ExplorerServer

/// The existence of a document is hidden from everyone who may not read it. Tests every address of the router.
@Suite struct HiddenDocumentTests {
    /// Returns the router's addresses for one document, with the fixture's values.
    private static func addresses(of id: String, _ paths: [String]) throws -> [String] {
        try paths.filter { $0.contains("{document}") || $0.contains("{image}") || $0 == "/oembed" }
            .filter { $0 != "/iiif/presentation/3/{document}" }
            .flatMap { try filled($0, id) }
    }

    private static func filled(_ pattern: String, _ id: String) throws -> [String] {
        var address = pattern.replacing("{document}", with: id).replacing("{image}", with: "\(id)-1")
        address = address.replacing("{clause}/{file}", with: "a/image.jpg").replacing("{clause}", with: "a")
        address = address.replacing("edits/{edit}", with: "edits/none").replacing("pages/{page}", with: "pages/1")
        address = address.replacing("scans/{scan}", with: "scans/s0123456789abcdef0123")
        address = address.replacing("{number}/{annotation}", with: "1/a").replacing("{number}", with: "1")
        address = address.replacing("recordings/{file}", with: "recordings/none.mp3")
        address = address.replacing("recordings/**", with: "recordings/en/a.mp3")
        address = address.replacing("icons/{file}", with: "icons/mark.svg")
        address = address.replacing("_files/{level}/{tile}", with: "_files/8/0_0.jpg")
        address = address.replacing("{z}/{x}/{tile}", with: "0/0/0.jpg")
        address = address.replacing("{region}/{size}/{rotation}/{file}", with: "0,0,100,100/50,/90/default.png")
        let parts = [
            "manifest.json", "annotations.json", "annotations/1.json", "canvas/1",
            "canvas/1/painting", "canvas/1/painting/1", "canvas/1/scale", "clause/a", "category/x", "range/clauses",
            "range/categories", "range/clause/a",
        ]
        let addresses = address.contains("**") ? parts.map { address.replacing("**", with: $0) } : [address]
        return try addresses.flatMap { address -> [String] in
            try #require(!address.contains("{"), "\(pattern) is new: this test must know what to put in")
            return switch address {
            case "/annotations/\(id)":
                ["/annotations/pages?uri=\(SampleClient.base)/iiif/presentation/3/\(id)/canvas/1"]
            case "/oembed": ["/oembed?url=\(SampleClient.base)/documents/\(id)"]
            case _ where address.hasSuffix("/outline"): [address + "?from=20,20&to=60,20"]
            case _ where address.hasSuffix("/at"): [address + "?x=20&y=20", address + "?x=20&y=20&category=x"]
            case _ where address.hasPrefix("/iiif/search/"): [address + "?q=weirs", address + "?q=nothing"]
            case "/documents/\(id)": [address, address + "?plain", address + "?clause=a", address + "?embed"]
            case _ where address.hasSuffix("/download.jpg"): [address]
            case _ where address.hasSuffix(".jpg"): [address, address.replacing(".jpg", with: ".webp")]
            case _ where address.hasSuffix("/clauses"):
                [address, address + "?q=weirs&include=counts", address + "?page=9"]
            default: [address]
            }
        }
    }

    private static func paths(_ library: Library) throws -> [String] {
        try ExplorerServer(library: library, options: ServerOptions(), logger: Logger(label: "tests")).paths
    }

    /// Whether an address has nothing to return even for a readable document: a small picture exists only for images
    /// being cut, a scale only if the page has one, sign-in from other sites only for announced documents, and the
    /// document has no ninth page, edits, scans or recordings.
    private static func isNothing(_ address: String) -> Bool {
        address.contains("/preview.") || address.contains("/auth/2/probe/") || address.hasSuffix("/scale")
            || address.hasSuffix("?page=9")
            || address.hasSuffix("/edits/none") || address.contains("/scans/s0") || address.contains("/recordings/")
    }

    @Test(arguments: ["secret", "drafty"])
    func `without a token every address of a hidden document responds like that of an unknown one`(id: String)
        async throws
    {
        let fixture = try AccessFixture.withSecrets()
        let paths = try Self.paths(fixture.library)
        let own = try fixture.token(for: [id], scope: .edit)
        let other = try fixture.token(for: [id == "secret" ? "drafty" : "secret"])
        try await SampleServer.test(library: fixture.library) { server in
            let addresses = try Self.addresses(of: id, paths)
            let unknown = try Self.addresses(of: AccessFixture.unknown, paths)
            #expect(addresses.count > 30)
            // Twice: with cold caches, and directly after an authorised request.
            for round in 1...2 {
                for (address, nowhere) in zip(addresses, unknown) {
                    for (method, headers) in Self.requestsWithoutAccess(other) {
                        let expected = ComparableResponse(
                            try await server.send(method, nowhere, headers: headers), naming: AccessFixture.unknown,
                            as: "@")
                        let response = ComparableResponse(
                            try await server.send(method, address, headers: headers), naming: id, as: "@")
                        #expect(response == expected, "\(method) \(address), round \(round)")
                        #expect(response.status == 404, "\(address)")
                    }
                }
                for address in addresses where !Self.isNothing(address) {
                    for headers in [own.bearer, own.cookie] {
                        let response = try await server.get(address, headers: headers)
                        #expect((200..<400).contains(response.status.code), "\(address)")
                        #expect(
                            ["private, no-cache", "no-store"].contains(response.headers[.cacheControl]), "\(address)")
                        #expect(response.headers[.vary]?.hasSuffix("Authorization, Cookie") == true, "\(address)")
                    }
                }
            }
        }
    }

    /// Returns requests without a token for the document.
    private static func requestsWithoutAccess(_ other: AccessToken) -> [(HTTPRequest.Method, HTTPFields)] {
        [
            (.get, [:]), (.head, [:]), (.get, [.ifNoneMatch: "*"]), (.get, [.accept: "text/html"]),
            (.get, [.accept: "application/ld+json", .acceptEncoding: "gzip"]), (.get, other.bearer),
            (.get, other.cookie),
            (.get, [.cookie: "explore-access=nothing"]), (.get, [.authorization: "Basic eA=="]),
        ]
    }

    /// Returns the addresses that belong to no single document, and those of an open one that could reveal others.
    private static func libraryAddresses(_ paths: [String]) -> [String] {
        // Responses about the server itself change with each request.
        let apart = ["/oembed", "/access/session", "/metrics"]
        let shared = paths.filter { !$0.contains("{") && !$0.contains("**") && !apart.contains($0) }
        return shared + [
            "/api/search?q=weirs", "/api/search?q=weirs&limit=1", "/api/search?q=all%20weirs&limit=1&after=1",
            "/api/search?q=Hidden", "/iiif/search/2?q=weirs", "/iiif/search/2", "/iiif/search/2/public?q=weirs",
            "/iiif/search/2/public/autocomplete?q=a", "/iiif/search/2/public/autocomplete?q=wei",
            "/iiif/search/1/public?q=weirs", "/iiif/search/1/public/autocomplete?q=wei",
            "/api/documents?limit=1", "/api/documents?limit=1&after=a", "/api/documents?q=Hidden",
            "/api/documents?q=a&limit=1", "/?plain", "/?plain&q=Hidden", "/?plain&after=a",
            "/iiif/presentation/3/collection.json", "/iiif/presentation/3/collection-1.json",
            "/iiif/discovery/1/page/1.json", "/iiif/discovery/1/page/2.json", "/api/documents/public",
            "/iiif/presentation/3/public/manifest.json",
        ]
    }

    @Test func `hidden documents change no byte of lists, searches, collections and change feeds`()
        async throws
    {
        let fixture = try AccessFixture([("open-2", "published", "open")])
        let paths = try Self.paths(fixture.library)
        let other = try fixture.token(for: ["public"])
        let keeper = try fixture.token()
        try await SampleServer.test(library: fixture.library) { server in
            let addresses = Self.libraryAddresses(paths)
            var before: [String: ComparableResponse] = [:]
            for address in addresses {
                before[address] = ComparableResponse(try await server.get(address))
                before["token " + address] = ComparableResponse(try await server.get(address, headers: other.bearer))
                before["keeper " + address] = ComparableResponse(try await server.get(address, headers: keeper.bearer))
            }
            try fixture.add("secret", access: "restricted", title: "Hidden")
            try fixture.add("drafty", status: "draft", access: nil, title: "Hidden")
            try fixture.add("both", status: "draft", access: "restricted", title: "Hidden")
            try fixture.add("secret", access: "restricted", title: "Hidden again")
            try fixture.library.remove("both")
            // First verify that an authorised reader sees a difference, without which the test would be meaningless.
            let changingAddresses = [
                "/api/documents", "/api/documents?q=Hidden", "/?plain", "/api/search?q=weirs", "/api/search?q=Hidden",
                "/iiif/search/2?q=weirs",
                "/iiif/search/2", "/iiif/presentation/3/collection.json", "/iiif/discovery/1/page/1.json",
                "/iiif/discovery/1/activity.json",
            ]
            for address in changingAddresses {
                let former = try #require(before["keeper " + address])
                let start = ContinuousClock.now
                while ComparableResponse(try await server.get(address, headers: keeper.bearer)) == former {
                    try #require(start.duration(to: .now) < .seconds(60), "\(address) shows nothing to its keeper")
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            // Twice, because cached values may be refreshed after the first response.
            for address in addresses + addresses {
                let anyone = ComparableResponse(try await server.get(address))
                #expect(anyone == before[address], "\(address)")
                let response = ComparableResponse(try await server.get(address, headers: other.bearer))
                #expect(response == before["token " + address], "\(address) with a token for another document")
            }
        }
    }

    @Test func `for clients without access, restricting a document is a Delete and opening it a Create`() async throws {
        let fixture = try AccessFixture()
        try fixture.add("secret", access: nil, title: "1")
        try fixture.add("secret", access: "restricted", title: "2")
        try fixture.add("secret", access: "restricted", title: "3")
        try fixture.add("secret", access: "open", title: "4")
        let token = try fixture.token(for: ["secret"])
        try await SampleServer.test(library: fixture.library) { server in
            func kinds(_ headers: HTTPFields) async throws -> [String] {
                let page = try await server.get("/iiif/discovery/1/page/1.json", headers: headers).json()
                return (page["orderedItems"] as? [[String: Any]] ?? []).compactMap { $0["type"] as? String }
            }
            try await #expect(kinds([:]) == ["Create", "Create", "Delete", "Create"])
            try await #expect(kinds(token.bearer) == ["Create", "Create", "Update", "Update", "Update"])
        }
    }

    @Test func `serving drafts opens no restricted document, and is refused on public addresses`()
        async throws
    {
        let fixture = try AccessFixture.withSecrets()
        try await SampleServer.test(ServerOptions(includesDrafts: true), library: fixture.library) { server in
            let documents = try await server.get("/api/documents").json()["documents"] as? [[String: Any]]
            #expect(documents?.compactMap { $0["id"] as? String } == ["drafty", "public"])
            try await #expect(server.get("/tiles/drafty-1.json").status == .ok)
            try await #expect(server.get("/tiles/secret-1.json").status == .notFound)
            let changes = try await server.get("/iiif/discovery/1/page/1.json")
            #expect(!String(decoding: changes.bytes, as: UTF8.self).contains("secret"))
        }
        for options in [
            ServerOptions(host: "0.0.0.0", includesDrafts: true), ServerOptions(host: "::", includesDrafts: true),
            ServerOptions(host: "192.0.2.7", includesDrafts: true),
            ServerOptions(host: "127.evil.example", includesDrafts: true),
            ServerOptions(publicURL: "https://example.org", includesDrafts: true),
        ] {
            #expect(throws: ServerError.self) {
                _ = try ExplorerServer(library: fixture.library, options: options, logger: Logger(label: "tests"))
            }
        }
    }

    @Test func `response times do not reveal whether a hidden document exists`() async throws {
        let fixture = try AccessFixture.withSecrets()
        try await SampleServer.test(library: fixture.library) { server in
            let clock = ContinuousClock()
            for path in ["/api/documents/@", "/dzi/@-1_files/8/0_0.jpg", "/iiif/presentation/3/@/manifest.json"] {
                var times: [String: [Duration]] = ["secret": [], AccessFixture.unknown: []]
                for _ in 0..<300 {
                    for id in ["secret", AccessFixture.unknown] {
                        let address = path.replacing("@", with: id)
                        let time = try await clock.measure { _ = try await server.get(address) }
                        times[id, default: []].append(time)
                    }
                }
                let (forbidden, unknown) = (Self.median(times["secret"]), Self.median(times[AccessFixture.unknown]))
                // Both need one database query. Opening the pyramid first would take several times as long.
                #expect(forbidden < unknown * 1.5 && unknown < forbidden * 1.5, "\(path): \(forbidden), \(unknown)")
            }
        }
    }

    private static func median(_ times: [Duration]?) -> Duration { (times ?? []).sorted()[150] }
}

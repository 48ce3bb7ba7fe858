import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import NIOCore
import TestSupport
import Testing

@testable import ExplorerServer

/// Changes require a scope, are refused from other sites, and are rate-limited. Tests every address of the router that
/// changes something.
@Suite struct WriteProtectionTests {
    /// A route that changes a document.
    struct Change: Sendable {
        let route: String
        let scope: TokenScope
        let byteLimit: Int

        /// Returns the address for a document.
        func path(_ document: String) -> String {
            route.replacing("POST ", with: "").replacing("{document}", with: document)
                .replacing("{scan}", with: "s0")
        }
    }

    static let changes = [
        Change(route: "POST /api/documents/{document}/working-copy/edits", scope: .edit, byteLimit: 4 << 20),
        Change(route: "POST /api/documents/{document}/working-copy/alignment", scope: .edit, byteLimit: 4_096),
        Change(route: "POST /api/documents/{document}/working-copy/publish", scope: .publish, byteLimit: 1_024),
        Change(route: "POST /api/documents/{document}/working-copy/discard", scope: .publish, byteLimit: 1_024),
        Change(route: "POST /api/documents/{document}/scans/{scan}/parts", scope: .edit, byteLimit: 1_024),
    ]

    /// The routes that change no document: the forms that set and clear a browser's cookie.
    private static let others = ["POST /access", "POST /access/sign-out"]

    @Test func `these tests cover every changing route of the server`() throws {
        let fixture = try AccessFixture()
        let server = try ExplorerServer(
            library: fixture.library, options: ServerOptions(), logger: Logger(label: "tests"))
        #expect(
            server.changingRoutes.sorted()
                == (Self.changes.map(\.route) + ScanRoutesTests.routes + AnnotationProtectionTests.changes.map(\.route)
                + Self.others).sorted())
    }

    /// Expects that nothing was changed, although a valid request would have changed something.
    private static func expectUnchanged(_ server: SampleClient, _ token: AccessToken) async throws {
        let state = try await server.get(EditFixture.path, headers: token.bearer).json()
        #expect(state["revision"] as? Int == 0)
    }

    @Test(arguments: changes)
    func `a token without the scope is refused, and hidden documents are not revealed`(change: Change) async throws {
        let fixture = try AccessFixture.withSecrets()
        let reader = try fixture.token()
        let elsewhere = try fixture.token(for: ["drafty"], scope: .publish)
        let expired = try fixture.token(scope: .publish, expiresAt: Date(timeIntervalSinceNow: -1))
        let editor = try fixture.token(scope: .edit)
        let good = try fixture.token(scope: .publish)
        try await SampleServer.test(EditFixture.options(isEditable: false), library: fixture.library) { server in
            func status(_ document: String, _ headers: HTTPFields) async throws -> Int {
                var headers = headers
                if headers[.authorization] == nil { headers[.origin] = SampleClient.base }
                return try await server.send(
                    json: EditFixture.title("New"), to: change.path(document), headers: headers
                ).status.code
            }
            for document in ["public", "secret", AccessFixture.unknown] {
                let isPublic = document == "public"
                try await #expect(status(document, [:]) == (isPublic ? 401 : 404))
                try await #expect(status(document, expired.cookie) == (isPublic ? 401 : 404))
                try await #expect(status(document, expired.bearer) == 401)
                for headers in [elsewhere.bearer, elsewhere.cookie] {
                    try await #expect(status(document, headers) == (isPublic ? 403 : 404))
                }
                for headers in [reader.bearer, reader.cookie] {
                    try await #expect(status(document, headers) == (document == AccessFixture.unknown ? 404 : 403))
                }
                if change.scope == .publish, document != AccessFixture.unknown {
                    try await #expect(status(document, editor.bearer) == 403)
                }
            }
            try await Self.expectUnchanged(server, good)
        }
    }

    @Test(arguments: changes)
    func `a page of another site can change nothing, whatever credentials it sends`(change: Change) async throws {
        let fixture = try AccessFixture()
        let token = try fixture.token(scope: .publish)
        let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            // Local, by a cookie, and by a separate token.
            for credentials in [[:], token.cookie, token.bearer] as [HTTPFields] {
                for origin: HTTPFields in [
                    [.origin: "https://evil.example"], [.origin: "null"], [.origin: "http://localhost.evil.example"],
                    [.origin: "https://evil.example", site: "cross-site"],
                    credentials[.authorization] == nil ? [:] : [.origin: "https://viewer.example"],
                    credentials[.authorization] == nil ? [site: "same-site"] : [.origin: "null"],
                ] {
                    var headers = credentials
                    for field in origin { headers[field.name] = field.value }
                    let response = try await server.send(
                        json: EditFixture.title("New"), to: change.path("public"), headers: headers)
                    #expect([401, 403].contains(response.status.code), "\(headers)")
                }
            }
            try await Self.expectUnchanged(server, token)
        }
    }

    @Test(arguments: changes)
    func `bodies that are not JSON or too large, and too many requests, are refused`(change: Change) async throws {
        let fixture = try AccessFixture()
        let token = try fixture.token(scope: .publish)
        let rate = RateLimit(burst: 2, interval: .hours(1))
        try await SampleServer.test(EditFixture.options(rate: rate), library: fixture.library) { server in
            func response(_ json: String, _ type: String? = "application/json") async throws -> SampleResponse {
                var headers = token.bearer
                headers[.contentType] = type ?? ""
                headers[.contentLength] = "\(json.utf8.count)"
                return try await server.send(.post, change.path("public"), headers: headers, body: json)
            }
            for type in [
                "text/plain", "application/x-www-form-urlencoded", "", "application/jsonx", "multipart/form-data",
            ] {
                try await #expect(response("{}", type).status == .unsupportedMediaType, "\(type)")
            }
            let long = String(repeating: " ", count: change.byteLimit) + "{}"
            try await #expect(response(long).status == .contentTooLarge)
            for _ in 1...2 {
                // Invalid requests count too.
                try await #expect([400, 422].contains(response("{", "Application/JSON; charset=utf-8").status.code))
            }
            let refused = try await response("{}")
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
            // The client of another token is not delayed.
            let other = try fixture.token(scope: .publish)
            let headers = other.bearer
            let free = try await server.send(json: "{", to: change.path("public"), headers: headers)
            #expect([400, 422].contains(free.status.code))
            try await Self.expectUnchanged(server, token)
        }
    }

    @Test(arguments: changes) func `a replica refuses changes with a 403 and has no editor`(change: Change) async throws
    {
        let (library, far) = try FarPyramids.library()
        let token = AccessToken()
        let info = TokenInfo(
            id: token.id, label: "a test", grant: .everything, scope: .publish, createdAt: Date(), expiresAt: nil)
        try SampleServer.sampleLibrary().store.add(info, sha256: token.sha256)
        try await SampleServer.test(EditFixture.options(isEditable: false), library: library) { server in
            let response = try await server.send(
                json: EditFixture.title("New"), to: change.path("magna-carta"), headers: token.bearer)
            #expect(response.status == .forbidden && response.text.contains("replica"))
            let session = try await server.get("/api/session", headers: token.bearer)
            #expect(session.text == #"{"editor":null}"#)
            let page = try await server.get("/documents/magna-carta/edit", headers: token.bearer)
            #expect(page.status == .forbidden)
            let document = try await server.get("/documents/magna-carta", headers: token.bearer)
            #expect(!document.text.contains("rel=\"edit\""))
        }
        withExtendedLifetime(far) {}
    }

    @Test(.ownThreads) func `a body above the limit is refused with a 413 before it arrives`() async throws {
        let fixture = try AccessFixture()
        try await SampleServer.test(EditFixture.options(), library: fixture.library, over: .live) { server in
            let port = try #require(server.client.port)
            func status(_ path: String, _ length: Int) throws -> String {
                let connection = try LoopbackConnection(port: port)
                let head = "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: \(length)\r\n\r\n"
                try connection.send(head)
                return String(decoding: connection.receiveAll().prefix(12), as: UTF8.self)
            }
            let edits = EditFixture.path + "/edits"
            #expect(try status(edits, (4 << 20) + 1) == "HTTP/1.1 413")
            #expect(try status(EditFixture.path + "/publish", 4_097) == "HTTP/1.1 413")
            #expect(try status("/access", 8_193) == "HTTP/1.1 413")
            #expect(try status("/anything?/working-copy", 4_097) == "HTTP/1.1 413")
        }
    }
}

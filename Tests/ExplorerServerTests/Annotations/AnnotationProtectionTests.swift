import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import ExplorerServer

/// Proposals require a scope and, from another site, a token, and are rate-limited.
@Suite struct AnnotationProtectionTests {
    /// A route that writes annotations.
    struct Change: Sendable {
        let route: String
        let method: HTTPRequest.Method
        let path: String
        let body: String?
        /// Whether the document is named in the body, so that nothing about it is revealed before the body is read.
        var isAnonymous = false
    }

    static let changes = [
        Change(
            route: "POST /annotations/{document}/{number}", method: .post, path: "/annotations/@/1/",
            body: AnnotationFixture.comment()),
        Change(
            route: "PUT /annotations/{document}/{number}/{annotation}", method: .put, path: "/annotations/@/1/a",
            body: AnnotationFixture.comment()),
        Change(
            route: "DELETE /annotations/{document}/{number}/{annotation}", method: .delete, path: "/annotations/@/1/a",
            body: nil),
        Change(
            route: "POST /annotations", method: .post, path: "/annotations", body: AnnototRoutesTests.sent(on: "@"),
            isAnonymous: true),
        Change(
            route: "PATCH /annotations/{document}", method: .patch, path: AnnototRoutesTests.address(of: "a", on: "@"),
            body: AnnototRoutesTests.sent(on: "@")),
        Change(
            route: "DELETE /annotations/{document}", method: .delete,
            path: AnnototRoutesTests.address(of: "a", on: "@"), body: nil),
    ]

    private static func send(
        _ change: Change, to document: String, _ server: SampleClient, _ headers: HTTPFields
    ) async throws -> SampleResponse {
        var headers = headers
        headers[.ifMatch] = "*"
        let body = change.body?.replacing("@/canvas", with: document + "/canvas")
        if body != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        return try await server.send(
            change.method, change.path.replacing("@", with: document), headers: headers, body: body)
    }

    private static func expectUnchanged(_ server: SampleClient, _ token: AccessToken) async throws {
        let state = try await server.get(EditFixture.path, headers: token.bearer).json()
        #expect(state["revision"] as? Int == 0)
    }

    @Test(arguments: changes)
    func `a token without the scope is refused, and hidden documents are not revealed`(change: Change) async throws {
        let fixture = try AccessFixture.withSecrets()
        let reader = try fixture.token()
        let elsewhere = try fixture.token(for: ["drafty"], scope: .publish)
        let good = try fixture.token(scope: .edit)
        try await SampleServer.test(EditFixture.options(isEditable: false), library: fixture.library) { server in
            func status(_ document: String, _ headers: HTTPFields) async throws -> Int {
                var headers = headers
                if headers[.authorization] == nil { headers[.origin] = SampleClient.base }
                return try await Self.send(change, to: document, server, headers).status.code
            }
            for document in ["public", "secret", AccessFixture.unknown] {
                let isPublic = document == "public"
                try await #expect(status(document, [:]) == (isPublic || change.isAnonymous ? 401 : 404))
                for headers in [elsewhere.bearer, elsewhere.cookie] {
                    try await #expect(status(document, headers) == (isPublic ? 403 : 404))
                }
                let isUnknown = document == AccessFixture.unknown
                for headers in [reader.bearer, reader.cookie] {
                    try await #expect(status(document, headers) == (isUnknown && !change.isAnonymous ? 404 : 403))
                }
            }
            try await Self.expectUnchanged(server, good)
            try await #expect((200...204).contains(status("public", good.bearer)))
        }
    }

    @Test(arguments: changes)
    func `a page of another site can write only with a bearer token`(change: Change) async throws {
        let fixture = try AccessFixture()
        let token = try fixture.token(scope: .publish)
        let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            for credentials in [[:], token.cookie] as [HTTPFields] {
                for origin: HTTPFields in [
                    [.origin: "https://evil.example"], [.origin: "null"], [:], [site: "same-site"],
                    [.origin: "https://evil.example", site: "cross-site"],
                ] {
                    var headers = credentials
                    for field in origin { headers[field.name] = field.value }
                    let response = try await Self.send(change, to: "public", server, headers)
                    #expect([401, 403].contains(response.status.code), "\(headers)")
                }
            }
            try await Self.expectUnchanged(server, token)
            var headers = token.bearer
            headers[.origin] = "https://viewer.example"
            headers[site] = "cross-site"
            let response = try await Self.send(change, to: "public", server, headers)
            #expect((200...204).contains(response.status.code), "\(response.text)")
            #expect(response.headers[.accessControlAllowOrigin] == "*")
        }
    }

    @Test(arguments: changes)
    func `bodies that are not JSON or too large, and too many requests, are refused`(change: Change) async throws {
        let fixture = try AccessFixture()
        let token = try fixture.token(scope: .publish)
        let rate = RateLimit(burst: 2, interval: .hours(1))
        try await SampleServer.test(EditFixture.options(rate: rate), library: fixture.library) { server in
            func response(_ body: String?, _ type: String? = "application/json") async throws -> SampleResponse {
                var headers = token.bearer
                headers[.contentType] = type
                headers[.contentLength] = body.map { "\($0.utf8.count)" }
                return try await server.send(
                    change.method, change.path.replacing("@", with: "public"), headers: headers, body: body)
            }
            if change.body != nil {
                for type in ["text/plain", "", "application/ld+jsonx"] {
                    try await #expect(response("{}", type).status == .unsupportedMediaType, "\(type)")
                }
                let long = String(repeating: " ", count: ServerLimits.annotationByteCount) + "{}"
                try await #expect(response(long).status == .contentTooLarge)
            }
            for _ in 1...2 {
                // Invalid requests count too.
                let status = try await response(change.body.map { _ in "{" }).status.code
                #expect([204, 410, 422, 428].contains(status), "\(status)")
            }
            let refused = try await response(change.body.map { _ in "{}" })
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
        }
    }

    @Test(arguments: changes) func `a replica refuses proposals with a 403`(change: Change) async throws {
        let (library, far) = try FarPyramids.library()
        let token = AccessToken()
        let info = TokenInfo(
            id: token.id, label: "a test", grant: .everything, scope: .publish, createdAt: Date(), expiresAt: nil)
        try SampleServer.sampleLibrary().store.add(info, sha256: token.sha256)
        try await SampleServer.test(EditFixture.options(isEditable: false), library: library) { server in
            let response = try await Self.send(change, to: "magna-carta", server, token.bearer)
            #expect(response.status == .forbidden && response.text.contains("replica"))
        }
        withExtendedLifetime(far) {}
    }
}

import DocumentLibrary
import DocumentModel
import FileSupport
import Foundation
import HTTPTypes
import Testing

@testable import ExplorerServer

/// The editor's page, and the link from the viewer's page.
@Suite struct EditorPageTests {
    private static func text(_ response: SampleResponse) -> String { String(decoding: response.bytes, as: UTF8.self) }

    @Test func `editors get the editor page with a strict content security policy`() async throws {
        let fixture = try AccessFixture.withSecrets()
        let token = try fixture.token(for: ["secret"], scope: .edit)
        var options = ServerOptions()
        options.isEditable = true
        let ways: [(ServerOptions, HTTPFields)] = [
            (ServerOptions(), token.cookie), (options, [.origin: SampleClient.base]),
        ]
        for (options, headers) in ways {
            try await SampleServer.test(options, library: fixture.library) { server in
                for path in ["/documents/secret/edit", "/documents/secret/edit?debug"] {
                    let page = try await server.get(path, headers: headers)
                    #expect(page.status == .ok)
                    #expect(Self.text(page).contains("/editor.js\" type=\"module\""))
                    let policy = try #require(page.headers[.contentSecurityPolicy])
                    #expect(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'self'"))
                    #expect(policy.contains("require-trusted-types-for 'script'"))
                }
                let missing = try await server.get("/documents/\(AccessFixture.unknown)/edit", headers: headers)
                #expect(missing.status == .notFound)
            }
        }
    }

    @Test func `without the edit scope readers get the sign-in form, and others a 404`() async throws {
        let fixture = try AccessFixture.withSecrets()
        let reader = try fixture.token(for: ["secret"])
        let elsewhere = try fixture.token(for: ["drafty"], scope: .publish)
        try await SampleServer.test(library: fixture.library) { server in
            let ways: [(String, HTTPFields, HTTPResponse.Status)] = [
                ("public", [:], .unauthorized), ("public", reader.cookie, .forbidden),
                ("public", elsewhere.bearer, .forbidden), ("secret", reader.cookie, .forbidden),
            ]
            for (id, headers, status) in ways {
                let page = try await server.get("/documents/\(id)/edit", headers: headers)
                #expect(page.status == status && page.headers[.wwwAuthenticate]?.contains("scope=\"edit\"") == true)
                #expect(Self.text(page).contains(#"action="/access""#))
                #expect(Self.text(page).contains(#"name="to" type="hidden" value="/documents/\#(id)/edit""#))
                #expect(Self.text(page).contains(#"id="editing" class="message shown""#))
                #expect(page.headers[.cacheControl] == "no-store")
                for condition in ["*", page.headers[.eTag] ?? "none"] {
                    var conditional = headers
                    conditional[.ifNoneMatch] = condition
                    let again = try await server.get("/documents/\(id)/edit", headers: conditional)
                    #expect(again.status == status && again.bytes == page.bytes, "\(condition)")
                    #expect(again.headers[.contentType] == "text/html; charset=utf-8", "\(condition)")
                }
            }
            for headers: HTTPFields in [[:], elsewhere.cookie] {
                let hidden = try await server.get("/documents/secret/edit", headers: headers)
                #expect(hidden.status == .notFound && hidden.headers[.wwwAuthenticate] == nil)
            }
            // The form leads to the editor.
            let token = try fixture.token(for: ["public"], scope: .edit)
            let form = try await server.post("/access", "token=\(token.text)&to=%2Fdocuments%2Fpublic%2Fedit")
            #expect(form.headers[.location] == "/documents/public/edit")
        }
    }

    @Test func `the page for new documents is public, and signing in leads back to it`() async throws {
        let fixture = try AccessFixture.withSecrets()
        let token = try fixture.token(for: ["public"], scope: .edit)
        try await SampleServer.test(library: fixture.library) { server in
            let page = try await server.get("/new")
            #expect(page.status == .ok && Self.text(page).contains("/new.js\" type=\"module\""))
            #expect(page.headers[.contentSecurityPolicy]?.contains("require-trusted-types-for 'script'") == true)
            let form = try await server.post("/access", "token=\(token.text)&to=%2Fnew")
            #expect(form.headers[.location] == "/new")
        }
    }

    @Test func `only the camera page may use the camera, and signing in leads back to it`()
        async throws
    {
        let fixture = try AccessFixture.withSecrets()
        let token = try fixture.token(for: ["public"], scope: .edit)
        let permissions = try #require(HTTPField.Name("Permissions-Policy"))
        try await SampleServer.test(library: fixture.library) { server in
            for address in ["/capture", "/capture?document=public"] {
                let page = try await server.get(address)
                #expect(page.status == .ok && Self.text(page).contains("/capture.js\" type=\"module\""))
                #expect(page.headers[permissions]?.contains("camera=(self)") == true)
                #expect(page.headers[.contentSecurityPolicy]?.contains("require-trusted-types-for 'script'") == true)
            }
            for address in ["/", "/new", "/documents/public", "/documents/public?embed", "/docs"] {
                let page = try await server.get(address)
                #expect(page.headers[permissions]?.contains("camera=()") == true, "\(address)")
            }
            for way in ["/capture", "/capture?document=public"] {
                let to = PercentEncoding.encode(way)
                let form = try await server.post("/access", "token=\(token.text)&to=\(to)")
                #expect(form.headers[.location] == way)
            }
            let elsewhere = try await server.post("/access", "token=\(token.text)&to=%2Fcapture.example.org")
            #expect(elsewhere.headers[.location] != "/capture.example.org")
        }
    }

    @Test func `a document's page links to the editor only for those who may edit it`() async throws {
        let fixture = try AccessFixture.withSecrets()
        let editor = try fixture.token(for: ["public"], scope: .edit)
        let reader = try fixture.token(for: ["public"])
        let link = #"<link rel="edit" href="/documents/public/edit">"#
        try await SampleServer.test(library: fixture.library) { server in
            let ways: [(HTTPFields, Bool)] = [
                ([:], false), (reader.cookie, false), (editor.cookie, true), (editor.bearer, true),
            ]
            for (headers, isThere) in ways {
                let page = try await server.get("/documents/public", headers: headers)
                #expect(page.status == .ok && Self.text(page).contains(link) == isThere)
                // A response cached for one user must not be served to another.
                #expect((page.headers[.cacheControl] == "private, no-cache") == !headers.isEmpty)
            }
        }
        var options = ServerOptions()
        options.isEditable = true
        try await SampleServer.test(options, library: fixture.library) { server in
            try await #expect(Self.text(server.get("/documents/public")).contains(link))
            let framed = try await server.get("/documents/public?embed", headers: [.origin: "https://blog.example"])
            #expect(!Self.text(framed).contains(link))
        }
    }
}

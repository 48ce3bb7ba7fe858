import DocumentLibrary
import FileSupport
import Foundation
import HTTPTypes
import Testing
import WebDocuments

@testable import ExplorerServer

/// The form in which a reader enters a token, and the browser's behaviour afterwards.
@Suite struct AccessFormTests {
    @Test func `submitting a token sets an HttpOnly cookie and redirects to the requested page`() async throws {
        let fixture = try AccessFixture.withSecrets()
        let one = try fixture.token(for: ["secret"], expiresAt: Date(timeIntervalSinceNow: 3_600))
        let all = try fixture.token()
        try await SampleServer.test(library: fixture.library) { server in
            let response = try await server.post(
                "/access", "token=+\(one.text)%0A&to=", headers: [.origin: SampleClient.base])
            #expect(response.status == .seeOther && response.headers[.location] == "/documents/secret")
            #expect(response.headers[.cacheControl] == "no-store")
            #expect(response.headers[.setCookie] == "explore-access=\(one.text); Path=/; HttpOnly; SameSite=Lax")
            let kept = try await server.post(
                "/access", "token=\(one.text)&keep=1&to=%2Fdocuments%2Fsecret%23clause%3Da")
            #expect(kept.headers[.location] == "/documents/secret#clause=a")
            let seconds = try #require(kept.headers[.setCookie]?.split(separator: "=").last.flatMap { Int($0) })
            #expect((3_500...3_600).contains(seconds))
            let endless = try await server.post("/access", "token=\(all.text)&keep=1")
            #expect(endless.headers[.location] == "/")
            #expect(endless.headers[.setCookie]?.hasSuffix("Max-Age=34560000") == true)
            let session = try await server.get("/access/session", headers: one.cookie).json()
            #expect(session["signedIn"] as? Bool == true && session["label"] as? String == "a test")
            let out = try await server.post("/access/sign-out", "", headers: one.cookie)
            #expect(out.status == .seeOther && out.headers[.location] == "/access#signed-out")
            #expect(
                out.headers[values: .setCookie] == [
                    "explore-access=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0",
                    "explore-iiif=; Path=/iiif/; HttpOnly; SameSite=None; Secure; Max-Age=0",
                ])
            #expect(out.headers[HTTPField.Name("Clear-Site-Data") ?? .eTag] == "\"cache\"")
        }
    }

    @Test func `over HTTPS the cookie has the __Host- prefix and the Secure attribute`() async throws {
        let fixture = try AccessFixture.withSecrets()
        let token = try fixture.token(for: ["secret"])
        let options = ServerOptions(publicURL: "https://manuscripts.example.org")
        try await SampleServer.test(options, library: fixture.library) { server in
            let response = try await server.post(
                "/access", "token=\(token.text)", headers: [.origin: "https://manuscripts.example.org"])
            #expect(
                response.headers[.setCookie]
                    == "__Host-explore-access=\(token.text); Path=/; HttpOnly; SameSite=Lax; Secure")
            let path = "/api/documents/secret"
            try await #expect(
                server.get(path, headers: [.cookie: "__Host-explore-access=\(token.text)"]).status == .ok)
            // Another site under the same domain could set this one.
            try await #expect(server.get(path, headers: token.cookie).status == .notFound)
        }
    }

    @Test func `an invalid token redirects to the form with a reason, and redirects never leave the site`() async throws
    {
        let fixture = try AccessFixture.withSecrets()
        let expired = try fixture.token(expiresAt: Date(timeIntervalSinceNow: -1))
        let good = try fixture.token()
        try await SampleServer.test(library: fixture.library) { server in
            for (form, place) in [
                ("token=x", "/access#unknown"), ("", "/access#unknown"),
                ("token=\(AccessToken().text)", "/access#unknown"),
                ("token=\(expired.text)&to=%2Fdocuments%2Fsecret", "/access?to=%2Fdocuments%2Fsecret#expired"),
            ] {
                let response = try await server.post("/access", form)
                #expect(response.status == .seeOther && response.headers[.location] == place)
                #expect(response.headers[.setCookie] == nil)
            }
            for way in [
                "https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/documents/\\x",
                "/documents/a%0D%0ASet-Cookie:x", "documents/a", "/api/documents",
                String(repeating: "/documents/", count: 400),
            ] {
                let form = "token=\(good.text)&to=" + PercentEncoding.encode(way.replacing("%0D%0A", with: "\r\n"))
                let response = try await server.post("/access", form)
                #expect(response.headers[.location] == "/", "\(way)")
            }
            let long = try await server.post("/access", "token=" + String(repeating: "a", count: 20_000))
            #expect(long.status == .contentTooLarge)
            try await #expect(server.post("/access", "token=%zz").status == .badRequest)
            let page = try await server.get("/access")
            #expect(page.status == .ok && page.headers[.contentSecurityPolicy]?.contains("default-src 'self'") == true)
        }
    }

    @Test func `a page of another site cannot sign a reader in or out, or read with their cookie`() async throws {
        let fixture = try AccessFixture.withSecrets()
        let token = try fixture.token(for: ["secret"])
        let (site, mode, destination) = (
            try #require(HTTPField.Name("Sec-Fetch-Site")), try #require(HTTPField.Name("Sec-Fetch-Mode")),
            try #require(HTTPField.Name("Sec-Fetch-Dest"))
        )
        try await SampleServer.test(library: fixture.library) { server in
            for headers: HTTPFields in [
                [site: "cross-site"], [site: "same-site"], [.origin: "https://evil.example"], [.origin: "null"],
                [site: "cross-site", mode: "navigate", destination: "document"],
            ] {
                for path in ["/access", "/access/sign-out"] {
                    let response = try await server.post(path, "token=\(token.text)", headers: headers)
                    #expect(response.status == .forbidden && response.headers[.setCookie] == nil)
                }
            }
            func status(_ headers: HTTPFields) async throws -> HTTPResponse.Status {
                var all = token.cookie
                for field in headers { all[field.name] = field.value }
                return try await server.get("/documents/secret", headers: all).status
            }
            for headers: HTTPFields in [
                [site: "cross-site", mode: "cors", destination: "empty"], [.origin: "https://evil.example"],
                [site: "same-site", mode: "no-cors", destination: "image"],
                [site: "cross-site", mode: "navigate", destination: "iframe"], [.origin: "null"],
            ] {
                try await #expect(status(headers) == .notFound, "\(headers)")
            }
            for headers: HTTPFields in [
                [:], [site: "same-origin", mode: "cors", destination: "empty"], [site: "none", mode: "navigate"],
                [site: "cross-site", mode: "navigate", destination: "document"], [.origin: SampleClient.base],
            ] {
                try await #expect(status(headers) == .ok, "\(headers)")
            }
            // A program on any site may send its own token.
            let bearer = try await server.get(
                "/api/documents/secret",
                headers: [
                    .authorization: "Bearer \(token.text)", .origin: "https://viewer.example", site: "cross-site",
                ])
            #expect(bearer.status == .ok && bearer.headers[.accessControlAllowOrigin] == "*")
            #expect(bearer.headers[.accessControlAllowCredentials] == nil)
            let preflight = try await server.send(.options, "/api/documents/secret")
            #expect(preflight.headers[.accessControlAllowHeaders]?.contains("Authorization") == true)
        }
    }
}

import ClauseStore
import DocumentLibrary
import Foundation
import HTTPTypes
import Testing

@testable import ExplorerServer

/// IIIF Authorization Flow 2.0 for announced documents, from the perspective of a viewer on another site.
@Suite struct AuthorizationFlowTests {
    private static let tile = "/iiif/3/shown-1/0,0,256,200/256,200/0/default.jpg"
    private static let site = "https://viewer.example.org"

    private static func fixture() throws -> AccessFixture {
        try AccessFixture([
            ("shown", "published", "announced"), ("secret", "published", "restricted"),
            ("drafty", "draft", "announced"),
        ])
    }

    /// Returns the fields with which a browser requests resources for another site's page.
    private static func foreign(_ fields: HTTPFields = [:]) throws -> HTTPFields {
        var fields = fields
        fields[.origin] = site
        for (name, value) in [
            ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Dest", "image"),
        ] {
            fields[try #require(HTTPField.Name(name))] = value
        }
        return fields
    }

    private static func imageCookie(_ text: String) throws -> HTTPFields {
        try foreign([.cookie: "a=b; explore-iiif=\(text)"])
    }

    @Test func `an announced document shows everyone its info.json and manifest, but no content`() async throws {
        let fixture = try Self.fixture()
        try await SampleServer.test(library: fixture.library) { server in
            let information = try await server.get("/iiif/3/shown-1/info.json", headers: Self.foreign())
            #expect(information.status == .ok)
            #expect(information.headers[.accessControlAllowOrigin] == "*")
            let json = try information.json()
            let contexts = try #require(json["@context"] as? [String])
            #expect(
                contexts == ["http://iiif.io/api/auth/2/context.json", "http://iiif.io/api/image/3/context.json"])
            let probe = try #require((json["service"] as? [[String: Any]])?.first)
            #expect(probe["type"] as? String == "AuthProbeService2")
            #expect(probe["id"] as? String == "\(SampleClient.base)/iiif/auth/2/probe/shown-1")
            let access = try #require((probe["service"] as? [[String: Any]])?.first)
            #expect(access["type"] as? String == "AuthAccessService2" && access["profile"] as? String == "active")
            let inner = try #require(access["service"] as? [[String: Any]])
            #expect(inner.compactMap { $0["type"] as? String } == ["AuthAccessTokenService2", "AuthLogoutService2"])
            try await #expect(server.get("/iiif/2/shown-1/info.json").status == .ok)

            let manifest = try await server.get("/iiif/presentation/3/shown/manifest.json", headers: Self.foreign())
            #expect(manifest.status == .ok)
            let told = String(decoding: manifest.bytes, as: UTF8.self)
            #expect(told.contains("shown-1"))
            let token = try fixture.token(for: ["shown"])
            let response = try await server.get(
                "/iiif/presentation/3/shown/manifest.json", headers: [.authorization: "Bearer \(token.text)"])
            let whole = String(decoding: response.bytes, as: UTF8.self)
            // A clause's title and box, a theme, and the annotations.
            for secret in ["Weirs", "xywh=", "Things", "annotations/1.json"] {
                #expect(whole.contains(secret) && !told.contains(secret), "\(secret)")
            }
            for path in [
                "/api/documents/shown", "/documents/shown", "/dzi/shown-1.dzi", "/dzi/shown-1_files/8/0_0.jpg",
                "/tiles/shown-1/0/0/0.jpg", "/iiif/presentation/3/shown/annotations/1.json",
                "/iiif/presentation/3/shown/canvas/1", "/iiif/search/2/shown?q=weirs", "/api/documents/shown/clauses",
            ] { try await #expect(server.get(path).status == .notFound, "\(path)") }
            let list = try await server.get("/api/documents")
            #expect(!String(decoding: list.bytes, as: UTF8.self).contains("shown"))
        }
    }

    @Test(arguments: ["announced", "restricted"])
    func `a former version that was open is hidden with the document`(access: String) async throws {
        let fixture = try AccessFixture()
        try fixture.add("was", access: nil)
        try fixture.add("was", access: access)
        let bearer: HTTPFields = [.authorization: "Bearer \(try fixture.token(for: ["was"]).text)"]
        let paths = [
            "/iiif/3/was-1~1/info.json", "/iiif/3/was-1~1/full/max/0/default.jpg", "/iiif/2/was-1~1/info.json",
            "/tiles/was-1~1/0/0/0.jpg", "/dzi/was-1~1.dzi", "/dzi/was-1~1_files/8/0_0.jpg",
        ]
        try await SampleServer.test(library: fixture.library) { server in
            for path in paths { try await #expect(server.get(path).status == .notFound, "\(path)") }
            // What somebody with a token has looked up stays hidden from others.
            for path in paths {
                try await #expect(server.get(path, headers: bearer).status == .ok, "\(path)")
                try await #expect(server.get(path).status == .notFound, "\(path)")
            }
        }
    }

    @Test func `open documents have no authorization service; restricted documents and drafts are 404`() async throws {
        let fixture = try Self.fixture()
        try await SampleServer.test(library: fixture.library) { server in
            let open = try await server.get("/iiif/3/public-1/info.json")
            #expect(open.status == .ok && !String(decoding: open.bytes, as: UTF8.self).contains("auth/2"))
            for id in ["secret", "drafty", AccessFixture.unknown] {
                for path in [
                    "/iiif/3/\(id)-1/info.json", "/iiif/auth/2/probe/\(id)-1", "/iiif/3/\(id)-1/max/max/0/default.jpg",
                ] {
                    try await #expect(server.get(path).status == .notFound, "\(path)")
                }
            }
            try await #expect(server.get("/iiif/auth/2/probe/public-1").status == .notFound)
        }
    }

    @Test func `a reader who signs in from another site sees only images there, and can sign out`()
        async throws
    {
        let fixture = try Self.fixture()
        let token = try fixture.token(for: ["shown", "secret"])
        try await SampleServer.test(library: fixture.library) { server in
            let refused = try await server.get(Self.tile, headers: Self.foreign())
            #expect(refused.status == .unauthorized)
            let way = try await server.get("/iiif/auth/2/access?origin=\(Self.site)")
            #expect(way.status == .seeOther && way.headers[.location] == "/access?to=%2Faccess%3Fclose%3D1")

            // The viewer detects when the window is closed; with this field it would believe so at once.
            let opener = try #require(HTTPField.Name("Cross-Origin-Opener-Policy"))
            for (path, policy) in [
                ("/access?to=%2Faccess%3Fclose%3D1", nil), ("/access?close=1", nil), ("/access?to=%2F", "same-origin"),
            ] { try await #expect(server.get(path).headers[opener] == policy, "\(path)") }

            let response = try await server.post(
                "/access", "token=\(token.text)&to=%2Faccess%3Fclose%3D1", headers: [.origin: SampleClient.base])
            #expect(response.headers[.location] == "/access?close=1")
            let cookies = response.headers[values: .setCookie]
            let name = "explore-iiif=\(token.text)"
            #expect(cookies.contains("\(name); Path=/iiif/; HttpOnly; SameSite=None; Secure"))
            // Signing in on our own pages grants no access to other sites.
            let own = try await server.post("/access", "token=\(token.text)", headers: [.origin: SampleClient.base])
            #expect(own.headers[values: .setCookie].count == 1)

            let image = try await server.get(Self.tile, headers: Self.imageCookie(token.text))
            #expect(image.status == .ok && image.headers[.contentType] == "image/jpeg")
            #expect(image.headers[.cacheControl] == "private, no-cache")
            #expect(image.headers[.vary]?.contains("Cookie") == true)
            for path in [
                "/api/documents/shown", "/iiif/3/secret-1/info.json", "/dzi/shown-1_files/8/0_0.jpg",
                "/iiif/presentation/3/shown/annotations/1.json",
            ] {
                try await #expect(
                    server.get(path, headers: Self.imageCookie(token.text)).status == .notFound, "\(path)")
            }
            try await #expect(
                server.get("/iiif/3/drafty-1/full/max/0/default.jpg", headers: Self.imageCookie(token.text)).status
                    == .notFound)

            let out = try await server.post("/access/sign-out", "", headers: token.cookie)
            #expect(
                out.headers[values: .setCookie].contains { $0.hasPrefix("explore-iiif=;") && $0.hasSuffix("Max-Age=0") }
            )
        }
    }

    @Test func `a token for another document or a revoked token shows no image`() async throws {
        let fixture = try Self.fixture()
        let (other, good) = (try fixture.token(for: ["secret"]), try fixture.token(for: ["shown"]))
        try await SampleServer.test(library: fixture.library) { server in
            for text in [other.text, "explore_none", ""] {
                try await #expect(
                    server.get(Self.tile, headers: Self.imageCookie(text)).status == .unauthorized, "\(text)")
            }
            try await #expect(server.get(Self.tile, headers: Self.imageCookie(good.text)).status == .ok)
            _ = try fixture.library.store.revokeToken(good.id)
            let limit = ContinuousClock.now + .seconds(60)
            while try await server.get(Self.tile, headers: Self.imageCookie(good.text)).status == .ok,
                ContinuousClock.now < limit
            { try await Task.sleep(for: .milliseconds(50)) }
            try await #expect(
                server.get(Self.tile, headers: Self.imageCookie(good.text)).status == .unauthorized)
        }
    }

    /// Returns the message that the page of the token service posts.
    private static func message(_ response: SampleResponse) throws -> [String: Any] {
        let page = String(decoding: response.bytes, as: UTF8.self)
        let posted = try #require(page.firstMatch(of: /parent\.postMessage\((\{.*\}), "(.*)"\);/))
        #expect(String(posted.output.2).replacing("\\/", with: "/") == site)
        return try #require(
            try JSONSerialization.jsonObject(with: Data(String(posted.output.1).utf8)) as? [String: Any])
    }

    @Test func `the token service posts a token to the requesting origin, and the probe service accepts it`()
        async throws
    {
        let fixture = try Self.fixture()
        let token = try fixture.token(for: ["shown"])
        try await SampleServer.test(library: fixture.library) { server in
            let path = "/iiif/auth/2/token?messageId=%D8%80%3C%2Fscript%3E%22&origin=\(Self.site)"
            let none = try await server.get(path, headers: Self.foreign())
            let error = try Self.message(none)
            #expect(error["type"] as? String == "AuthAccessTokenError2")
            #expect(error["profile"] as? String == "missingAspect")
            #expect(error["messageId"] as? String == "\u{600}</script>\"")
            // After U+0600, `<` is not a character of its own in Swift, but it is in HTML.
            #expect(none.bytes.split(separator: Array("</script".utf8)).count == 2)
            let page = try await server.get(path, headers: Self.imageCookie(token.text))
            #expect(page.headers[.contentSecurityPolicy]?.hasSuffix("frame-ancestors \(Self.site)") == true)
            #expect(page.headers[values: .contentSecurityPolicy].count == 1)
            #expect(page.headers[.cacheControl] == "no-store")
            let message = try Self.message(page)
            #expect(message["type"] as? String == "AuthAccessToken2" && message["expiresIn"] as? Int == 300)
            let text = try #require(message["accessToken"] as? String)
            #expect(!text.contains(token.text))

            func status(_ text: String?) async throws -> Int? {
                let fields = try Self.foreign(text.map { [.authorization: "Bearer \($0)"] } ?? [:])
                let response = try await server.get("/iiif/auth/2/probe/shown-1", headers: fields)
                #expect(response.status == .ok && response.headers[.accessControlAllowOrigin] == "*")
                return try response.json()["status"] as? Int
            }
            try await #expect(status(text) == 200)
            try await #expect(status(nil) == 401)
            let parts = text.split(separator: ".").map(String.init)
            let end = try #require(Int(parts[2]))
            for wrong in [
                [parts[0], parts[1], "\(end + 1)", parts[3]].joined(separator: "."),
                [parts[0], "nosuch", parts[2], parts[3]].joined(separator: "."),
                String(text.dropLast()), "\(parts[0])...", "\(parts[0]).\(parts[1]).-99999999999999999999.\(parts[3])",
            ] { try await #expect(status(wrong) == 401, "\(wrong)") }
            // It grants no access to anything.
            try await #expect(
                server.get(Self.tile, headers: [.authorization: "Bearer \(text)"]).status == .unauthorized)
            try await #expect(
                server.get("/api/documents/shown", headers: [.authorization: "Bearer \(text)"]).status == .notFound)

            for wrong in [
                "origin=\(Self.site)", "messageId=1", "messageId=1&origin=viewer.example.org",
                "messageId=1&origin=javascript:alert(1)", "messageId=1&origin=\(Self.site)/%22%3B%20script-src%20*",
            ] { try await #expect(server.get("/iiif/auth/2/token?\(wrong)").status == .badRequest, "\(wrong)") }
        }
    }
}

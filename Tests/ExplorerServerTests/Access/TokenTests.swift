import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ExplorerServer

/// What tokens grant, for how long, and how often wrong ones are accepted.
@Suite(.ownThreads) struct TokenTests {
    /// A new document or token takes effect within a second, and leases expire within another: two seconds, with a
    /// margin for machines that are busy with other tests.
    private static let promised = Duration.seconds(9)

    @Test func `a token gives access to the documents it names, or to all`() async throws {
        let fixture = try AccessFixture.withSecrets()
        let (one, all) = (try fixture.token(for: ["drafty"]), try fixture.token())
        try await SampleServer.test(library: fixture.library) { server in
            func documents(_ headers: HTTPFields) async throws -> [String] {
                let documents = try await server.get("/api/documents", headers: headers).json()["documents"]
                return (documents as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
            }
            try await #expect(documents([:]) == ["public"])
            try await #expect(documents(one.bearer) == ["drafty", "public"])
            try await #expect(documents(one.cookie) == ["drafty", "public"])
            try await #expect(documents(all.bearer) == ["drafty", "public", "secret"])
            let secret = try await server.get("/api/documents/secret", headers: all.bearer).json()
            #expect(secret["access"] as? String == "restricted" && secret["status"] as? String == "published")
            // A token in the query would appear in logs and is not accepted.
            for query in ["token", "access_token", "explore-access"] {
                try await #expect(
                    server.get("/api/documents/secret?\(query)=\(all.text)").status == .notFound)
            }
        }
    }

    @Test func `an invalid token is a 401 in a header, and no token in a cookie`() async throws {
        let fixture = try AccessFixture.withSecrets()
        let expired = try fixture.token(for: ["secret"], expiresAt: Date(timeIntervalSinceNow: -1))
        let revoked = try fixture.token(for: ["secret"])
        _ = try fixture.library.store.revokeToken(revoked.id)
        let real = try fixture.token(for: ["secret"])
        // The id of a real token with another secret.
        let forged = try #require(AccessToken(String(real.text.prefix(19)) + String(AccessToken().text.suffix(52))))
        #expect(forged.id == real.id && forged.text != real.text)
        try await SampleServer.test(library: fixture.library) { server in
            let tokens = [
                (expired, "expired"), (revoked, "revoked"), (forged, "unknown"), (AccessToken(), "unknown"),
            ]
            for (token, reason) in tokens {
                for path in ["/api/documents/secret", "/api/documents/public", "/nothing", "/viewer/styles/theme.css"] {
                    let response = try await server.get(path, headers: token.bearer)
                    #expect(response.status == .unauthorized && response.headers[.cacheControl] == "no-store")
                    #expect(response.headers[.wwwAuthenticate] == #"Bearer error="invalid_token""#)
                }
                try await #expect(server.get("/api/documents/secret", headers: token.cookie).status == .notFound)
                try await #expect(server.get("/api/documents/public", headers: token.cookie).status == .ok)
                let session = try await server.get("/access/session", headers: token.cookie).json()
                #expect(session["signedIn"] as? Bool == false && session["reason"] as? String == reason)
            }
            try await #expect(server.get("/api/documents/secret", headers: real.bearer).status == .ok)
            // Credentials for a server in front of this one are ignored.
            for field in ["Basic eDp5", "Bearer eyJhbGciOiJub25lIn0", "Bearer", ""] {
                try await #expect(
                    server.get("/api/documents/public", headers: [.authorization: field]).status == .ok)
            }
        }
    }

    /// Returns the time until a request first gets this status.
    private static func delay(
        until status: HTTPResponse.Status, _ request: () async throws -> HTTPResponse.Status
    ) async throws -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        while try await request() != status, clock.now - start < .seconds(60) {
            try await Task.sleep(for: .milliseconds(20))
        }
        return clock.now - start
    }

    @Test func `a revoked or expired token is refused within two seconds, also for tiles`() async throws {
        let fixture = try AccessFixture.withSecrets()
        let paths = [
            "/dzi/secret-1_files/8/0_0.jpg", "/api/documents/secret", "/iiif/presentation/3/secret/manifest.json",
            "/api/documents/secret/at?x=20&y=20", "/iiif/3/secret-1/full/max/0/default.jpg",
        ]
        try await SampleServer.test(library: fixture.library) { server in
            let token = try fixture.token(for: ["secret"])
            for path in paths + paths {
                try await #expect(server.get(path, headers: token.cookie).status == .ok, "\(path)")
            }
            _ = try fixture.library.store.revokeToken(token.id)
            let start = ContinuousClock.now
            for path in paths {
                _ = try await Self.delay(until: .notFound) { try await server.get(path, headers: token.cookie).status }
            }
            #expect(ContinuousClock.now - start < Self.promised)
            let end = Date(timeIntervalSinceNow: 2)
            let brief = try fixture.token(for: ["secret"], expiresAt: end)
            try await #expect(server.get(paths[0], headers: brief.bearer).status == .ok)
            _ = try await Self.delay(until: .unauthorized) {
                try await server.get(paths[0], headers: brief.bearer).status
            }
            #expect((0..<10).contains(Date().timeIntervalSince(end)))
        }
    }

    /// Returns the status line of a response from the tile lane. A separate thread waits for it, because the server
    /// needs those of the tests.
    private static func lane(_ port: Int, _ path: String, _ fields: String = "") throws -> String {
        let connection = try LoopbackConnection(port: port)
        let last = "GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        try connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(last)")
        return String(decoding: connection.receiveAll().prefix(12), as: UTF8.self)
    }

    @Test func `the tile lane serves no restricted tile, and stops when a document becomes restricted`() async throws {
        let fixture = try AccessFixture.withSecrets()
        let token = try fixture.token(for: ["secret"])
        try await SampleServer.test(library: fixture.library, over: .live) { server in
            let port = try #require(server.client.port)
            for tile in [
                "/dzi/@-1_files/8/0_0.jpg", "/tiles/@-1/1/0/0.jpg", "/iiif/3/@-1/0,0,256,200/256,200/0/default.jpg",
                "/iiif/2/@-1/0,0,256,200/256,/0/default.jpg",
            ] {
                let secret = tile.replacing("@", with: "secret")
                // Repeated requests would make a tile hot, and the lane itself reads known images.
                for fields in ["Authorization: Bearer \(token.text)\r\n", "Cookie: explore-access=\(token.text)\r\n"] {
                    for _ in 1...3 { try #expect(Self.lane(port, secret, fields) == "HTTP/1.1 200", "\(secret)") }
                    for _ in 1...2 { try #expect(Self.lane(port, secret) == "HTTP/1.1 404", "\(secret)") }
                }
            }
            let tile = "/dzi/public-1_files/8/0_0.jpg"
            for _ in 1...5 { try #expect(Self.lane(port, tile) == "HTTP/1.1 200") }
            try #expect(Self.lane(port, tile, "Cookie: explore-access=\(token.text)\r\n") == "HTTP/1.1 200")
            try fixture.add("public", access: "restricted")
            let clock = ContinuousClock()
            let start = clock.now
            // Requested continuously, so that its lease is renewed as often as possible.
            while try Self.lane(port, tile) != "HTTP/1.1 404", clock.now - start < .seconds(60) {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(clock.now - start < Self.promised)
            for _ in 1...300 {
                try #expect(Self.lane(port, tile) == "HTTP/1.1 404")
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    @Test func `a document that becomes restricted is restricted at every address within two seconds`() async throws {
        let fixture = try AccessFixture()
        try await SampleServer.test(library: fixture.library) { server in
            let paths = [
                "/api/documents/public", "/api/documents/public/at?x=20&y=20", "/tiles/public-1.json",
                "/iiif/presentation/3/public/manifest.json", "/dzi/public-1_files/9/0_0.jpg",
                "/api/documents/public/clauses/a/image.jpg", "/iiif/3/public-1/full/100,/0/default.jpg",
                "/documents/public", "/iiif/search/2/public?q=weirs",
            ]
            for path in paths + paths { try await #expect(server.get(path).status == .ok, "\(path)") }
            try fixture.add("public", access: "restricted")
            let start = ContinuousClock.now
            for path in paths { _ = try await Self.delay(until: .notFound) { try await server.get(path).status } }
            #expect(ContinuousClock.now - start < Self.promised)
            for path in paths { try await #expect(server.get(path).status == .notFound, "\(path)") }
        }
    }

    @Test func `wrong tokens are limited to ten, then one per six seconds; right ones always work`() async throws {
        let fixture = try AccessFixture.withSecrets()
        let (known, fresh) = (try fixture.token(for: ["secret"]), try fixture.token(for: ["secret"]))
        try await SampleServer.test(library: fixture.library) { server in
            func status(_ token: AccessToken) async throws -> HTTPResponse.Status {
                try await server.get("/api/documents/secret", headers: token.bearer).status
            }
            try await #expect(status(known) == .ok)
            let wrong = AccessToken()
            // The same token again is not another attempt.
            for _ in 1...20 { try await #expect(status(wrong) == .unauthorized) }
            var count = 1
            var refused = try await server.get("/api/documents/secret", headers: AccessToken().bearer)
            // On a busy machine some attempts expire meanwhile.
            while refused.status == .unauthorized, count < 60 {
                count += 1
                refused = try await server.get("/api/documents/secret", headers: AccessToken().bearer)
            }
            #expect(count >= RateLimit.ofWrongTokens().burst)
            #expect(refused.status == .tooManyRequests)
            let wait = try #require(refused.headers[.retryAfter].flatMap { Int($0) })
            #expect((1...7).contains(wait))
            // A right one that was never used before, so that a stranger at the same address locks nobody out.
            try await #expect(status(fresh) == .ok)
            try await #expect(status(known) == .ok)
            try await #expect(server.get("/api/documents/public").status == .ok)
            // A wrong token in a cookie counts as none.
            try await #expect(server.get("/api/documents/public", headers: AccessToken().cookie).status == .ok)
            // On a busy machine one is allowed now and then.
            var place: String?
            for _ in 1...60 where place != "/access#rate" {
                let form = try await server.post("/access", "token=\(AccessToken().text)")
                #expect(form.headers[.setCookie] == nil)
                place = form.headers[.location]
            }
            #expect(place == "/access#rate")
            let other = try fixture.token(for: ["secret"])
            let form = try await server.post("/access", "token=\(other.text)")
            #expect(form.headers[.location] == "/documents/secret" && form.headers[.setCookie] != nil)
        }
    }

    @Test func `the limit of wrong tokens recovers one at a time, and tracks a bounded number of addresses`() throws {
        let limit = RateLimit.ofWrongTokens()
        let start = NIODeadline.uptimeNanoseconds(1 << 40)
        for _ in 1...10 { #expect(limit.take("a", at: start) == nil) }
        #expect(limit.take("a", at: start) == 7 && limit.take("b", at: start) == nil)
        #expect(limit.take("a", at: start + .seconds(5)) != nil)
        #expect(limit.take("a", at: start + .seconds(6)) == nil)
        #expect(limit.take("a", at: start + .seconds(7)) != nil)
        #expect(limit.take("a", at: start + .seconds(70)) == nil)
        for number in 0..<10_050 { #expect(limit.take("\(number)", at: start + .seconds(1)) == nil) }
        #expect(limit.take("10049", at: start + .seconds(1)) == nil)
        func name(_ address: String) throws -> String {
            RateLimit.name(of: try SocketAddress(ipAddress: address, port: 1))
        }
        #expect(try name("2001:db8:1:2::3") == name("2001:db8:1:2:f::"))
        #expect(try name("2001:db8:1:2::3") != name("2001:db8:1:3::3"))
        #expect(try name("192.0.2.1") != name("192.0.2.2"))
        // On a socket for both protocols.
        #expect(try name("::ffff:192.0.2.1") == name("192.0.2.1"))
    }

    @Test func `a read-only server records the first use of a token each day`() async throws {
        let fixture = try AccessFixture.withSecrets()
        let token = try fixture.token(for: ["secret"])
        let reading = try Library(path: fixture.library.path, access: .read)
        try await SampleServer.test(library: reading) { server in
            for _ in 1...5 { _ = try await server.get("/api/documents/secret", headers: token.bearer) }
            _ = try await Self.delay(until: .ok) {
                try fixture.library.store.tokenEvents().count < 2 ? .accepted : .ok
            }
        }
        let events = try fixture.library.store.tokenEvents()
        #expect(events.map(\.kind) == [.created, .used] && events.allSatisfy { $0.token == token.id })
        let seconds = try #require(events.last).at.timeIntervalSince1970
        #expect(seconds.truncatingRemainder(dividingBy: 86_400) == 0)
        #expect(try fixture.library.store.tokens().first?.lastUse == events.last?.at)
    }

    @Test func `malformed tokens are rejected, and a digest matches only if all bytes match`() {
        let token = AccessToken()
        #expect(token.text.utf8.count == 71 && token.text.hasPrefix("explore_" + token.id + "_"))
        #expect(AccessToken(token.text)?.sha256 == token.sha256 && token.matches(sha256: token.sha256))
        for place in 0..<32 {
            var other = token.sha256
            other[place] ^= 1
            #expect(!token.matches(sha256: other))
        }
        #expect(!token.matches(sha256: []) && !token.matches(sha256: Array(token.sha256.dropLast())))
        let text = token.text
        for wrong in [
            "", "explore_", text + "a", String(text.dropLast()), text.uppercased(),
            text.replacing("explore", with: "explode"), String(text.dropLast()) + "1", String(text.dropLast()) + "é",
            text.replacing("_", with: "-"), " " + text.dropFirst(),
        ] {
            #expect(AccessToken(wrong) == nil, "\(wrong)")
        }
        #expect(Set((1...1000).map { _ in AccessToken().text }).count == 1000)
    }
}

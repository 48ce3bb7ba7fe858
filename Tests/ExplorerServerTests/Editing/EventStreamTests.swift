import DocumentFormats
import DocumentLibrary
import DocumentModel
import FileSupport
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import Testing
import TestSupport

@testable import ClauseStore
@testable import ExplorerServer

/// The stream of other users' edits, over a socket.
@Suite(.ownThreads) struct EventStreamTests {
    /// Follows the document `public` on a separate connection.
    private struct Follower {
        let connection: LoopbackConnection
        let received = Received()

        /// The text received so far. Safe because only one thread reads.
        final class Received: @unchecked Sendable { var text = "" }

        init(port: Int, query: String = "", version: String = "HTTP/1.1", headers: String = "") throws {
            connection = try LoopbackConnection(port: port)
            try connection.send(
                """
                GET \(EditFixture.path)/edits\(query) \(version)\r
                Host: 127.0.0.1:\(port)\r
                Accept: text/event-stream\r
                Connection: close\r
                \(headers)\r

                """)
        }

        /// Waits until the received text contains a text, or the stream has ended; returns everything received.
        func wait(for text: String) -> String {
            while !received.text.contains(text) {
                let bytes = connection.receive()
                if bytes.isEmpty { break }
                received.text += String(decoding: bytes, as: UTF8.self)
            }
            return received.text
        }
    }

    /// Runs the body, which may block, against a server.
    private static func test(
        _ fixture: AccessFixture, options: ServerOptions = EditFixture.options(),
        _ body: @escaping @Sendable (Int) throws -> Void
    ) async throws {
        try await SampleServer.test(options, library: fixture.library, over: .live) { server in
            try body(try #require(server.client.port))
        }
    }

    /// Sends an edit on a separate connection.
    private static func send(_ json: String, port: Int) throws -> String {
        let body = json.replacing("\n", with: " ")
        return try LoopbackConnection(port: port).request(
            """
            POST \(EditFixture.path)/edits HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Origin: http://127.0.0.1:\(port)\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            \r
            \(body)
            """)
    }

    @Test func `edits by this server and other processes are sent as events, once each and in order`() async throws {
        let fixture = try AccessFixture()
        try await Self.test(fixture) { port in
            _ = try Self.send(EditFixture.title("One", id: "one"), port: port)
            let follower = try Follower(port: port, query: "?since=0")
            let first = follower.wait(for: "\"one\"")
            #expect(first.contains("HTTP/1.1 200") && first.contains("text/event-stream"))
            #expect(!first.lowercased().contains("content-encoding") && first.lowercased().contains("no-store"))
            _ = try Self.send(EditFixture.title("Two", before: "One", id: "two"), port: port)
            _ = follower.wait(for: "\"two\"")
            // Equivalent to another process, from this server's perspective.
            let other = try ClauseStore(path: fixture.library.path + "/library.sqlite", access: .readWrite)
            let third = try Edit(json: Data(EditFixture.title("Three", before: "Two", id: "three", revision: 2).utf8))
            let written = ContinuousClock.now
            _ = try other.apply(third, to: "public", editor: "Grace", at: Date())
            let all = follower.wait(for: "\"three\"")
            // A second is guaranteed; the rest is a margin for machines that are busy with other tests.
            #expect(written.duration(to: .now) < .seconds(9))
            for (revision, id) in [(1, "one"), (2, "two"), (3, "three")] {
                #expect(all.components(separatedBy: "\"id\":\"\(id)\"").count == 2, "\(id)")
                #expect(all.contains("id: \(revision)\nevent: edit\ndata: {\"id\":\"\(id)\""), "\(all)")
            }
        }
    }

    @Test func `Last-Event-ID resumes the stream; without it only new edits are sent`()
        async throws
    {
        let fixture = try AccessFixture()
        try await Self.test(fixture) { port in
            var before = "Weirs"
            for id in ["one", "two", "three"] {
                _ = try Self.send(EditFixture.title(id, before: before, id: id), port: port)
                before = id
            }
            let back = try Follower(port: port, query: "?since=0", headers: "Last-Event-ID: 2\r\n")
            let fresh = try Follower(port: port)
            _ = fresh.wait(for: "event: editors")
            _ = try Self.send(EditFixture.title("four", before: "three", id: "four"), port: port)
            let missed = back.wait(for: "\"id\":\"four\"")
            #expect(!missed.contains("\"id\":\"two\"") && missed.contains("\"id\":\"three\""))
            let new = fresh.wait(for: "\"id\":\"four\"")
            #expect(!new.contains("\"id\":\"three\""))
        }
    }

    @Test func `a client with a later revision than the journal gets the state, and then all edits`() async throws {
        let fixture = try AccessFixture()
        try await Self.test(fixture) { port in
            let follower = try Follower(port: port, query: "?since=57")
            let state = follower.wait(for: "event: editors")
            #expect(state.contains("event: state\ndata: {\"revision\":0,\"version\":1}\n"), "\(state)")
            _ = try Self.send(EditFixture.title("One", id: "one"), port: port)
            #expect(follower.wait(for: "\"one\"").contains("id: 1\nevent: edit\n"))
        }
    }

    @Test func `a version added to the library is an event`() async throws {
        let fixture = try AccessFixture()
        try await Self.test(fixture) { port in
            let follower = try Follower(port: port, query: "?since=0")
            _ = follower.wait(for: "event: state")
            try fixture.add("public", access: nil, title: "Other")
            let text = follower.wait(for: "\"version\":2")
            #expect(text.contains("id: 1\nevent: published\ndata: {\"revision\":1,"), "\(text)")
        }
    }

    @Test func `the streams of a document that was removed and added again end`() async throws {
        let fixture = try AccessFixture()
        let edit = try Edit(json: Data(EditFixture.title("One", id: "one").utf8))
        _ = try fixture.library.store.apply(edit, to: "public", editor: "Ada", at: Date())
        _ = try fixture.library.store.publishWorkingCopy(of: "public", revision: 1, editor: "Ada", at: Date())
        let store = try Library(serving: fixture.library.path)
        let reader = StoreReader(
            library: store, pool: WorkPool(threadCount: 1, waitingCount: 9), anyone: .administrator)
        let events = EditEvents(store: reader, heartbeat: .seconds(15), logger: Logger(label: "tests"))
        let subscription = try await events.follow("public", as: "Ada")
        _ = try fixture.library.store.remove("public")
        try fixture.add("public", access: nil)
        for await _ in subscription.messages {}
        #expect(events.editors(of: "public").isEmpty)
    }

    @Test func `an HTTP 1.0 stream is not chunked and ends with the connection`() async throws {
        let fixture = try AccessFixture()
        try await Self.test(fixture) { port in
            _ = try Self.send(EditFixture.title("One", id: "one"), port: port)
            let follower = try Follower(port: port, query: "?since=0", version: "HTTP/1.0")
            let text = follower.wait(for: "\"one\"")
            #expect(text.hasPrefix("HTTP/1.0 200 ") && text.lowercased().contains("\r\nconnection: close\r\n"))
            let body = text.split(separator: "\r\n\r\n", maxSplits: 1).last ?? ""
            #expect(body.hasPrefix("retry: "), "\(body)")
        }
    }

    @Test func `a client is listed among the editors while it follows the stream`() async throws {
        let fixture = try AccessFixture()
        let ada = try fixture.token(label: "Ada", scope: .edit)
        try await Self.test(fixture) { port in
            let follower = try Follower(port: port)
            _ = follower.wait(for: #"data: [{"name":"local"}]"#)
            do {
                let other = try Follower(port: port, headers: "Authorization: Bearer \(ada.text)\r\n")
                _ = other.wait(for: #"[{"name":"Ada"},{"name":"local"}]"#)
                _ = follower.wait(for: #"[{"name":"Ada"},{"name":"local"}]"#)
                follower.received.text = ""
            }
            // The connection was closed with its last reference.
            #expect(follower.wait(for: #"data: [{"name":"local"}]"#).contains(#"data: [{"name":"local"}]"#))
        }
    }

    @Test func `streams per token and address are limited, and a closed stream frees a slot`() async throws {
        let fixture = try AccessFixture()
        let ada = try fixture.token(label: "Ada", scope: .edit)
        try await Self.test(fixture) { port in
            var followers = try (0..<WorkingCopyRoutes.streamLimit).map { _ in try Follower(port: port) }
            for follower in followers { _ = follower.wait(for: "event: editors") }
            let refused = try Follower(port: port).wait(for: "\r\n\r\n{")
            #expect(refused.contains("HTTP/1.1 429") && refused.contains("Retry-After"))
            // Editors behind a proxy share its address.
            let other = try Follower(port: port, headers: "Authorization: Bearer \(ada.text)\r\n")
            #expect(other.wait(for: "event: editors").contains("HTTP/1.1 200"))
            followers.removeLast()
            var response = ""
            // The server notices within two seconds that the client has disconnected.
            for _ in 0..<600 where !response.contains("HTTP/1.1 200") {
                response = try Follower(port: port).wait(for: "\r\n\r\n")
                usleep(100_000)
            }
            #expect(response.contains("HTTP/1.1 200"))
        }
    }

    /// Returns a client that follows the stream with a token that has been revoked since.
    private static func revokedFollower(of fixture: AccessFixture, port: Int) throws -> Follower {
        let ada = try fixture.token(label: "Ada", scope: .edit)
        let follower = try Follower(port: port, headers: "Authorization: Bearer \(ada.text)\r\n")
        _ = follower.wait(for: "event: editors")
        _ = try fixture.library.store.revokeToken(ada.id)
        // The server caches a token's state for a second.
        Thread.sleep(forTimeInterval: 1.1)
        return follower
    }

    @Test func `a revoked token receives no further events`() async throws {
        let fixture = try AccessFixture()
        try await Self.test(fixture) { port in
            let follower = try Self.revokedFollower(of: fixture, port: port)
            _ = try Self.send(EditFixture.title("Secret", id: "secret"), port: port)
            #expect(!follower.wait(for: "Secret").contains("Secret"))
        }
    }

    @Test func `a revoked token is not told who else follows the document`() async throws {
        let fixture = try AccessFixture()
        let grace = try fixture.token(label: "Grace", scope: .edit)
        try await Self.test(fixture) { port in
            let follower = try Self.revokedFollower(of: fixture, port: port)
            let other = try Follower(port: port, headers: "Authorization: Bearer \(grace.text)\r\n")
            _ = other.wait(for: "event: editors")
            // The stream ends instead.
            #expect(!follower.wait(for: "Grace").contains("Grace"))
            #expect(other.wait(for: #"data: [{"name":"Grace"}]"#).contains(#"data: [{"name":"Grace"}]"#))
        }
    }

    /// Returns a JSON Web Token, signed with a secret.
    private static func identity(_ claims: String, secret: String) -> String {
        func part(_ bytes: [UInt8]) -> String {
            Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
        }
        let text = part(Array(#"{"alg":"HS256"}"#.utf8)) + "." + part(Array(claims.utf8))
        return text + "." + part(authenticationCode(of: Array(text.utf8), key: Array(secret.utf8)))
    }

    @Test(arguments: [nil, "an old cookie"])
    func `an editor whom a proxy has signed in follows a document as long as the proxy says so`(
        cookie: String?
    ) async throws {
        let fixture = try AccessFixture()
        let old = try fixture.token(label: "Old", scope: .edit)
        _ = try fixture.library.store.revokeToken(old.id)
        let secret = "a secret of thirty-two bytes or more"
        var options = EditFixture.options(isEditable: false)
        options.identity = try ProxyIdentity(
            header: "X-Identity", key: secret, issuer: "https://sign-in.example.org", audience: "explore",
            groups: "editors=edit:public", proxies: "127.0.0.1, ::1")
        let claims = """
            {"iss": "https://sign-in.example.org", "aud": "explore", "sub": "7", "email": "ada@example.org",
             "groups": ["editors"], "exp": \(Int(Date().timeIntervalSince1970) + 3_600)}
            """
        var headers = "X-Identity: \(Self.identity(claims, secret: secret))\r\n"
        if cookie != nil { headers += "Cookie: explore-access=\(old.text)\r\n" }
        try await Self.test(fixture, options: options) { [headers] port in
            let follower = try Follower(port: port, headers: headers)
            _ = follower.wait(for: #"[{"name":"ada@example.org"}]"#)
            var before = "Weirs"
            for id in ["one", "two"] {
                let edit = try Edit(json: Data(EditFixture.title(id, before: before, id: id).utf8))
                _ = try fixture.library.store.apply(edit, to: "public", editor: "Grace", at: Date())
                #expect(follower.wait(for: "\"id\":\"\(id)\"").contains("\"id\":\"\(id)\""))
                before = id
            }
        }
    }

    @Test func `a token allows editing what it covers until it expires`() {
        let now = Date()
        func token(_ scope: TokenScope, _ seconds: Double?) -> TokenInfo {
            TokenInfo(
                id: "identity:7", label: "Ada", grant: .documents(["public"]), scope: scope, createdAt: now,
                expiresAt: seconds.map { now + $0 })
        }
        #expect(EditProtection.allows(token(.edit, 1), on: "public", at: now))
        #expect(EditProtection.allows(token(.publish, nil), on: "public", at: now))
        #expect(!EditProtection.allows(token(.edit, 0), on: "public", at: now))
        #expect(!EditProtection.allows(token(.read, nil), on: "public", at: now))
        #expect(!EditProtection.allows(token(.edit, nil), on: "secret", at: now))
    }

    @Test func `streams end when the library is closed`() async throws {
        let fixture = try AccessFixture()
        let store = try Library(serving: fixture.library.path)
        let reader = StoreReader(
            library: store, pool: WorkPool(threadCount: 1, waitingCount: 9), anyone: .administrator)
        let events = EditEvents(store: reader, heartbeat: .seconds(15), logger: Logger(label: "tests"))
        let subscription = try await events.follow("public", as: "Ada")
        #expect(events.editors(of: "public") == ["Ada"])
        events.close()
        var names: [[String]] = []
        for await message in subscription.messages { if case .editors(let found) = message { names.append(found) } }
        #expect(names == [["Ada"]] && events.editors(of: "public").isEmpty)
        await #expect(throws: Problem.self) { _ = try await events.follow("public", as: "Ada") }
    }
}

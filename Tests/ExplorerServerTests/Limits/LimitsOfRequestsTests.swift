import Foundation
import NIOCore
import TestSupport
import Testing

@testable import ExplorerServer

/// Requests beyond the limits, over a socket: each is refused with its status and a problem document, and counted.
@Suite(.serialized, .ownThreads) struct LimitsOfRequestsTests {
    struct Refused: Sendable, CustomTestStringConvertible {
        let name: String
        let request: String
        let status: Int
        let refusal: Refusal

        var testDescription: String { name }
    }

    private static func get(_ target: String = "/health/live", _ fields: String = "") -> String {
        "GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    }

    /// The head of a form at the address where readers sign in.
    private static func form(byteCount: Int) -> String {
        "POST /access HTTP/1.1\r\nHost: a\r\nContent-Length: \(byteCount)\r\n\r\n"
    }

    private static let longTarget = "/" + String(repeating: "a", count: 8_192)
    private static let manyFields = (0..<100).map { "X-\($0): y\r\n" }.joined()
    private static let largeField = "X: " + String(repeating: "y", count: 16_384) + "\r\n"

    static let refused = [
        Refused(name: "a long target", request: get(longTarget), status: 414, refusal: .longTarget),
        Refused(
            name: "a target without end", request: "GET " + String(repeating: longTarget, count: 16), status: 414,
            refusal: .longTarget),
        Refused(name: "a large field", request: get("/", largeField), status: 431, refusal: .largeHeader),
        Refused(
            name: "a field without end", request: "GET / HTTP/1.1\r\nX:" + String(repeating: longTarget, count: 16),
            status: 431, refusal: .largeHeader),
        Refused(name: "101 fields", request: get("/", manyFields), status: 431, refusal: .largeHeader),
        Refused(
            name: "10,000 fields", request: get("/", String(repeating: manyFields, count: 100)), status: 431,
            refusal: .largeHeader),
        Refused(
            name: "a large body", request: get("/", "Content-Length: 4097\r\n"), status: 413, refusal: .largeBody),
        Refused(name: "a large form", request: form(byteCount: 8_193), status: 413, refusal: .largeBody),
        Refused(
            name: "a body that nobody can count", request: get("/", "Content-Length: 99999999999999999999\r\n"),
            status: 413, refusal: .largeBody),
        Refused(
            name: "a body in chunks", request: get("/", "Transfer-Encoding: chunked\r\n") + "5\r\nhello\r\n",
            status: 413, refusal: .largeBody),
        Refused(
            name: "a chunk of any size",
            request: get("/", "transfer-encoding: chunked\r\n") + "FFFFFFFFFFFFFFFFFFFF\r\nx", status: 413,
            refusal: .largeBody),
        Refused(
            name: "chunks with an extension without end",
            request: get("/", "Transfer-Encoding: chunked\r\n") + "1;" + String(repeating: "x", count: 100_000),
            status: 413, refusal: .largeBody),
        Refused(
            name: "two lengths", request: get("/", "Content-Length: 1\r\nContent-Length: 2\r\n") + "ab", status: 400,
            refusal: .malformed),
        Refused(
            name: "a length and chunks", request: get("/", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
            status: 400, refusal: .malformed),
        Refused(
            name: "a negative length", request: get("/", "Content-Length: -1\r\n"), status: 400, refusal: .malformed),
        Refused(name: "a signed length", request: get("/", "Content-Length: +1\r\n"), status: 400, refusal: .malformed),
        Refused(
            name: "a list of lengths", request: get("/", "Content-Length: 1, 1\r\n"), status: 400, refusal: .malformed),
        Refused(name: "an empty length", request: get("/", "Content-Length:\r\n"), status: 400, refusal: .malformed),
        Refused(
            name: "LF alone", request: "GET /health/live HTTP/1.1\nHost: a\n\n", status: 400, refusal: .malformed),
        Refused(
            name: "LF alone after a field", request: "GET / HTTP/1.1\r\nHost: a\nX: y\r\n\r\n", status: 400,
            refusal: .malformed),
        Refused(name: "a bare CR", request: get("/", "X: a\rY: b\r\n"), status: 400, refusal: .malformed),
        Refused(name: "a folded field", request: get("/", "X: a\r\n b\r\n"), status: 400, refusal: .malformed),
        Refused(name: "a field without colon", request: get("/", "nothing\r\n"), status: 400, refusal: .malformed),
        Refused(name: "a space before the colon", request: get("/", "X : y\r\n"), status: 400, refusal: .malformed),
        Refused(name: "NUL in a field", request: get("/", "X: \u{0}\r\n"), status: 400, refusal: .malformed),
        Refused(name: "no Host", request: "GET / HTTP/1.1\r\n\r\n", status: 400, refusal: .malformed),
        Refused(name: "two Hosts", request: get("/", "Host: b\r\n"), status: 400, refusal: .malformed),
        Refused(
            name: "two Hosts, of old", request: "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", status: 400,
            refusal: .malformed),
        Refused(
            name: "a Host that is a path", request: "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", status: 400,
            refusal: .malformed),
        Refused(
            name: "a Host with a user", request: "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", status: 400,
            refusal: .malformed),
        Refused(
            name: "two spaces before the target", request: "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", status: 400,
            refusal: .malformed),
        Refused(
            name: "two spaces behind the target", request: "GET /  HTTP/1.1\r\nHost: a\r\n\r\n", status: 400,
            refusal: .malformed),
        Refused(
            name: "a space in the target", request: "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", status: 400,
            refusal: .malformed),
        Refused(
            name: "a tab in the target", request: "GET /a\tb HTTP/1.1\r\nHost: a\r\n\r\n", status: 400,
            refusal: .malformed),
        Refused(name: "no version", request: "GET /\r\n\r\n", status: 400, refusal: .malformed),
        Refused(name: "another version", request: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", status: 400, refusal: .malformed),
        Refused(name: "CONNECT", request: "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", status: 405, refusal: .malformed),
        Refused(name: "an invalid method", request: "G@T / HTTP/1.1\r\n\r\n", status: 400, refusal: .malformed),
        Refused(
            name: "the beginning of TLS", request: "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", status: 400, refusal: .malformed),
        Refused(
            name: "empty lines", request: String(repeating: "\r\n", count: 100_000), status: 400, refusal: .malformed),
    ]

    @Test func `a request beyond a limit gets its status and a problem document, and is counted`() async throws {
        try await LimitedServer.test { server in
            for refused in Self.refused {
                let before = server.refusals(refused.refusal)
                let response = try server.response(to: refused.request)
                #expect(response.status == refused.status, "\(refused.name): \(response.prefix(400))")
                #expect(response.contains("\r\nContent-Type: application/problem+json\r\n"), "\(refused.name)")
                #expect(response.contains("\r\nConnection: close\r\n"), "\(refused.name)")
                #expect(response.contains("\"status\":\(refused.status)"), "\(refused.name): \(response)")
                #expect(server.refusals(refused.refusal) == before + 1, "\(refused.name)")
                #expect(response.count(of: 200) == 0, "\(refused.name)")
            }
            #expect(server.eventually { server.isEmpty })
        }
    }

    @Test func `requests beyond limits are refused also byte by byte, and after pipelined requests`()
        async throws
    {
        try await LimitedServer.test { server in
            for refused in Self.refused where refused.request.utf8.count < 20_000 {
                let bytewise = try server.response(to: refused.request, inPiecesOf: 1)
                #expect(bytewise.status == refused.status, "\(refused.name): \(bytewise.prefix(200))")
                let behind = try server.response(to: LimitedServer.live + LimitedServer.tile + refused.request)
                #expect(behind.count(of: 200) == 2 && behind.count(of: refused.status) == 1, "\(refused.name)")
            }
        }
    }

    @Test func `requests just within the limits are served, sent whole or byte by byte`() async throws {
        try await LimitedServer.test { server in
            let target = "/" + String(repeating: "a", count: 8_191)
            let fields = (0..<98).map { "X-\($0): y\r\n" }.joined() + "Connection: close\r\n"
            let field = "X: " + String(repeating: "y", count: 16_384 - 3 - 2 - 9 - 19) + "\r\nConnection: close\r\n"
            let body = String(repeating: "b", count: 4_096)
            for (request, status) in [
                (Self.get(target) + LimitedServer.last, 404), (Self.get("/health/live", fields), 200),
                (Self.get("/health/live", field), 200),
                (Self.get("/nothing", "Content-Length: 4096\r\n") + body + LimitedServer.last, 404),
                (Self.form(byteCount: 8_192) + body + body + LimitedServer.last, 303),
                (Self.get("/health/live", "Content-Length: 0\r\n") + LimitedServer.last, 200),
                ("\r\n\r\n" + LimitedServer.last, 200),
                (String(repeating: LimitedServer.live, count: 3) + LimitedServer.last, 200),
            ] {
                for size in [Int.max, 1, 7] {
                    let response = try server.response(to: request, inPiecesOf: size)
                    #expect(
                        response.status == status, "\(request.prefix(60)) in pieces of \(size): \(response.prefix(300))"
                    )
                    #expect(response.contains("HTTP/1.1 200 "), "\(request.prefix(60)) in pieces of \(size)")
                }
            }
            // The forms have no token, which is not a limit.
            for refusal in Refusal.allCases where refusal != .token {
                #expect(server.refusals(refusal) == 0, "\(refusal)")
            }
        }
    }

    @Test func `an Upgrade header is ignored, and the connection stays open`() async throws {
        try await LimitedServer.test { server in
            let upgrade = Self.get("/health/live", "Connection: Upgrade\r\nUpgrade: h2c\r\n")
            let response = try server.response(to: upgrade + LimitedServer.last)
            #expect(response.status == 200, "\(response)")
        }
    }

    @Test func `any number of pipelined requests get their responses`() async throws {
        try await LimitedServer.test({ $0.pipelinedCount = 4 }) { server in
            let requests = (0..<500).map { Self.get("/nothing/\($0)") }.joined()
            let response = try server.response(to: requests + LimitedServer.last)
            #expect(response.count(of: 404) == 500 && response.count(of: 200) == 1)
        }
    }

    @Test func `a picture above the area limit is a 400 and counted`() async throws {
        try await LimitedServer.test({ $0.sourceArea = 100_000 }) { server in
            let region = "/iiif/3/magna-carta-1/0,0,2000,2000/1990,/0/default.png"
            let response = try server.response(to: Self.get(region, "Connection: close\r\n"))
            #expect(response.status == 400)
            #expect(server.refusals(.largePicture) == 1)
        }
    }

    @Test func `connections of IPv4 addresses are counted by address on a socket for both protocols`() throws {
        let count = ConnectionCount(limit: 100, addressLimit: 1)
        func isAdmitted(_ address: String) throws -> Bool {
            guard case .admitted = count.enter(try SocketAddress(ipAddress: address, port: 1)) else { return false }
            return true
        }
        #expect(try isAdmitted("::ffff:192.0.2.1") && isAdmitted("::ffff:192.0.2.2") && isAdmitted("2001:db8::1"))
        #expect(try !isAdmitted("192.0.2.1"), "the same address")
        #expect(try !isAdmitted("2001:db8::2"), "the same network")
    }

    @Test func `random bytes are refused and do not crash the server`() async throws {
        try await LimitedServer.test({ $0.headTime = .milliseconds(200) }) { server in
            var random = Seeded(1297)
            let words = [
                "GET ", "/", " HTTP/1.1\r\n", "\r\n", ": ", "Host", "Content-Length", "\n", "\0", "é", "%", "1",
            ]
            for _ in 0..<200 {
                let text = (0..<Int.random(in: 1...20, using: &random))
                    .map { _ in words.randomElement(using: &random) ?? "" }.joined()
                let response = try server.response(to: text)
                #expect(response.isEmpty || response.hasPrefix("HTTP/1.1 4"), "\(text.debugDescription): \(response)")
            }
            #expect(try server.response(to: LimitedServer.last).status == 200)
        }
    }
}

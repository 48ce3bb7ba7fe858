import ExplorerServer
import Foundation
import TestSupport
import Testing

/// When connections end and what responses state about it, on the wire: from the tile lane and from the routes.
@Suite(.serialized, .ownThreads) struct PersistenceTests {
    private static let targets = [
        "/dzi/magna-carta-1_files/10/1_1.jpg", "/health/live", "/api/documents/magna-carta/clauses",
    ]

    /// Requests that end their connections.
    private static let ending: [(version: String, fields: String)] = [
        ("HTTP/1.1", "Connection: close\r\n"), ("HTTP/1.1", "connection:CLOSE\r\n"),
        ("HTTP/1.1", "Connection: Keep-Alive ,close\r\n"),
        ("HTTP/1.1", "Connection: keep-alive\r\nConnection: Close\r\n"),
        ("HTTP/1.0", ""), ("HTTP/1.0", "Connection: close\r\n"), ("HTTP/1.0", "Connection: close, keep-alive\r\n"),
        // Like `ab`, and a proxy that contacts its servers as nginx does by default.
        ("HTTP/1.0", "User-Agent: ApacheBench/2.3\r\nAccept: */*\r\n"), ("HTTP/1.0", "X-Real-IP: 192.0.2.1\r\n"),
    ]

    private static func request(_ target: String, _ version: String, _ fields: String) -> String {
        "GET \(target) \(version)\r\nHost: a\r\n\(fields)\r\n"
    }

    @Test(arguments: [true, false])
    func `Connection: close and HTTP 1.0 end the connection after the response`(usesLane: Bool) async throws {
        var options = ServerOptions()
        options.usesTileLane = usesLane
        try await LimitedServer.test({ $0.idleTime = .seconds(3_600) }, options: options) { server in
            for target in Self.targets {
                let expected = try #require(
                    try server.response(to: Self.request(target, "HTTP/1.1", "Connection: close\r\n")).body)
                for (version, fields) in Self.ending {
                    // The second request gets no response.
                    let request = Self.request(target, version, fields)
                    let begin = ContinuousClock.now
                    let response = try server.response(to: request + LimitedServer.live)
                    #expect(.now - begin < .seconds(60), "\(request): not closed")
                    #expect(response.status == 200 && response.body == expected, "\(request)")
                    #expect(response.lowercased().contains("\r\nconnection: close\r\n"), "\(request)")
                    #expect(!response.lowercased().contains("\r\ntransfer-encoding:"), "\(request)")
                }
            }
        }
    }

    @Test(arguments: [true, false])
    func `a persistent connection stays open, and HTTP 1.0 clients get keep-alive`(usesLane: Bool) async throws {
        var options = ServerOptions()
        options.usesTileLane = usesLane
        try await LimitedServer.test(options: options) { server in
            for target in Self.targets.prefix(2) {
                for fields in ["", "Connection: keep-alive\r\n", "Connection: Keep-Alive, TE\r\nTE: trailers\r\n"] {
                    let request = Self.request(target, "HTTP/1.1", fields)
                    let response = try server.response(to: request + request + LimitedServer.last)
                    #expect(response.count(of: 200) == 3, "\(request)")
                }
                let old = Self.request(target, "HTTP/1.0", "Connection: Keep-Alive\r\n")
                let response = try server.response(to: old + old + LimitedServer.last)
                #expect(
                    response.count(of: 200) == 3 && response.components(separatedBy: "keep-alive\r\n").count == 3,
                    "\(target)")
            }
        }
    }

    @Test func `an HTTP 1.0 request without Host is served`() async throws {
        try await LimitedServer.test { server in
            let response = try server.response(to: "GET /health/live HTTP/1.0\r\n\r\n")
            #expect(response.status == 200 && response.body == #"{"status":"live"}"#)
        }
    }
}

extension String {
    /// The part after the header of a response.
    fileprivate var body: String? { ranges(of: "\r\n\r\n").first.map { String(self[$0.upperBound...]) } }
}

import Foundation
import HummingbirdTesting
import Logging
import TestSupport
import Testing

@testable import ExplorerServer

/// A server of the sample library with particular limits, over a real socket.
struct LimitedServer: Sendable {
    let server: ExplorerServer
    let port: Int

    /// Runs the body, which may block: suites that use this have the trait `.ownThreads`.
    static func test(
        _ change: (inout ServerLimits) -> Void = { _ in }, options: ServerOptions = ServerOptions(),
        _ body: @escaping @Sendable (LimitedServer) throws -> Void
    ) async throws {
        var options = options
        change(&options.limits)
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        let server = try ExplorerServer(library: try SampleServer.sampleLibrary(), options: options, logger: logger)
        // The framework's other client opens connections at unpredictable times; here every connection is the test's.
        try await server.application().test(.ahc(.http)) { client in
            try body(LimitedServer(server: server, port: try #require(client.port)))
        }
    }

    func connect() throws -> LoopbackConnection { try LoopbackConnection(port: port) }

    /// Returns everything received until the server closes the connection, or for ten seconds.
    func response(to bytes: [UInt8], inPiecesOf size: Int = .max) throws -> String {
        let connection = try connect()
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(size)
            rest = rest.dropFirst(piece.count)
            // After a refusal, the connection may already be closed.
            do { try connection.send(String(decoding: piece, as: UTF8.self)) } catch { break }
        }
        return String(decoding: connection.receiveAll(), as: UTF8.self)
    }

    func response(to text: String, inPiecesOf size: Int = .max) throws -> String {
        try response(to: Array(text.utf8), inPiecesOf: size)
    }

    func refusals(_ reason: Refusal) -> UInt64 { server.metrics.refusals[reason].total }

    /// Whether there is no connection.
    var isEmpty: Bool { server.connections.count == 0 }

    /// Waits for a condition, up to two minutes, because a thousand other tests may run first.
    func eventually(_ condition: () -> Bool) -> Bool {
        for _ in 0..<12_000 {
            if condition() { return true }
            usleep(10_000)
        }
        return false
    }

    static let live = "GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n"
    static let last = "GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    static let tile = "GET /dzi/magna-carta-1_files/10/1_1.jpg HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Returns a request for a picture that takes seconds to render, different for each number.
    static func wide(_ number: Int) -> String {
        "GET /iiif/3/magna-carta-1/0,0,4000,4000/\(3_900 - number),/0/default.png HTTP/1.1\r\nHost: a\r\n\r\n"
    }
    /// A request for a picture that is rendered at once.
    static let narrow = "GET /iiif/3/magna-carta-1/7,7,40,40/20,/0/default.png HTTP/1.1\r\nHost: a\r\n\r\n"
}

extension String {
    /// The status of the first response; 0 if there is none.
    var status: Int { hasPrefix("HTTP/1.1 ") ? Int(dropFirst(9).prefix(3)) ?? 0 : 0 }

    /// Returns the number of responses with this status.
    func count(of status: Int) -> Int { components(separatedBy: "HTTP/1.1 \(status) ").count - 1 }
}

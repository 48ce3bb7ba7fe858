import DocumentLibrary
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import ExplorerServer

/// A server with remote pyramids sends the same responses as one with local pyramids.
@Suite(.serialized, .ownThreads) struct RemoteTileTests {
    private static let tile = TileLaneResponseTests.tile
    private static let path = "/dzi/magna-carta-1_files/10/1_1.jpg"
    private static let others = (0..<3).map { "/dzi/magna-carta-1_files/10/\($0)_2.jpg" }

    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    /// Runs a server of the sample with remote pyramids.
    private static func serve(
        byteLimit: Int = 1 << 30, options: ServerOptions = TileLaneResponseTests.options,
        _ body: @escaping @Sendable (SampleClient, FarPyramids, ExplorerServer) async throws -> Void
    ) async throws {
        let (library, far) = try FarPyramids.library(byteLimit: byteLimit)
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        let server = try ExplorerServer(library: library, options: options, logger: logger)
        try await server.application().test(.live) { client in
            try await body(SampleClient(client: client), far, server)
        }
    }

    /// Returns the number of tiles that the lane has fetched.
    private static func fetchedCount(_ server: ExplorerServer) -> UInt64 {
        server.metrics.laneCounters.reduce(0) { $0 + $1.fetched.total }
    }

    @Test func `random requests in random pieces get the same bytes as with local pyramids`() async throws {
        try await SampleServer.test(TileLaneResponseTests.withoutLane, over: .live) { local in
            let local = try #require(local.client.port)
            // Nothing is cached for long, so tiles are fetched again and again.
            try await Self.serve(byteLimit: 0) { client, far, server in
                let port = try #require(client.client.port)
                far.state.set { $0.longestDelay = .milliseconds(3) }
                var random = Seeded(1217)
                for _ in 0..<250 {
                    let request = TileLaneResponseTests.session(using: &random)
                    let expected = try TileLaneResponseTests.response(of: local, to: [request])
                    let cuts = (0..<Int.random(in: 0...3, using: &random))
                        .map { _ in Int.random(in: 0...request.utf8.count, using: &random) }.sorted()
                    let bytes = Array(request.utf8)
                    let pieces = zip([0] + cuts, cuts + [bytes.count]).map { start, end in
                        String(decoding: bytes[start..<end], as: UTF8.self)
                    }
                    #expect(
                        try TileLaneResponseTests.response(of: port, to: pieces) == expected,
                        "\(request) cut at \(cuts)")
                    far.waitForWrites()
                }
                #expect(Self.fetchedCount(server) > 0)
            }
        }
    }

    @Test func `the lane fetches an absent tile once and keeps it`() async throws {
        try await Self.serve { client, far, server in
            let port = try #require(client.client.port)
            #expect(try await client.get(Self.path).status == .ok)
            far.waitForWrites()
            let reads = far.state.readCount
            let paths = (0..<4).flatMap { column in (0..<4).map { "/dzi/magna-carta-1_files/11/\(column)_\($0).jpg" } }
            for path in paths {
                // The routes look the image up, which is valid for a second: on a busy machine sometimes not long
                // enough.
                #expect(try await client.get(Self.path).status == .ok)
                try LaneRequest.send(path, port: port)
            }
            #expect(Self.fetchedCount(server) > 0)
            #expect(far.state.readCount == reads + paths.count)
            far.waitForWrites()
            far.state.set { $0.isGone = true }
            for path in paths + paths { try LaneRequest.send(path, port: port) }
            #expect(far.state.readCount == reads + paths.count)
        }
    }

    @Test func `responses are sent in the order of their requests`() async throws {
        try await SampleServer.test(TileLaneResponseTests.withoutLane, over: .live) { local in
            let local = try #require(local.client.port)
            try await Self.serve { client, far, server in
                let port = try #require(client.client.port)
                let request =
                    Self.tile + Self.others.map(Self.get).joined() + Self.get("/health/live") + Self.tile
                    + TileLaneResponseTests.last
                let expected = try TileLaneResponseTests.response(of: local, to: [request])
                #expect(try await client.get(Self.path).status == .ok)
                far.state.hold()
                let response = Task.detached { try TileLaneResponseTests.response(of: port, to: [request]) }
                // Nothing after the first missing tile is started.
                try await far.state.waitUntilHeld(1)
                #expect(far.state.heldCount == 1)
                far.state.release()
                #expect(try await response.value == expected)
            }
        }
    }

    @Test func `tiles are still served after clients disconnect during a fetch`() async throws {
        try await Self.serve { client, far, _ in
            let port = try #require(client.client.port)
            #expect(try await client.get(Self.path).status == .ok)
            far.state.hold()
            for other in Self.others {
                let connection = try LoopbackConnection(port: port)
                try connection.send(Self.get(other))
            }
            try await far.state.waitUntilHeld(Self.others.count)
            far.state.release()
            for other in Self.others { try LaneRequest.send(other, port: port) }
        }
    }

    @Test func `without the store, cached tiles are served and others are a 503 with Retry-After`() async throws {
        try await Self.serve { client, far, server in
            let port = try #require(client.client.port)
            #expect(try await client.get(Self.path).status == .ok)
            far.waitForWrites()
            far.state.set { $0.isGone = true }
            try LaneRequest.send(Self.path, port: port)
            for path in [Self.others[0], "/iiif/3/magna-carta-1/full/500,/0/default.jpg"] {
                let response = try await client.get(path)
                #expect(response.status == .serviceUnavailable)
                #expect(response.headers[.retryAfter] == "5")
                #expect(response.headers[.cacheControl] == "no-store")
            }
            #expect(
                try TileLaneResponseTests.response(
                    of: port, to: [Self.get(Self.others[1]) + TileLaneResponseTests.last]
                )
                .starts(with: Data("HTTP/1.1 503 ".utf8)))
            #expect(server.metrics.refusals[.unavailable].total == 3)
            #expect(server.health.damages.isEmpty)
            far.state.set { $0.isGone = false }
            #expect(try await client.get(Self.others[0]).status == .ok)
        }
    }

    @Test func `a damaged tile is a 500, and its file is reported until repaired`() async throws {
        try await Self.serve { client, far, server in
            let port = try #require(client.client.port)
            #expect(try await client.get(Self.path).status == .ok)
            far.state.set { $0.isDamaged = true }
            #expect(
                try TileLaneResponseTests.response(
                    of: port, to: [Self.get(Self.others[1]) + TileLaneResponseTests.last]
                )
                .starts(with: Data("HTTP/1.1 500 ".utf8)))
            #expect(try await client.get(Self.others[1]).status == .internalServerError)
            let damage = try #require(server.health.damages.first)
            #expect(damage.file.hasPrefix("pyramids/") && damage.documents == ["magna-carta"])
            let health = try await client.get("/health/ready").json()
            #expect(health["status"] as? String == "degraded")
            server.lookForDamage(in: [damage.file])
            #expect(!server.health.damages.isEmpty)
            far.state.set { $0.isDamaged = false }
            server.lookForDamage(in: [damage.file])
            #expect(server.health.damages.isEmpty)
            #expect(try await client.get(Self.others[1]).status == .ok)
        }
    }

    @Test func `rendered pictures and tiles equal those of local pyramids`() async throws {
        let paths = [
            "/iiif/3/magna-carta-1/1000,1000,3000,2500/700,/0/default.jpg", "/tiles/magna-carta-1/6/5/5.webp",
            "/iiif/3/magna-carta-1/full/300,/90/gray.png", "/api/documents/magna-carta/clauses/39/image.jpg?width=400",
        ]
        try await SampleServer.test(TileLaneResponseTests.options) { local in
            try await Self.serve { client, _, _ in
                for path in paths {
                    let (here, there) = (try await local.get(path), try await client.get(path))
                    #expect(here.status == .ok && there.status == .ok, "\(path)")
                    #expect(here.bytes == there.bytes, "\(path)")
                    #expect(here.headers[.eTag] == there.headers[.eTag], "\(path)")
                }
            }
        }
    }

    @Test func `the tiles of a picture are fetched concurrently and once`() async throws {
        // A region of the native level that touches four by three tiles, and a tile of the 2× level that is rendered
        // from four.
        let pictures = [
            ("/iiif/3/magna-carta-1/250,250,700,500/700,/0/default.jpg", 12), ("/tiles/magna-carta-1/6/21/21.jpg", 4),
        ]
        try await SampleServer.test(TileLaneResponseTests.options) { local in
            for (path, count) in pictures {
                try await Self.serve { client, far, _ in
                    // The directory is read first.
                    #expect(try await client.get(Self.path).status == .ok)
                    far.state.hold()
                    let before = far.state.readCount
                    async let there = client.get(path)
                    try await far.state.waitUntilHeld(count)
                    far.state.release()
                    let response = try await there
                    let here = try await local.get(path)
                    #expect(response.status == .ok && here.bytes == response.bytes, "\(path)")
                    #expect(far.state.readCount == before + count, "\(path)")
                }
            }
        }
    }

    @Test func `a picture of unavailable tiles is a 503, and of a damaged tile a reported 500`() async throws {
        let path = "/iiif/3/magna-carta-1/250,250,700,500/700,/0/default.jpg"
        try await Self.serve { client, far, server in
            _ = try await client.get(Self.path)
            far.state.set { $0.isGone = true }
            #expect(try await client.get(path).status == .serviceUnavailable)
            far.state.set { $0.isGone = false }
            far.state.set { $0.isDamaged = true }
            #expect(try await client.get(path).status == .internalServerError)
            #expect(!server.health.damages.isEmpty)
            far.state.set { $0.isDamaged = false }
            #expect(try await client.get(path).status == .ok)
        }
    }
}

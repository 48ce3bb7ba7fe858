import Foundation
import TestSupport
import Testing

@testable import ExplorerServer

/// Slow clients, slow responses and too many connections, over a socket.
@Suite(.serialized, .ownThreads) struct LimitsOfTimeTests {
    @Test func `a request that does not arrive in time is a 408, also when sent byte by byte`() async throws {
        try await LimitedServer.test({ $0.headTime = .milliseconds(300) }) { server in
            let silent = try server.connect()
            try silent.send("GET /health/live HTTP/1.1\r\nHost: a\r\n")
            let dribbling = try server.connect()
            let bodiless = try server.connect()
            try bodiless.send("GET /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
            let start = Date.now
            let refused = { server.refusals(.slow) >= 3 }
            for byte in "GET /health/live HTTP/1.1\r\nHost: " + String(repeating: "a", count: 1_000) where !refused() {
                try? dribbling.send(String(byte))
                usleep(10_000)
                // Other clients are served meanwhile.
                #expect(try server.response(to: LimitedServer.last).status == 200)
            }
            #expect(Date.now.timeIntervalSince(start) < 8)
            for connection in [silent, dribbling, bodiless] {
                let response = String(decoding: connection.receiveAll(), as: UTF8.self)
                #expect(response.count(of: 408) == 1, "\(response)")
                #expect(response.contains("application/problem+json"))
            }
            #expect(server.refusals(.slow) == 3)
        }
    }

    @Test func `a slow request within the time limit is served`() async throws {
        try await LimitedServer.test({ $0.headTime = .seconds(8) }) { server in
            let connection = try server.connect()
            for byte in LimitedServer.last {
                try connection.send(String(byte))
                usleep(5_000)
            }
            #expect(String(decoding: connection.receiveAll(), as: UTF8.self).status == 200)
            #expect(server.refusals(.slow) == 0)
        }
    }

    @Test func `an idle connection is closed, before its first request and after one`() async throws {
        try await LimitedServer.test({ $0.idleTime = .seconds(2) }) { server in
            // The lane responds to repeated requests. Each request has its own connection, because a busy machine may
            // pause for longer than the idle time between two.
            for _ in 0..<3 { #expect(try server.connect().request(LimitedServer.tile).status == 200) }
            let mute = try server.connect()
            let used = try server.connect()
            #expect(try used.request(LimitedServer.live).status == 200)
            let tiled = try server.connect()
            #expect(try tiled.request(LimitedServer.tile).status == 200)
            for connection in [mute, used, tiled] {
                let start = Date.now
                _ = connection.receiveAll()
                #expect(Date.now.timeIntervalSince(start) < 20)
            }
            #expect(server.eventually { server.isEmpty })
        }
    }

    @Test func `a client that does not read responses is disconnected`() async throws {
        try await LimitedServer.test({ $0.sendTime = .milliseconds(400) }) { server in
            let tiles = try server.connect()
            let routes = try server.connect()
            // More than the system's buffers hold: about 6 MB.
            let document = "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n"
            Thread.detachNewThread { try? tiles.send(String(repeating: LimitedServer.tile, count: 4_000)) }
            Thread.detachNewThread { try? routes.send(String(repeating: document, count: 4_000)) }
            #expect(server.eventually { server.refusals(.slow) == 2 })
            #expect(server.eventually { server.isEmpty })
        }
    }

    @Test func `a client that reads slowly gets the whole response`() async throws {
        try await LimitedServer.test({ $0.sendTime = .milliseconds(1_500) }) { server in
            let connection = try server.connect()
            let count = 400
            let requests = String(repeating: LimitedServer.tile, count: count) + LimitedServer.last
            Thread.detachNewThread { try? connection.send(requests) }
            var byteCount = 0
            var ends: [UInt8] = []
            while true {
                let bytes = connection.receive()
                guard !bytes.isEmpty else { break }
                byteCount += bytes.count
                ends = Array((ends + bytes).suffix(400))
                usleep(20_000)
            }
            #expect(byteCount > count * 1_000)
            #expect(String(decoding: ends, as: UTF8.self).contains("HTTP/1.1 200 OK"), "the last answer came")
            #expect(server.refusals(.slow) == 0)
        }
    }

    @Test func `a response that takes too long becomes a 503, and its work ends`() async throws {
        try await LimitedServer.test({
            $0.requestTime = .milliseconds(500)
            $0.renderCount = 1
        }) { server in
            let response = try server.response(to: LimitedServer.wide(0))
            #expect(response.status == 503, "\(response.prefix(300))")
            #expect(response.contains("\r\nRetry-After: 10\r\n") && response.contains("application/problem+json"))
            #expect(server.refusals(.timeout) == 1)
            #expect(server.eventually { server.server.pools.render.isIdle })
            // On a busy machine a small picture may be too late as well, but hardly every time.
            #expect(server.eventually { (try? server.connect().request(LimitedServer.narrow).status) == 200 })
        }
    }

    @Test func `a client that closes its sending side still gets its responses`() async throws {
        try await LimitedServer.test { server in
            let connection = try server.connect()
            try connection.send(LimitedServer.live + LimitedServer.tile + LimitedServer.live)
            connection.endSending()
            #expect(String(decoding: connection.receiveAll(), as: UTF8.self).count(of: 200) == 3)
        }
    }

    @Test func `rendering stops when the client disconnects`() async throws {
        try await LimitedServer.test({ $0.renderCount = 1 }) { server in
            do {
                let connections = try (0..<12).map { _ in try server.connect() }
                for (number, connection) in connections.enumerated() { try connection.send(LimitedServer.wide(number)) }
                #expect(server.eventually { server.server.pools.render.queue.count > 0 })
            }
            #expect(server.eventually { server.isEmpty && server.server.pools.render.isIdle })
            let work = server.server.pools.render.counters
            #expect(work.seconds.reading.counts.reduce(0, +) - work.failed.total < 12, "all pictures were made")
        }
    }

    @Test func `connections above the limit get a 503, and earlier ones are still served`() async throws {
        try await LimitedServer.test({ $0.connectionCount = 3 }) { server in
            var held = try (0..<3).map { _ in try server.connect() }
            for connection in held { #expect(try connection.request(LimitedServer.live).status == 200) }
            for _ in 0..<5 {
                let response = try server.response(to: LimitedServer.live)
                #expect(response.status == 503 && response.contains("\r\nRetry-After: 2\r\n"), "\(response)")
            }
            for connection in held { #expect(try connection.request(LimitedServer.tile).status == 200) }
            #expect(server.refusals(.connections) == 5)
            held.removeAll()
            #expect(server.eventually { server.isEmpty })
            #expect(try server.connect().request(LimitedServer.live).status == 200)
        }
    }

    @Test func `a flood of connections stays within the limit, and the server recovers`() async throws {
        try await LimitedServer.test({ $0.connectionCount = 20 }) { server in
            // An optimised build releases objects after their last use, before the end of the scope.
            withExtendedLifetime(try (0..<300).map { _ in try server.connect() }) { _ in
                #expect(server.eventually { server.refusals(.connections) == 280 })
                #expect(server.eventually { server.server.connections.count <= 20 })
            }
            #expect(server.eventually { server.isEmpty })
            #expect(try server.connect().request(LimitedServer.live).status == 200)
        }
    }

    @Test func `connections above the limit per address get a 429`() async throws {
        try await LimitedServer.test({ $0.addressConnectionCount = 2 }) { server in
            let held = try (0..<2).map { _ in try server.connect() }
            for connection in held { #expect(try connection.request(LimitedServer.live).status == 200) }
            let response = try server.response(to: LimitedServer.live)
            #expect(response.status == 429 && response.contains("\r\nRetry-After: "), "\(response)")
            #expect(server.refusals(.rate) == 1)
            for connection in held { #expect(try connection.request(LimitedServer.live).status == 200) }
        }
    }
}

import Foundation
import TestSupport
import Testing

/// How `explore serve` shuts down after a signal.
@Suite(.serialized, .ownThreads) struct EndingTests {
    private static func library() throws -> Scratch {
        let scratch = try Scratch()
        try VersionedSheet.add(version: 1, to: "library", in: scratch)
        return scratch
    }

    /// Waits, up to a minute, until nothing listens on a port.
    private static func waitUntilClosed(_ port: Int) throws {
        let start = ContinuousClock.now
        while (try? LoopbackConnection(port: port)) != nil {
            try #require(start.duration(to: .now) < .seconds(60), "port \(port) is still open")
            usleep(10_000)
        }
    }

    @Test func `after SIGTERM the server reports not ready, serves requests, then exits with status 0`()
        throws
    {
        let library = try Self.library()
        let server = try RunningServer(library: library.path("library"), arguments: ["--drain", "3"])
        #expect(try server.get("/health/ready").hasPrefix("HTTP/1.1 200"))
        // A new connection each time, like a health probe.
        let get = { try KeptConnection(port: server.port).get($0) }
        let start = ContinuousClock.now
        server.signal(SIGTERM)
        var ready = try get("/health/ready")
        while ready.status != 503 { ready = try get("/health/ready") }
        #expect(ready.head.lowercased().contains("connection: close"))
        for _ in 0..<3 {
            for (path, expected) in [("/health/live", 200), ("/api/documents/sheet", 200), ("/health/ready", 503)] {
                #expect(try get(path).status == expected, "\(path)")
            }
        }
        let (seconds, status) = server.waitForEnd(since: start)
        #expect(seconds > 2.9 && seconds < 20, "\(seconds)")
        #expect(status == 0)
        #expect(throws: (any Error).self) { try LoopbackConnection(port: server.port) }
    }

    @Test func `responses in flight are finished, and idle connections are closed`() throws {
        let library = try Self.library()
        let server = try RunningServer(library: library.path("library"))
        let idle = try (0..<8).map { _ in try KeptConnection(port: server.port) }
        for connection in idle { #expect(try connection.get("/health/live").status == 200) }
        // A PNG that takes a while and is larger than the system's buffers. The client does not read yet.
        let address = "/iiif/3/sheet-1/full/^600,600/7/default.png"
        let whole = try KeptConnection(port: server.port).get(address).body
        let busy = try (1...4).map { _ in try KeptConnection(port: server.port) }
        for (number, connection) in busy.enumerated() {
            try connection.request("/iiif/3/sheet-1/full/^600,600/\(number == 0 ? 7 : 7 + number)/default.png")
        }
        // A tile of the tile lane, likewise.
        let tiles = try KeptConnection(port: server.port)
        #expect(try tiles.get("/dzi/sheet-1_files/9/0_0.jpg").status == 200)
        for _ in 0..<20 { try tiles.request("/dzi/sheet-1_files/9/0_0.jpg") }
        // A response is in flight while the server writes it, not while a busy machine has yet to read the request.
        for connection in busy + [tiles] { try connection.waitForAnswer() }
        let start = ContinuousClock.now
        server.signal(SIGTERM)
        let first = try busy[0].receive()
        #expect(first.status == 200 && first.body == whole)
        for connection in busy.dropFirst() { #expect(try connection.receive().status == 200) }
        for _ in 0..<20 { #expect(try tiles.receive().status == 200) }
        for connection in idle { #expect(connection.isClosed()) }
        let (seconds, status) = server.waitForEnd(since: start)
        #expect(seconds < 3, "\(seconds)")
        #expect(status == 0)
    }

    @Test func `a response to a slow reader is sent completely before exit`() throws {
        let scratch = try Scratch()
        // The scan is noise, so its picture is large.
        try VersionedSheet.add(version: 1, to: "library", in: scratch)
        var random = Seeded(7)
        let pixels = (0..<900 * 900 * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
        let scan = PlainTIFF.bytes(width: 900, height: 900, pixels: pixels)
        try Data(scan).write(to: scratch.folder.appending(path: "noise.tif"))
        let run = try CommandLineRun(["add", scratch.path("noise.tif")], library: scratch)
        try #require(run.status == 0, "\(run.errorOutput)")
        let server = try RunningServer(library: scratch.path("library"), arguments: ["--drafts"])
        let address = "/iiif/3/noise-1/full/max/0/default.png"
        let whole = try KeptConnection(port: server.port).get(address)
        try #require(whole.status == 200 && whole.body.count > 1 << 20, "\(whole.head)")
        let slow = try KeptConnection(port: server.port)
        try slow.request(address)
        try slow.waitForAnswer()
        let start = ContinuousClock.now
        server.signal(SIGTERM)
        // After the drain period the port is closed, and so would be the connection if nothing were in flight.
        try Self.waitUntilClosed(server.port)
        let response = try slow.receive()
        #expect(response.body == whole.body)
        #expect(server.waitForEnd(since: start).status == 0)
    }

    @Test func `connections that arrive while the port closes do not disturb the end`() throws {
        let library = try Self.library()
        for _ in 0..<4 {
            let server = try RunningServer(library: library.path("library"), arguments: ["--drain", "0"])
            let start = ContinuousClock.now
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                if number == 0 { return server.signal(SIGTERM) }
                var kept: [LoopbackConnection] = []
                while let connection = try? LoopbackConnection(port: server.port) {
                    kept.append(connection)
                    if kept.count > 20 { kept.removeFirst() }
                }
            }
            #expect(server.waitForEnd(since: start).status == 0)
        }
    }

    @Test func `a second signal ends the drain at once`() throws {
        let library = try Self.library()
        let server = try RunningServer(library: library.path("library"), arguments: ["--drain", "30"])
        server.signal(SIGTERM)
        // It has handled the first signal.
        while try KeptConnection(port: server.port).get("/health/ready").status != 503 {}
        #expect(server.isRunning)
        let (seconds, status) = server.end(by: SIGTERM)
        #expect(seconds < 10, "\(seconds)")
        #expect(status == 0)
    }
}

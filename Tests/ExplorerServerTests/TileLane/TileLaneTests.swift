import Foundation
import HTTPTypes
import NIOCore
import NIOConcurrencyHelpers
import NIOEmbedded
import Testing
import TileEngine

@testable import ExplorerServer

/// The tile lane on a channel without a network: what it handles, what it passes on, and in which order.
@Suite struct TileLaneTests {
    private static let plain = "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nUser-Agent: test\r\nReferer: b\r\n\r\n"

    /// A channel whose lane knows one tile, with the limits behind it, and its output on either side.
    private final class Connection {
        let channel = EmbeddedChannel()
        let pipelineState = PipelineState()
        let hotTiles = HotTiles(byteLimit: 1 << 20)
        let expiration = Expiration()
        let state = ServerState()

        init() throws {
            expiration.renew(for: .hours(1))
            hotTiles.noteTwice("/tiles/a-1/3/1/2.jpg", body: ByteBuffer(string: "TILE"), expiration: expiration)
            let limits = ServerLimits()
            try channel.pipeline.syncOperations.addHandlers([
                TileLaneHandler(
                    hotTiles: hotTiles, storedTiles: nil, limits: limits, pipelineState: pipelineState, state: state),
                RequestGuard(
                    limits: limits, admission: .admitted, pipelineState: pipelineState, task: ConnectionTask(),
                    metrics: Metrics()),
            ])
        }

        /// A channel that is not closed retains itself.
        deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

        func send(_ text: String) throws {
            try channel.writeInbound(ByteBuffer(string: text))
        }

        /// Returns what the lane has sent since the last call.
        func sentResponses() throws -> String {
            var text = ""
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
            return text
        }

        /// Returns what has been passed on, within the limits, since the last call.
        func passedOn() throws -> String {
            var text = ""
            while let bytes = try channel.readInbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
            return text
        }

        /// Responds as the routes would, as far as the handlers can tell.
        func respondToPassedOn() {
            while pipelineState.openCount > 0 {
                pipelineState.end()
                pipelineState.observer?.responseEnded()
            }
        }
    }

    @Test func `the lane responds to a GET of a hot tile, with a date, and does not pass it on`() throws {
        let connection = try Connection()
        try connection.send(Self.plain)
        let response = try connection.sentResponses()
        #expect(response.hasPrefix("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nETag: \"etag\"\r\nDate: "))
        #expect(response.hasSuffix(" GMT\r\n\r\nTILE"))
        #expect(try connection.passedOn().isEmpty)
    }

    @Test func `the lane responds to pipelined requests for tiles`() throws {
        let connection = try Connection()
        try connection.send(Self.plain + Self.plain + Self.plain)
        #expect(try connection.sentResponses().components(separatedBy: "TILE").count == 4)
        #expect(try connection.passedOn().isEmpty)
    }

    @Test(arguments: RecordedHeads.all.map(\.name))
    func `the lane understands the requests of browsers and proxies`(name: String) throws {
        let fields = try #require(RecordedHeads.all.first { $0.name == name }?.fields)
        try #require(fields.contains("\r\n"))
        let connection = try Connection()
        let request = "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
        try connection.send(request + request)
        #expect(try connection.sentResponses().components(separatedBy: "TILE").count == 3)
        try connection.send("GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\n\(fields)If-None-Match: \"etag\"\r\n\r\n")
        #expect(try connection.sentResponses().hasPrefix("HTTP/1.1 304 Not Modified\r\nETag: \"etag\"\r\nDate: "))
        #expect(try connection.passedOn().isEmpty)
    }

    @Test(arguments: [
        "Connection: KEEP-alive", "connection:keep-alive ,keep-alive\t, ", "Connection:", "Cookie: a=explore; access=b",
        "Cookie: explore-acces=b", "Sec-Fetch-Site: cross-site", "Priority: u=1", "Pragma: no-cache",
        "Cache-Control: max-age=0", "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT", "X: \u{E9} \t y ",
        "If-None-Match: \"x\"", "If-None-Match: etag", "If-None-Match: w/\"etag\"", "If-None-Match: \"etag",
        "If-None-Match:", "If-None-Match: \"ETAG\", \"etag-1\"",
    ])
    func `the lane responds to requests with fields that do not matter`(field: String) throws {
        let connection = try Connection()
        try connection.send("GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n")
        let response = try connection.sentResponses()
        #expect(response.hasPrefix("HTTP/1.1 200 OK") && response.hasSuffix("TILE"))
        #expect(try connection.passedOn().isEmpty)
    }

    @Test(arguments: [
        "\"etag\"", "W/\"etag\"", "*", " \"x\" ,\t\"etag\"", "\"x\", W/\"etag\", \"y\"", "\"\",\"etag\",",
        "\"etag\"\r\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT",
    ])
    func `a matching If-None-Match gets a 304`(condition: String) throws {
        let connection = try Connection()
        let request = "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nIf-None-Match: \(condition)\r\n\r\n"
        try connection.send(request + request.replacing("GET", with: "HEAD") + Self.plain)
        let responses = try connection.sentResponses()
        #expect(responses.components(separatedBy: "HTTP/1.1 304 Not Modified\r\n").count == 3)
        #expect(responses.components(separatedBy: "Content-Length: 4\r\n").count == 2 && responses.hasSuffix("TILE"))
    }

    @Test func `HEAD gets the header of a GET`() throws {
        let connection = try Connection()
        try connection.send(Self.plain)
        let response = try connection.sentResponses()
        try connection.send(Self.plain.replacing("GET", with: "HEAD"))
        let head = try connection.sentResponses()
        #expect(head.hasSuffix("GMT\r\n\r\n") && head.hasPrefix("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n"))
        #expect(head.utf8.count == response.utf8.count - 4)
    }

    /// Each request, and what is passed on if it differs.
    private static let passedOn: [(String, String?)] = [
        ("GET /tiles/a-1/3/1/3.jpg HTTP/1.1\r\nHost: a\r\n\r\n", nil),
        ("GET /tiles/a-1/3/1/2.jpg?x=1 HTTP/1.1\r\nHost: a\r\n\r\n", nil),
        ("GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nRange: bytes=0-1\r\n\r\n", nil),
        ("GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nIf-Range: \"x\"\r\n\r\n", nil),
        ("GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nIf-Match: \"x\"\r\n\r\n", nil),
        ("GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nIf-None-Match: *\r\nIf-None-Match: *\r\n\r\n", nil),
        ("GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\n\r\n", nil),
        ("GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nCookie: a=b; explore-access=x\r\n\r\n", nil),
        ("GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nCOOKIE: __Host-explore-access=x\r\n\r\n", nil),
        ("GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nConnection: te, keep-alive\r\n\r\n", nil),
        ("GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n", nil),
        ("GET /tiles/a-1/3/1/2.jpg HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", nil),
        ("GET http://a/tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\n\r\n", nil),
        ("\r\nGET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\n\r\n", nil),
        ("GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nX: \u{0}\r\n\r\n", nil),
        ("GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nX\u{7F}: a\r\n\r\n", nil),
        (
            "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n\r\n",
            "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nIgnored: h2c\r\n\r\n"
        ),
        ("GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody", nil),
        ("POST /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nContent-Length: \(plain.utf8.count)\r\n\r\n\(plain)", nil),
    ]

    @Test(arguments: passedOn.indices)
    func `a request the lane cannot serve is passed on, and once it has its response the lane resumes`(index: Int)
        throws
    {
        let connection = try Connection()
        let (request, expected) = Self.passedOn[index]
        try connection.send(request)
        #expect(try connection.sentResponses().isEmpty)
        #expect(try connection.passedOn() == expected ?? request)
        try connection.send(Self.plain)
        #expect(try connection.sentResponses().isEmpty, "the previous response is still open")
        #expect(try connection.passedOn() == Self.plain)
        connection.respondToPassedOn()
        try connection.send(Self.plain)
        #expect(try connection.sentResponses().hasSuffix("TILE"))
    }

    @Test(arguments: [
        "Connection: close", "Connection: Close", "connection: keep-alive, CLOSE",
        "Connection: keep-alive\r\nConnection: close",
    ])
    func `a request with Connection: close is passed on, and later ones are ignored`(field: String) throws {
        let connection = try Connection()
        let request = "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n"
        try connection.send(request + Self.plain)
        #expect(try connection.passedOn() == request)
        connection.respondToPassedOn()
        try connection.send(Self.plain)
        #expect(try connection.sentResponses().isEmpty)
        #expect(try connection.passedOn().isEmpty)
    }

    @Test func `a request body is never taken for a request, wherever it is split`() throws {
        let request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(Self.plain.utf8.count)\r\n\r\n\(Self.plain)"
        let bytes = Array(request.utf8)
        for position in 1..<bytes.count {
            let connection = try Connection()
            try connection.send(String(decoding: bytes[..<position], as: UTF8.self))
            connection.respondToPassedOn()
            try connection.send(String(decoding: bytes[position...], as: UTF8.self))
            #expect(try connection.sentResponses().isEmpty, "split at \(position)")
            #expect(try connection.passedOn() == request)
            connection.respondToPassedOn()
            try connection.send(Self.plain)
            #expect(try connection.sentResponses().hasSuffix("TILE"), "split at \(position)")
        }
    }

    @Test(arguments: [
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nX: a\rContent-Length: 9\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\nHost: a\n\n", "\nGET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nX-\(String(repeating: "a", count: 16_384)): b\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: a\r\n", count: 100))\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/2.0\r\nHost: a\r\n\r\n", "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a b\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET  /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg  HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg x HTTP/1.1\r\nHost: a\r\n\r\n",
    ])
    func `a request that the limits refuse ends the connection, and later ones get no response`(request: String) throws
    {
        let connection = try Connection()
        try connection.send(Self.plain + request + Self.plain)
        let response = try connection.sentResponses()
        #expect(response.components(separatedBy: "TILE").count == 2 && response.contains("Connection: close"))
        try connection.send(Self.plain)
        #expect(try connection.sentResponses().isEmpty)
        #expect(try connection.passedOn().isEmpty)
    }

    @Test func `a split request is passed on complete, and the lane responds to the next`() throws {
        let request = Self.plain
        for position in 1..<request.utf8.count {
            let connection = try Connection()
            let bytes = Array(request.utf8)
            try connection.send(String(decoding: bytes[..<position], as: UTF8.self))
            try connection.send(String(decoding: bytes[position...], as: UTF8.self))
            #expect(try connection.sentResponses().isEmpty)
            #expect(try connection.passedOn() == request)
            connection.respondToPassedOn()
            try connection.send(request)
            #expect(try connection.sentResponses().hasSuffix("TILE"))
        }
    }

    @Test func `during shutdown requests are passed on to the routes`() throws {
        let connection = try Connection()
        _ = connection.state.end()
        try connection.send(Self.plain)
        #expect(try connection.sentResponses().isEmpty)
        #expect(try connection.passedOn() == Self.plain)
    }

    @Test func `a tile whose lease has expired is passed on to the routes`() throws {
        let connection = try Connection()
        connection.expiration.renew(for: .zero)
        try connection.send(Self.plain)
        #expect(try connection.sentResponses().isEmpty)
        #expect(try connection.passedOn() == Self.plain)
    }

    @Test func `the hot tiles stay within their limit, and requested tiles remain`() throws {
        let limit = 100_000
        let reported = NIOLockedValueBox(0)
        let tiles = HotTiles(byteLimit: limit) { change in reported.withLockedValue { $0 += change } }
        let expiration = Expiration()
        expiration.renew(for: .hours(1))
        let body = ByteBuffer(repeating: 1, count: 1_000)
        func request(_ target: String) -> ByteBuffer? {
            Array(target.utf8).withUnsafeBytes { tiles.response(to: TileRequest(target: $0))?.bytes }
        }
        tiles.noteTwice("/favourite", body: body, expiration: expiration)
        for number in 0..<1_000 {
            tiles.noteTwice("/\(number)", body: body, expiration: expiration)
            #expect(tiles.byteCount <= limit)
            #expect(reported.withLockedValue { $0 } == tiles.byteCount)
            #expect(request("/favourite") != nil, "after \(number)")
        }
        #expect(request("/999") != nil)
        #expect(request("/0") == nil)
        tiles.noteTwice("/large", body: ByteBuffer(repeating: 1, count: limit), expiration: expiration)
        #expect(request("/large") == nil)
    }

    @Test func `a tile is cached at its second request`() {
        let tiles = HotTiles(byteLimit: 10_000)
        let expiration = Expiration()
        expiration.renew(for: .hours(1))
        var response = ReadyResponse(fields: [:], body: ByteBuffer(string: "TILE"))
        Array("/once".utf8).withUnsafeBytes { target in
            tiles.note(&response, target: target, expiration: expiration)
            #expect(tiles.response(to: TileRequest(target: target)) == nil)
            tiles.note(&response, target: target, expiration: expiration)
            #expect(tiles.response(to: TileRequest(target: target))?.bytes == response.bytes)
        }
    }

    @Test func `a lease requests its renewal once before it expires`() {
        let count = NIOLockedValueBox(0)
        let expiration = Expiration { count.withLockedValue { $0 += 1 } }
        let start = NIODeadline.now()
        expiration.renew(at: start)
        #expect(expiration.isCurrent(start) && count.withLockedValue { $0 } == 0)
        let due = start + Expiration.renewalAge
        #expect(expiration.isCurrent(due) && expiration.isCurrent(due) && count.withLockedValue { $0 } == 1)
        expiration.renew(at: due)
        #expect(expiration.isCurrent(start + Expiration.duration) && count.withLockedValue { $0 } == 2)
        #expect(!expiration.isCurrent(due + Expiration.duration))
    }

    @Test(arguments: [
        ("/dzi/a-1_files/3/1_2.jpg", "a-1", nil), ("/tiles/a-1/3/1/2.webp?v=x", "a-1", "x"),
        ("/dzi/a_files_files/0/0_0.jpg", "a_files", nil),
        ("/iiif/3/a-1/0,256,256,144/256,144/0/default.jpg", "a-1", nil),
        ("/iiif/2/a-1/full/100,/0/default.webp?v=x", "a-1", "x"),
    ])
    func `a tile's address is parsed`(text: String, image: String, version: String?) throws {
        let target = try #require(Array(text.utf8).withUnsafeBytes { TileTarget($0) })
        #expect(target.image == image && target.version == version)
        #expect(target.format == (text.contains("webp") ? .webp : .jpeg))
    }

    @Test(arguments: [
        "", "/", "/dzi/", "/dzi/a-1.dzi", "/dzi/_files/3/1_2.jpg", "/dzi/a-1_files/03/1_2.jpg",
        "/dzi/a/b_files/3/1_2.jpg",
        "/dzi/a-1_files/3/1_2.png", "/dzi/a-1_files/3/1_2.JPG", "/dzi/a-1_files/3/1_2", "/dzi/a-1_files/3/-1_2.jpg",
        "/dzi/a-1_files/3/1_2.jpg?", "/dzi/a-1_files/3/1_2.jpg?v=", "/dzi/a-1_files/3/1_2.jpg?w=1",
        "/dzi/a%2D1_files/3/1_2.jpg", "/dzi/a-1_files/3/1234567890_2.jpg", "/tiles//3/1/2.jpg", "/tiles/a-1/3/2.jpg",
        "/tiles/a-1/3/1/2.jpg.jpg", "/tiles/a-1/3/1_2.jpg", "x/dzi/a-1_files/3/1_2.jpg", "/dzi/a-1/3/1_2.jpg",
        "/iiif/3/a-1/0,0,9,9/9,9/0/color.jpg", "/iiif/3/a-1/0,0,9,9/9,9/90/default.jpg",
        "/iiif/3/a-1/0,0,9,9/!9,9/0/default.jpg", "/iiif/3/a-1/0,0,9,9/,9/0/default.jpg",
        "/iiif/3/a-1/0,0,9/9,9/0/default.jpg", "/iiif/3/a-1/0,0,9,09/9,9/0/default.jpg",
        "/iiif/3/a-1/0,0,9,9/^9,9/0/default.jpg", "/iiif/3//full/9,9/0/default.jpg",
        "/iiif/4/a-1/full/9,9/0/default.jpg",
        "/iiif/3/a/b/full/9,9/0/default.jpg", "/iiif/3/a-1/full/max/0/default.jpg",
        "/iiif/3/a-1/full/9,9/0/default.png",
        "/iiif/3/a%2D1/full/9,9/0/default.jpg", "/iiif/full/9,9/0/default.jpg", "/0/default.jpg",
        "/iiif/3/0/default.jpg",
    ])
    func `other addresses are left to the routes`(text: String) {
        #expect(Array(text.utf8).withUnsafeBytes { TileTarget($0) } == nil)
    }

    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
    ])
    func `dates follow RFC 9110`(second: Int64, text: String) {
        #expect(String(decoding: HTTPDate(second: second).bytes, as: UTF8.self) == text)
    }

    @Test func `a tile requested only conditionally is cached as a 304 until its bytes are requested`() throws {
        let connection = try Connection()
        let target = Array("/tiles/a-1/3/9/9.jpg".utf8)
        var notModified = ReadyResponse(fields: [.eTag: "\"etag\""], body: ByteBuffer())
        target.withUnsafeBytes { bytes in
            for _ in 0..<2 {
                connection.hotTiles.note(
                    &notModified, .notModified, target: bytes, expiration: connection.expiration)
            }
            let named = Array("\"etag\"".utf8)
            let other = Array("\"other\"".utf8)
            func response(_ condition: [UInt8]?) -> LaneResponse? {
                guard let condition else { return connection.hotTiles.response(to: TileRequest(target: bytes)) }
                return condition.withUnsafeBytes {
                    connection.hotTiles.response(to: TileRequest(target: bytes, condition: $0))
                }
            }
            #expect(response(named)?.source == .notModified)
            #expect(response(other) == nil && response(nil) == nil)
        }
        connection.hotTiles.noteTwice(
            "/tiles/a-1/3/9/9.jpg", body: ByteBuffer(string: "TILE"), expiration: connection.expiration)
        try connection.send("GET /tiles/a-1/3/9/9.jpg HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try connection.sentResponses().hasSuffix("TILE"))
    }
}

extension HotTiles {
    /// Records a response as often as it takes to be cached.
    func noteTwice(_ target: String, body: ByteBuffer, expiration: Expiration) {
        var response = ReadyResponse(fields: [.contentLength: "\(body.readableBytes)", .eTag: "\"etag\""], body: body)
        Array(target.utf8).withUnsafeBytes { bytes in
            note(&response, target: bytes, expiration: expiration)
            note(&response, target: bytes, expiration: expiration)
        }
    }
}

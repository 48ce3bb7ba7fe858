import Foundation
import HTTPTypes
import NIOCore
import NIOConcurrencyHelpers
import NIOEmbedded
import Testing
import TileEngine

@testable import ExplorerServer

/// The tile lane on a connection without a network: what it answers, what it hands on, and in which order.
@Suite struct TileLaneTests {
    private static let plain = "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nUser-Agent: test\r\nReferer: b\r\n\r\n"

    /// A connection whose lane knows one tile, and what came out of it on either side.
    private final class Connection {
        let channel = EmbeddedChannel()
        let pipelineState = PipelineState()
        let hotTiles = HotTiles(byteLimit: 1 << 20)
        let expiration = Expiration()

        init() throws {
            expiration.renew(for: .hours(1))
            hotTiles.noteTwice("/tiles/a-1/3/1/2.jpg", body: ByteBuffer(string: "TILE"), expiration: expiration)
            try channel.pipeline.syncOperations.addHandler(
                TileLaneHandler(hotTiles: hotTiles, storedTiles: nil, pipelineState: pipelineState))
        }

        /// A channel that is not closed keeps itself.
        deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

        func send(_ text: String) throws {
            try channel.writeInbound(ByteBuffer(string: text))
        }

        /// What the lane answered since the last call.
        func answered() throws -> String {
            var text = ""
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
            return text
        }

        /// What the lane handed on since the last call.
        func handedOn() throws -> String {
            var text = ""
            while let bytes = try channel.readInbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
            return text
        }
    }

    @Test func `a plain GET of a hot tile is answered with a date, and not handed on`() throws {
        let connection = try Connection()
        try connection.send(Self.plain)
        let answer = try connection.answered()
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nDate: "))
        #expect(answer.hasSuffix(" GMT\r\n\r\nTILE"))
        #expect(try connection.handedOn().isEmpty)
    }

    @Test func `pipelined tiles are answered in one go`() throws {
        let connection = try Connection()
        try connection.send(Self.plain + Self.plain + Self.plain)
        #expect(try connection.answered().components(separatedBy: "TILE").count == 4)
        #expect(try connection.handedOn().isEmpty)
    }

    @Test(arguments: [
        "GET /tiles/a-1/3/1/3.jpg HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg?x=1 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"x\"\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nRange: bytes=0-1\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\n\r\n", "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    ])
    func `what is complete but not plain is handed on, and after its answer the lane answers again`(
        request: String
    ) throws {
        let connection = try Connection()
        try connection.send(request)
        #expect(try connection.answered().isEmpty)
        #expect(try connection.handedOn() == request)
        try connection.send(Self.plain)
        #expect(try connection.answered().isEmpty, "the answer before it is still open")
        #expect(try connection.handedOn() == Self.plain)
        connection.pipelineState.openCount = 0
        try connection.send(Self.plain)
        #expect(try connection.answered().hasSuffix("TILE"))
    }

    @Test(arguments: [
        "POST /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n", "GET /tiles/a-1/3/1/2.jpg HT",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost : a\r\n\r\n", "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\nHost: a\n\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.0\r\nHost: a\r\n\r\n", "GET  /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nX: \u{0}\r\n\r\n",
    ])
    func `what the lane cannot follow is handed on with all that comes after it`(request: String) throws {
        let connection = try Connection()
        try connection.send(Self.plain + request)
        #expect(try connection.answered().hasSuffix("TILE"))
        #expect(try connection.handedOn() == request)
        connection.pipelineState.openCount = 0
        try connection.send(Self.plain)
        #expect(try connection.answered().isEmpty)
        #expect(try connection.handedOn() == Self.plain)
    }

    @Test func `split at any position, every byte is answered or handed on once`() throws {
        let request = Self.plain
        for position in 1..<request.utf8.count {
            let connection = try Connection()
            let bytes = Array(request.utf8)
            try connection.send(String(decoding: bytes[..<position], as: UTF8.self))
            try connection.send(String(decoding: bytes[position...], as: UTF8.self))
            #expect(try connection.answered().isEmpty)
            #expect(try connection.handedOn() == request)
        }
    }

    @Test func `an answer ends with its lease`() throws {
        let connection = try Connection()
        connection.expiration.renew(for: .zero)
        try connection.send(Self.plain)
        #expect(try connection.answered().isEmpty)
        #expect(try connection.handedOn() == Self.plain)
    }

    @Test func `the table never takes more than its limit, and keeps what is asked for`() throws {
        let limit = 100_000
        let reported = NIOLockedValueBox(0)
        let tiles = HotTiles(byteLimit: limit) { change in reported.withLockedValue { $0 += change } }
        let expiration = Expiration()
        expiration.renew(for: .hours(1))
        let body = ByteBuffer(repeating: 1, count: 1_000)
        func ask(_ target: String) -> ByteBuffer? {
            Array(target.utf8).withUnsafeBytes { tiles.answer(to: $0) }
        }
        tiles.noteTwice("/favourite", body: body, expiration: expiration)
        for number in 0..<1_000 {
            tiles.noteTwice("/\(number)", body: body, expiration: expiration)
            #expect(tiles.byteCount <= limit)
            #expect(reported.withLockedValue { $0 } == tiles.byteCount)
            #expect(ask("/favourite") != nil, "after \(number)")
        }
        #expect(ask("/999") != nil)
        #expect(ask("/0") == nil)
        tiles.noteTwice("/large", body: ByteBuffer(repeating: 1, count: limit), expiration: expiration)
        #expect(ask("/large") == nil)
    }

    @Test func `a target that was asked for once is not kept yet`() {
        let tiles = HotTiles(byteLimit: 10_000)
        let expiration = Expiration()
        expiration.renew(for: .hours(1))
        var answer = ReadyResponse(fields: [:], body: ByteBuffer(string: "TILE"))
        Array("/once".utf8).withUnsafeBytes { target in
            tiles.note(&answer, target: target, expiration: expiration)
            #expect(tiles.answer(to: target) == nil)
            tiles.note(&answer, target: target, expiration: expiration)
            #expect(tiles.answer(to: target) == answer.bytes)
        }
    }

    @Test func `a lease asks once for its renewal, before it ends`() {
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
    func `the address of a tile is understood`(text: String, image: String, version: String?) throws {
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
    func `anything else is left to the routes`(text: String) {
        #expect(Array(text.utf8).withUnsafeBytes { TileTarget($0) } == nil)
    }

    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
    ])
    func `dates are written as RFC 9110 has them`(second: Int64, text: String) {
        #expect(String(decoding: HTTPDate(second: second).bytes, as: UTF8.self) == text)
    }
}

extension HotTiles {
    /// Notes an answer as often as it takes to be kept.
    fileprivate func noteTwice(_ target: String, body: ByteBuffer, expiration: Expiration) {
        var answer = ReadyResponse(fields: [.contentLength: "\(body.readableBytes)"], body: body)
        Array(target.utf8).withUnsafeBytes { bytes in
            note(&answer, target: bytes, expiration: expiration)
            note(&answer, target: bytes, expiration: expiration)
        }
    }
}

import Foundation
import NIOCore
import NIOEmbedded
import Testing

@testable import ExplorerServer

/// The tile lane on a connection without a network: what it answers, what it hands on, and in which order.
@Suite struct TileLaneTests {
    private static let plain = "GET /tiles/a-1/3/1/2.jpg HTTP/1.1\r\nHost: a\r\nUser-Agent: test\r\nReferer: b\r\n\r\n"

    /// A connection whose lane knows one tile, and what came out of it on either side.
    private final class Connection {
        let channel = EmbeddedChannel()
        let turn = AnswerTurn()
        let hotTiles = HotTiles(byteLimit: 1 << 20)
        let lease = ImageLease()

        init() throws {
            lease.renew(until: .now() + .hours(1))
            hotTiles.keep(
                target: "/tiles/a-1/3/1/2.jpg".utf8, head: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n",
                body: ByteBuffer(string: "TILE"), lease: lease)
            try channel.pipeline.syncOperations.addHandler(TileLaneHandler(hotTiles: hotTiles, turn: turn))
        }

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
        connection.turn.openCount = 0
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
        connection.turn.openCount = 0
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
        connection.lease.renew(until: .now() - .seconds(1))
        try connection.send(Self.plain)
        #expect(try connection.answered().isEmpty)
        #expect(try connection.handedOn() == Self.plain)
    }

    @Test func `the table never takes more than its limit, and keeps what is asked for`() throws {
        let limit = 100_000
        let tiles = HotTiles(byteLimit: limit)
        let lease = ImageLease()
        lease.renew(until: .now() + .hours(1))
        let body = ByteBuffer(repeating: 1, count: 1_000)
        func ask(_ target: String) -> ByteBuffer? {
            Array(target.utf8).withUnsafeBytes { tiles.answer(to: $0) }
        }
        tiles.keep(target: "/favourite".utf8, head: "HTTP/1.1 200 OK\r\n", body: body, lease: lease)
        for number in 0..<1_000 {
            tiles.keep(target: "/\(number)".utf8, head: "HTTP/1.1 200 OK\r\n", body: body, lease: lease)
            #expect(tiles.byteCount <= limit)
            #expect(ask("/favourite") != nil, "after \(number)")
        }
        #expect(ask("/999") != nil)
        #expect(ask("/0") == nil)
        tiles.keep(
            target: "/large".utf8, head: "HTTP/1.1 200 OK\r\n", body: ByteBuffer(repeating: 1, count: limit),
            lease: lease)
        #expect(ask("/large") == nil)
    }

    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
    ])
    func `dates are written as RFC 9110 has them`(second: Int64, text: String) {
        #expect(String(decoding: HTTPDate(second: second).bytes, as: UTF8.self) == text)
    }
}

import ExplorerServer
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

/// The lane and the way behind it give the same answers: the same requests, as bytes over a socket, to a server whose lane
/// has seen the tile and to one that has no room for any.
@Suite struct TileLaneAnswerTests {
    private static let tile = "GET /dzi/magna-carta-1_files/10/1_1.jpg HTTP/1.1\r\nHost: a\r\n\r\n"

    private static let requests = [
        tile, tile + tile, tile + "GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n" + tile,
        tile + "HEAD /dzi/magna-carta-1_files/10/1_1.jpg HTTP/1.1\r\nHost: a\r\n\r\n" + tile,
        "GET /dzi/magna-carta-1_files/10/1_1.jpg HTTP/1.1\r\nHost: a\r\nIf-None-Match: *\r\n\r\n" + tile,
        "POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: \(tile.utf8.count)\r\n\r\n" + tile + tile,
        "GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n" + tile,
        "GET /dzi/magna-carta-1_files/10/1_1.jpg?v=x HTTP/1.1\r\nHost: a\r\n\r\n" + tile,
    ]

    private static let last = "GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    @Test func `with and without the lane, whole or split, the answers are the same bytes`() async throws {
        try await SampleServer.test(over: .live) { warm in
            try await SampleServer.test(ServerOptions(cacheByteCount: 0), over: .live) { cold in
                let (warm, cold) = (try #require(warm.client.port), try #require(cold.client.port))
                for request in Self.requests.map({ $0 + Self.last }) {
                    let expected = try Self.answer(of: cold, to: [request])
                    let bytes = Array(request.utf8)
                    for position in stride(from: 1, to: bytes.count, by: 5) {
                        // Fetched just before, so that the lane has it: what it knows holds for a second.
                        _ = try Self.answer(of: warm, to: [Self.tile + Self.last])
                        let pieces = [bytes[..<position], bytes[position...]].map {
                            String(decoding: $0, as: UTF8.self)
                        }
                        let answer = try Self.answer(of: warm, to: pieces)
                        #expect(answer == expected, "\(request) split at \(position)")
                    }
                    #expect(try Self.answer(of: warm, to: [request]) == expected, "\(request)")
                }
            }
        }
    }

    /// All that the server sends until it closes the connection, without the dates.
    private static func answer(of port: Int, to pieces: [String]) throws -> Data {
        let connection = try LoopbackConnection(port: port)
        for piece in pieces { try connection.send(piece) }
        var answer = Data(connection.receiveAll())
        while let start = answer.range(of: Data("Date: ".utf8))?.lowerBound,
            let end = answer[start...].range(of: Data("\r\n".utf8))?.upperBound
        {
            answer.removeSubrange(start..<end)
        }
        return answer
    }
}

import ExplorerServer
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

/// The lane and the routes send the same responses: the same requests go, as bytes over a socket, to a server with the
/// lane and to one without.
///
/// Serialized, because waiting for a response blocks one of the threads that the servers need.
@Suite(.serialized, .ownThreads) struct TileLaneResponseTests {
    static let tile = "GET /dzi/magna-carta-1_files/10/1_1.jpg HTTP/1.1\r\nHost: a\r\n\r\n"

    /// The same tile as a IIIF region.
    private static let region =
        "GET /iiif/3/magna-carta-1/2048,2048,2048,2048/256,256/0/default.jpg HTTP/1.1\r\nHost: a\r\n\r\n"

    private static let requests =
        [
            tile, region, region + tile + region, tile + tile,
            tile + "GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n" + tile,
            tile + "HEAD /dzi/magna-carta-1_files/10/1_1.jpg HTTP/1.1\r\nHost: a\r\n\r\n" + tile,
            "GET /dzi/magna-carta-1_files/10/1_1.jpg HTTP/1.1\r\nHost: a\r\nIf-None-Match: *\r\n\r\n" + tile,
            "POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: \(tile.utf8.count)\r\n\r\n" + tile + tile,
            "GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n" + tile,
            "GET /dzi/magna-carta-1_files/10/1_1.jpg?v=x HTTP/1.1\r\nHost: a\r\n\r\n" + tile,
            with("Connection: keep-alive\r\n") + tile, with("Connection: Keep-Alive, close\r\n") + tile,
            with("If-None-Match: ETAG\r\nConnection: close\r\n") + tile,
            with("Connection: close\r\n", "/dzi/nothing-1_files/10/1_1.jpg") + tile,
            with("Connection: CLOSE\r\n", "/health/live") + tile,
        ] + RecordedHeads.all.map { with($0.fields) + with($0.fields + "If-None-Match: W/ETAG\r\n") + tile }

    /// Returns a request for the tile, or another target, with further fields.
    private static func with(
        _ fields: String, _ target: String = "/dzi/magna-carta-1_files/10/1_1.jpg"
    ) -> String {
        "GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    }

    /// Returns the tile's ETag, with its quotes.
    private static func tag(_ port: Int) throws -> String {
        let response = String(decoding: try response(of: port, to: [tile + last]), as: UTF8.self)
        return String(try #require(response.firstMatch(of: /ETag: ("[^"]+")/)).output.1)
    }

    static let last = "GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    @Test func `with and without the lane, whole or split requests get the same bytes`() async throws {
        try await SampleServer.test(Self.options, over: .live) { warm in
            try await SampleServer.test(Self.withoutLane, over: .live) { cold in
                let (warm, cold) = (try #require(warm.client.port), try #require(cold.client.port))
                let tag = try Self.tag(cold)
                for request in Self.requests.map({ $0.replacing("ETAG", with: tag) + Self.last }) {
                    let expected = try Self.response(of: cold, to: [request])
                    let bytes = Array(request.utf8)
                    for position in stride(from: 1, to: bytes.count, by: 5) {
                        // Fetched just before, so that the lane knows the image, which is valid for a second.
                        _ = try Self.response(of: warm, to: [Self.tile + Self.last])
                        let pieces = [bytes[..<position], bytes[position...]].map {
                            String(decoding: $0, as: UTF8.self)
                        }
                        let answer = try Self.response(of: warm, to: pieces)
                        #expect(answer == expected, "\(request) split at \(position)")
                    }
                    #expect(try Self.response(of: warm, to: [request]) == expected, "\(request)")
                }
            }
        }
    }

    /// Random combinations of pieces that matter to the lane, split at random: tiles in all spellings, first and later
    /// requests, fields that change the response, bodies, and bytes that are not HTTP.
    @Test func `random requests in random pieces get the same bytes with and without the lane`() async throws {
        try await SampleServer.test(Self.options, over: .live) { warm in
            try await SampleServer.test(Self.withoutLane, over: .live) { cold in
                let (warm, cold) = (try #require(warm.client.port), try #require(cold.client.port))
                var random = Seeded(1215)
                let tag = try Self.tag(cold)
                for _ in 0..<500 {
                    let request = Self.session(using: &random).replacing("ETAG", with: tag)
                    let expected = try Self.response(of: cold, to: [request])
                    let cuts = (0..<Int.random(in: 0...3, using: &random))
                        .map { _ in Int.random(in: 0...request.utf8.count, using: &random) }.sorted()
                    let bytes = Array(request.utf8)
                    let pieces = zip([0] + cuts, cuts + [bytes.count]).map { start, end in
                        String(decoding: bytes[start..<end], as: UTF8.self)
                    }
                    #expect(try Self.response(of: warm, to: pieces) == expected, "\(request) cut at \(cuts)")
                }
            }
        }
    }

    static func session(using random: inout Seeded) -> String {
        func any(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
        var text = ""
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let place = "\(Int.random(in: 0...2, using: &random))"
            let target = any([
                "/dzi/magna-carta-1_files/10/\(place)_1.jpg", "/tiles/magna-carta-1/3/1/\(place).jpg",
                "/dzi/magna-carta-1_files/10/\(place)_9.jpg", "/dzi/magna-carta-1_files/10/0\(place)_1.jpg",
                "/tiles/magna-carta-1/3/1/\(place).jpeg", "/tiles/magna-carta-1/3/1/\(place).webp",
                "/tiles/magna-carta-1/3/1/\(place).jpg?v=1", "/tiles/nothing-1/0/0/0.jpg", "/health/live",
                "/iiif/3/magna-carta-1/2048,\(place)000,2048,2048/256,256/0/default.jpg",
                "/iiif/3/magna-carta-1/2048,2048,2048,2048/256,256/0/default.jpg",
                "/iiif/2/magna-carta-1/0,2048,2048,2048/256,/0/default.jpg",
                "/iiif/3/magna-carta-1/4096,2048,1904,2048/238,256/0/default.jpg",
                "/iiif/3/magna-carta-1/4096,2048,2048,2048/238,256/0/default.jpg",
                "/iiif/2/magna-carta-1/4096,2048,1904,2048/238,/0/default.jpg",
                "/iiif/3/magna-carta-1/full/188,250/0/default.jpg", "/iiif/2/magna-carta-1/full/188,/0/default.jpg",
                "/iiif/3/magna-carta-1/full/188,250/0/default.webp", "/iiif/3/magna-carta-1/full/188,250/0/color.jpg",
                "/iiif/3/magna-carta-1/full/188,250/0/default.jpg?v=\(place)",
                "/iiif/3/magna-carta-1/full/0,250/0/default.jpg",
                "/iiif/3/magna-carta-1/0,2048,2048,2048/0256,256/0/default.jpg",
                "/iiif/3/nothing-1/full/1,1/0/default.jpg",
                "/dzi/magna-carta-1.dzi", "/dzi/magna%2Dcarta-1_files/10/\(place)_1.jpg", "//", "/%",
            ])
            let method = any(["GET", "GET", "GET", "GET", "GET", "HEAD", "OPTIONS"])
            let fields = any(
                [
                    "", "", "", "Accept: image/webp\r\n", "If-None-Match: *\r\n", "If-None-Match: \"x\"\r\n",
                    "Range: bytes=0-9\r\n", "Content-Length: 0\r\n", "Cookie: a=b\r\n", "hOsT: b\r\n",
                    "Accept-Encoding: gzip\r\n", "Content-Length: 4\r\n\r\nbody", "X: \t y \r\n",
                    "Connection: keep-alive\r\n", "If-None-Match: ETAG\r\n", "If-None-Match: \"x\", W/ETAG\r\n",
                    "If-None-Match: \"x\"\r\nIf-None-Match: ETAG\r\n", "If-None-Match: ,, ETAG\r\n",
                    "If-Modified-Since: Sun, 06 Nov 2044 08:49:37 GMT\r\n", "Connection: TE, close\r\n",
                    "Connection: Close\r\n", "Connection: close\r\nConnection: keep-alive\r\n", "Upgrade: h2c\r\n",
                    "Connection: close\r\nContent-Length: 4\r\n\r\nbody", "Transfer-Encoding: chunked\r\n",
                    "Cookie: a=b; explore-access=explore_x\r\n", "Authorization: Bearer explore_x\r\n",
                    "Sec-Fetch-Site: cross-site\r\n", "Cache-Control: no-cache\r\nPragma: no-cache\r\n",
                ] + RecordedHeads.all.map(\.fields))
            // A body replaces the empty line that ends the header.
            let end = fields.hasSuffix("body") ? "" : "\r\n"
            text += "\(method) \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\(end)"
        }
        return text + last
    }

    static var withoutLane: ServerOptions {
        var options = Self.options
        options.usesTileLane = false
        return options
    }

    /// Both servers have the same public address, which appears in their responses.
    static var options: ServerOptions { ServerOptions(publicURL: "https://example.org") }

    /// Returns everything that the server sends until it closes the connection, without dates, and without request ids,
    /// which only the routes send.
    static func response(of port: Int, to pieces: [String]) throws -> Data {
        let connection = try LoopbackConnection(port: port)
        for piece in pieces { try connection.send(piece) }
        var response = Data(connection.receiveAll())
        for name in ["\nDate: ", "\nX-Request-Id: "] {
            while let start = response.range(of: Data(name.utf8)),
                let end = response[start.upperBound...].firstIndex(of: UInt8(ascii: "\n"))
            {
                response.removeSubrange(start.lowerBound..<end)
            }
        }
        return response
    }
}

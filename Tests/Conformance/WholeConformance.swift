import HTTPTypes
import TestSupport
import Testing

/// Whole images beyond the limit for other pictures: they are streamed while they are rendered.
@Suite(.ownThreads) struct WholeConformance {
    /// The limit for other pictures: `squares-1` has seven times as many pixels.
    private static let limit = 100_000

    @Test(arguments: ["/iiif/2/squares-1/full/full", "/iiif/2/squares-1/full/1000,", "/iiif/3/squares-1/full/1000,700"])
    func `2.1 and 3.0, 4.2: the whole image is available at its own size, whatever its area`(path: String) async throws
    {
        let path = path + "/0/default.jpg"
        try await ConformanceServer.test { large in
            let once = try await large.picture(path)
            try await ConformanceServer.test(outputArea: Self.limit) { server in
                let picture = try await server.picture(path)
                #expect((picture.width, picture.height) == (1000, 700))
                for y in 0..<700 {
                    for x in stride(from: y % 3, to: 1000, by: 3) where picture[x, y] != once[x, y] {
                        Issue.record("\(x), \(y): \(picture[x, y]), expected \(once[x, y]), as it is made at once")
                        return
                    }
                }
            }
        }
    }

    @Test func `3.0, 5.3: every stated size is available, whatever its area`() async throws {
        try await ConformanceServer.test(outputArea: Self.limit) { server in
            for version in [2, 3] {
                for image in ["squares-1", "grey-1", "line-1", "dot-1"] {
                    let info = try await server.get("/iiif/\(version)/\(image)/info.json").json()
                    for size in try #require(info["sizes"] as? [[String: Int]]) {
                        let (width, height) = (try #require(size["width"]), try #require(size["height"]))
                        let picture = try await server.picture(
                            "/iiif/\(version)/\(image)/full/\(width),\(height)/0/default.jpg")
                        #expect((picture.width, picture.height) == (width, height), "\(image)")
                    }
                }
            }
        }
    }

    @Test func `RFC 9110: a streamed image has the same HEAD, ETag and 304 as its bytes`() async throws {
        try await ConformanceServer.test(outputArea: Self.limit) { server in
            let path = "/iiif/2/squares-1/full/full/0/default.jpg"
            // Before the picture has been requested, and after.
            for _ in 0..<2 {
                let head = try await server.send(.head, path)
                let response = try await server.get(path)
                #expect(head.status == .ok && head.bytes.isEmpty)
                #expect(head.headers[.contentLength] == String(response.bytes.count))
                #expect(response.headers[.contentType] == "image/jpeg")
                for name in [HTTPField.Name.eTag, .contentType, .cacheControl, .accessControlAllowOrigin] {
                    #expect(head.headers[name] == response.headers[name] && head.headers[name] != nil)
                }
                let tag = try #require(response.headers[.eTag])
                let again = try await server.get(path, headers: [.ifNoneMatch: tag])
                #expect(again.status == .notModified && again.bytes.isEmpty)
                // Ranges are not supported here: the field may be ignored (RFC 9110, section 14.2).
                let part = try await server.get(path, headers: [.range: "bytes=0-9"])
                #expect(part.status == .ok && part.bytes == response.bytes)
            }
        }
    }

    @Test func `4.2: other pictures of that size exceed the limits`() async throws {
        try await ConformanceServer.test(outputArea: Self.limit) { server in
            for path in [
                "full/full/0/default.png", "full/full/0/default.webp", "full/full/0/default.tif",
                "full/full/0/gray.jpg", "full/full/0/bitonal.jpg", "full/full/90/default.jpg",
                "full/full/!0/default.jpg", "0,0,999,700/full/0/default.jpg", "full/999,/0/default.jpg",
                "full/2000,/0/default.jpg",
            ] {
                try await #expect(server.status("/iiif/2/squares-1/\(path)") == 400, "\(path)")
            }
        }
    }
}

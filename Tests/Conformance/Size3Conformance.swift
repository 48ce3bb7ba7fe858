import TestSupport
import Testing

/// Image API 3.0, 4.2.
@Suite(.ownThreads) struct Size3Conformance {
    /// Region, size, and the resulting size.
    private static let sizes = [
        ("full/max", 1000, 700), ("full/^max", 2000, 1400), ("100,100,200,100/max", 200, 100),
        ("100,100,200,100/^max", 400, 200), ("full/500,", 500, 350), ("full/1000,", 1000, 700), ("full/1,", 1, 1),
        ("full/^1500,", 1500, 1050), ("full/^500,", 500, 350), ("full/,70", 100, 70), ("full/,1", 1, 1),
        ("full/^,1400", 2000, 1400), ("full/pct:50", 500, 350), ("full/pct:12.5", 125, 88), ("full/pct:100", 1000, 700),
        ("full/pct:0.1", 1, 1), ("full/^pct:150", 1500, 1050), ("full/^pct:200", 2000, 1400),
        ("full/^pct:20", 200, 140),
        ("full/300,300", 300, 300), ("full/1000,1", 1000, 1), ("full/1,700", 1, 700), ("full/^1001,10", 1001, 10),
        ("full/^2000,1400", 2000, 1400), ("full/^100,100", 100, 100), ("full/!500,500", 500, 350),
        ("full/!500,100", 143, 100), ("full/!1,1", 1, 1), ("full/!5000,5000", 1000, 700),
        ("full/!1500,10000", 1000, 700),
        ("full/^!1500,10000", 1500, 1050), ("full/^!300,300", 300, 210), ("full/^!99999999999,99999999999", 2000, 1400),
        ("0,0,1,1/max", 1, 1), ("0,0,1,1/^max", 2, 2), ("0,0,1,1/^2,1", 2, 1), ("0,0,700,3/!100,100", 100, 1),
    ]

    @Test func `3.0, 4.2: every form of size gives the correct size and the whole region`() async throws {
        try await ConformanceServer.test { server in
            for (path, width, height) in Self.sizes {
                let picture = try await server.picture("/iiif/3/squares-1/\(path)/0/default.png")
                #expect((picture.width, picture.height) == (width, height), "\(path)")
                // If squares are large enough, the corners show that nothing was cut off.
                guard path.hasPrefix("full"), width >= 140, height >= 100 else { continue }
                let (x, y) = (width / 20, height / 14)
                let colour = ConformanceServer.colour
                #expect(picture.shows(colour(0, 0), x: x, y: y), "\(path)")
                #expect(picture.shows(colour(9, 6), x: width - 1 - x, y: height - 1 - y), "\(path)")
                #expect(picture.shows(colour(9, 0), x: width - 1 - x, y: y), "\(path)")
                #expect(picture.shows(colour(0, 6), x: x, y: height - 1 - y), "\(path)")
            }
        }
    }

    @Test func `3.0, 4.2: a thin picture keeps at least one pixel`() async throws {
        try await ConformanceServer.test { server in
            for (size, width, height) in [
                ("!100,100", 100, 1), ("!1,1", 1, 1), ("100,", 100, 1), ("pct:10", 300, 1), ("^!6000,4", 6000, 4),
            ] {
                let picture = try await server.picture("/iiif/3/line-1/full/\(size)/0/default.png")
                #expect((picture.width, picture.height) == (width, height), "\(size)")
                if width == 100 {
                    #expect(picture.shows([250, 0, 0], x: 10, y: 0) && picture.shows([0, 0, 250], x: 90, y: 0))
                }
            }
        }
    }

    @Test func `3.0, 4.2: a size larger than the region without ^ is 400`() async throws {
        try await test400([
            "full/1001,", "full/,701", "full/1001,700", "full/1000,701", "full/pct:100.5", "full/pct:200",
            "0,0,10,10/11,",
            "full/20000,1", "full/99999999999999999999,",
        ])
    }

    @Test func `3.0, 4.2: more than twice the region is 400, because of the zoom limit`() async throws {
        try await test400([
            "full/^2001,", "full/^,1401", "full/^2000,1401", "full/^2001,1", "full/^pct:200.2", "0,0,10,10/^21,",
            "0,0,10,10/^1000,700", "full/^99999999999999999999,1",
        ])
    }

    @Test func `3.0, 4.2: a size of no pixels is 400`() async throws {
        try await test400([
            "full/0,", "full/,0", "full/0,0", "full/0,10", "full/10,0", "full/!0,10", "full/!10,0", "full/pct:0",
            "full/pct:0.0", "full/^0,", "full/^pct:0", "full/pct:0.001", "0,0,1,1/pct:40",
        ])
    }

    @Test func `3.0, 4.2: a malformed size is 400, and so is full of 2.1`() async throws {
        try await test400([
            "full/full", "full/^full", "full/,", "full/!,", "full/!10,", "full/!,10", "full/^", "full/^^max", "full/^!",
            "full/!max", "full/!^10,10", "full/10", "full/10,10,10", "full/-10,", "full/+10,", "full/1.5,", "full/pct:",
            "full/pct:-5", "full/pct:1e1", "full/pct:a", "full/pct:5,5", "full/MAX", "full/ax,10", "full/%2010,",
            "full/10;10", "full/,^240",
        ])
    }

    private func test400(_ paths: [String]) async throws {
        try await ConformanceServer.test { server in
            for path in paths {
                try await #expect(server.status("/iiif/3/squares-1/\(path)/0/default.jpg") == 400, "\(path)")
            }
        }
    }
}

/// Image API 3.0, 4.2 and 5.2: a server that sends at most 100,000 pixels. The image has 700,000.
@Suite(.ownThreads) struct Size3LimitConformance {
    private static let limit = 100_000

    @Test func `3.0, 4.2: max, ^max and boxes are as large as the limits allow`() async throws {
        try await ConformanceServer.test(outputArea: Self.limit) { server in
            for (path, width, height) in [
                ("full/max", 377, 264), ("full/^max", 377, 264), ("full/!900,900", 377, 264),
                ("full/^!1900,1900", 377, 264), ("full/!300,300", 300, 210), ("0,0,200,200/max", 200, 200),
                ("0,0,200,200/^max", 316, 316), ("0,0,200,200/^!999,999", 316, 316), ("0,0,100,100/^max", 200, 200),
            ] {
                let picture = try await server.picture("/iiif/3/squares-1/\(path)/0/default.png")
                #expect((picture.width, picture.height) == (width, height), "\(path)")
            }
        }
    }

    @Test func `3.0, 4.2: a size beyond the limits is 400`() async throws {
        try await ConformanceServer.test(outputArea: Self.limit) { server in
            for size in ["999,", ",699", "400,300", "pct:60", "1000,101", "^1001,701"] {
                try await #expect(server.status("/iiif/3/squares-1/full/\(size)/0/default.jpg") == 400, "\(size)")
            }
            try await #expect(server.status("/iiif/3/squares-1/full/1000,100/0/default.jpg") == 200)
        }
    }

    @Test func `3.0, 4.3: max includes the corners of a rotated picture in the limit`() async throws {
        try await ConformanceServer.test(outputArea: Self.limit) { server in
            let picture = try await server.picture("/iiif/3/squares-1/full/max/45/default.png")
            #expect(
                picture.width * picture.height <= Self.limit && picture.width * picture.height > Self.limit * 97 / 100)
            try await #expect(server.status("/iiif/3/squares-1/full/377,264/45/default.png") == 400)
        }
    }

    @Test func `3.0, 5.2: the limits are stated, and tiles only if within them`() async throws {
        try await ConformanceServer.test(outputArea: Self.limit) { server in
            let info = try await server.get("/iiif/3/squares-1/info.json").json()
            #expect(info["maxArea"] as? Int == Self.limit && info["maxWidth"] as? Int == 2000)
            #expect(info["maxHeight"] as? Int == 1400)
            let sizes = try #require(info["sizes"] as? [[String: Int]])
            #expect(sizes.map { $0["width"] } == [250, 500, 1000])
            #expect(info["tiles"] != nil)
        }
        try await ConformanceServer.test(outputArea: 60_000) { server in
            try await #expect(server.get("/iiif/3/squares-1/info.json").json()["tiles"] == nil)
            try await #expect(server.status("/iiif/3/squares-1/0,0,256,256/256,256/0/default.jpg") == 400)
        }
    }
}

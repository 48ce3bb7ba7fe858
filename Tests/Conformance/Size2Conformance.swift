import TestSupport
import Testing

/// Image API 2.1, 4.2: without `^`, and with `full`.
@Suite(.ownThreads) struct Size2Conformance {
    @Test func `2.1, 4.2: every form of size gives the correct size, also above full`() async throws {
        try await ConformanceServer.test { server in
            for (path, width, height) in [
                ("full/full", 1000, 700), ("full/max", 1000, 700), ("100,100,200,100/full", 200, 100),
                ("100,100,200,100/max", 200, 100), ("full/500,", 500, 350), ("full/1500,", 1500, 1050),
                ("full/2000,", 2000, 1400), ("full/,70", 100, 70), ("full/,1400", 2000, 1400),
                ("full/pct:50", 500, 350),
                ("full/pct:12.5", 125, 88), ("full/pct:200", 2000, 1400), ("full/300,300", 300, 300),
                ("full/2000,1", 2000, 1), ("full/!500,500", 500, 350), ("full/!1,1", 1, 1),
                ("0,0,700,3/!100,100", 100, 1), ("full/!1500,1500", 1500, 1050), ("full/!5000,5000", 2000, 1400),
                ("0,0,1,1/2,2", 2, 2),
            ] {
                let picture = try await server.picture("/iiif/2/squares-1/\(path)/0/default.png")
                #expect((picture.width, picture.height) == (width, height), "\(path)")
                guard path.hasPrefix("full"), width >= 140, height >= 100 else { continue }
                let (x, y) = (width / 20, height / 14)
                #expect(picture.shows(ConformanceServer.colour(0, 0), x: x, y: y), "\(path)")
                #expect(
                    picture.shows(ConformanceServer.colour(9, 6), x: width - 1 - x, y: height - 1 - y), "\(path)")
            }
        }
    }

    @Test func `2.1, 4.2: w,h may distort the picture`() async throws {
        try await ConformanceServer.test { server in
            let picture = try await server.picture("/iiif/2/squares-1/full/500,700/0/default.png")
            for column in 0..<10 {
                for row in 0..<7 {
                    #expect(
                        picture.shows(ConformanceServer.colour(column, row), x: column * 50 + 25, y: row * 100 + 50))
                }
            }
        }
    }

    @Test func `2.1, 4.2: a size of no pixels is 400`() async throws {
        try await test400([
            "full/0,", "full/,0", "full/0,0", "full/!0,10", "full/pct:0", "full/pct:0.001", "full/0,10",
        ])
    }

    @Test func `2.1, 4.2: more than twice the region is 400, because of the zoom limit`() async throws {
        try await test400([
            "full/2001,", "full/,1401", "full/2001,1", "full/pct:201", "0,0,10,10/21,", "0,0,10,10/1000,700",
        ])
    }

    @Test func `2.1, 4.2: a malformed size is 400, and so is ^ of 3.0`() async throws {
        try await test400([
            "full/^max", "full/^500,", "full/^full", "full/,", "full/!,", "full/!10,", "full/10", "full/-10,",
            "full/1.5,", "full/pct:", "full/pct:1e1", "full/Full", "full/ax,10", "full/!full",
        ])
    }

    @Test func `2.1, 4.2: full is never scaled, and max is as large as the limits allow`() async throws {
        try await ConformanceServer.test(outputArea: 100_000) { server in
            try await #expect(server.status("/iiif/2/squares-1/full/full/0/default.png") == 400)
            try await #expect(server.status("/iiif/2/squares-1/full/pct:60/0/default.jpg") == 400)
            let largest = try await server.picture("/iiif/2/squares-1/full/max/0/default.png")
            #expect((largest.width, largest.height) == (377, 264))
            let part = try await server.picture("/iiif/2/squares-1/0,0,200,200/full/0/default.png")
            #expect((part.width, part.height) == (200, 200))
        }
    }

    private func test400(_ paths: [String]) async throws {
        try await ConformanceServer.test { server in
            for path in paths {
                try await #expect(server.status("/iiif/2/squares-1/\(path)/0/default.jpg") == 400, "\(path)")
            }
        }
    }
}

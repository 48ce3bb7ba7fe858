import HTTPTypes
import TestSupport
import Testing

/// Image API 3.0, 4.1 and 2.1, 4.1: both versions define the same regions.
@Suite(.ownThreads) struct RegionConformance {
    /// The size that leaves the region unscaled, by version.
    private static let sizes = [("3", "max"), ("2", "full")]

    private func test(
        _ region: String, _ body: @escaping @Sendable (DecodedPicture) throws -> Void
    ) async throws {
        try await ConformanceServer.test { server in
            for (version, size) in Self.sizes {
                try body(try await server.picture("/iiif/\(version)/squares-1/\(region)/\(size)/0/default.png"))
            }
        }
    }

    @Test func `3.0 and 2.1, 4.1: full is the whole image`() async throws {
        try await test("full") { picture in
            #expect((picture.width, picture.height) == (1000, 700))
            for row in 0..<7 {
                for column in 0..<10 {
                    let place = (x: column * 100 + 50, y: row * 100 + 50)
                    #expect(picture.shows(ConformanceServer.colour(column, row), x: place.x, y: place.y))
                }
            }
        }
    }

    @Test func `3.0 and 2.1, 4.1: square is the centred square of the shorter side`() async throws {
        try await test("square") { picture in
            #expect((picture.width, picture.height) == (700, 700))
            // The region begins at x = 150.
            #expect(picture.shows(ConformanceServer.colour(1, 0), x: 25, y: 50))
            #expect(picture.shows(ConformanceServer.colour(2, 0), x: 100, y: 50))
            #expect(picture.shows(ConformanceServer.colour(8, 6), x: 675, y: 650))
        }
    }

    @Test(arguments: [
        ("300,200,100,100", 100, 100, 3, 2), ("310,220,40,30", 40, 30, 3, 2), ("350,250,1,1", 1, 1, 3, 2),
        ("0,0,1,1", 1, 1, 0, 0), ("999,699,1,1", 1, 1, 9, 6), ("0,650,1,50", 1, 50, 0, 6),
        ("0900,0600,0100,0100", 100, 100, 9, 6),
    ])
    func `3.0 and 2.1, 4.1: x,y,w,h is that region, down to one pixel`(
        region: String, width: Int, height: Int, column: Int, row: Int
    ) async throws {
        try await test(region) { picture in
            #expect((picture.width, picture.height) == (width, height))
            #expect(picture.shows(ConformanceServer.colour(column, row), x: width / 2, y: height / 2))
        }
    }

    @Test(arguments: [
        ("950,650,100,100", 50, 50), ("900,0,5000,20", 100, 20), ("0,600,10,99999999999999999999", 10, 100),
        ("pct:90,90,50,50", 100, 70), ("999,699,2,2", 1, 1),
    ])
    func `3.0 and 2.1, 4.1: a region over the edge is cropped`(region: String, width: Int, height: Int) async throws {
        try await test(region) { #expect(($0.width, $0.height) == (width, height)) }
    }

    @Test(arguments: [
        ("pct:30,0,10,100", 100, 700, 3, 3), ("pct:41.6,5.5,40,70", 400, 490, 6, 2),
        ("pct:12.5,12.5,6.25,6.25", 63, 43, 1, 1), ("pct:.5,.5,5.,5.", 50, 35, 0, 0),
        ("pct:0,0,0.01,0.01", 1, 1, 0, 0), ("pct:99.99,99.99,100,100", 1, 1, 9, 6),
        ("pct:33.333333333333336,33.3333333333,10,10", 100, 70, 3, 2),
    ])
    func `3.0 and 2.1, 4.1 and 4.7: percentages may have decimals, and give at least one pixel`(
        region: String, width: Int, height: Int, column: Int, row: Int
    ) async throws {
        try await test(region) { picture in
            #expect((picture.width, picture.height) == (width, height))
            #expect(picture.shows(ConformanceServer.colour(column, row), x: width / 2, y: height / 2))
        }
    }

    @Test func `3.0 and 2.1, 4.1: a region without pixels or outside the image is 400`() async throws {
        try await ConformanceServer.test { server in
            for region in [
                "0,0,0,10", "0,0,10,0", "1000,0,10,10", "0,700,10,10", "5000,5000,10,10", "pct:0,0,0,10",
                "pct:0,0,10,0",
                "pct:100,0,10,10", "pct:0,100,10,10", "99999999999999999999,0,10,10",
            ] {
                for (version, size) in Self.sizes {
                    let path = "/iiif/\(version)/squares-1/\(region)/\(size)/0/default.jpg"
                    try await #expect(server.status(path) == 400, "\(path)")
                }
            }
        }
    }

    @Test func `3.0 and 2.1, 4.1: a malformed region is 400`() async throws {
        try await ConformanceServer.test { server in
            for region in [
                "", "all", "Full", "squares", "1,2,3", "1,2,3,4,5", "-1,0,10,10", "+1,0,10,10", "1.5,0,10,10",
                "a,b,c,d",
                "0x1,0,10,10", "pct:", "pct:1,2,3", "pct:-1,0,10,10", "pct:1e1,0,10,10", "pct:nan,0,10,10",
                "pct:1.2.3,0,10,10", "pct:.,0,1,1", "0, 0,10,10", "%20full", "١,0,10,10", "0,0,10,10,", "PCT:0,0,10,10",
            ] where !region.isEmpty {
                let encoded = region.replacing(" ", with: "%20").replacing("١", with: "%D9%A1")
                for (version, size) in Self.sizes {
                    let path = "/iiif/\(version)/squares-1/\(encoded)/\(size)/0/default.jpg"
                    try await #expect(server.status(path) == 400, "\(path)")
                }
            }
        }
    }
}

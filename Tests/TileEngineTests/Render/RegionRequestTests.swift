import Testing

@testable import TileEngine

/// Refusals, costs and cancellation.
@Suite("Region requests")
struct RegionRequestTests {
    private func request(
        _ x: Int = 0, _ y: Int = 0, _ width: Int = 10, _ height: Int = 10, size: (Int, Int) = (10, 10)
    ) -> RegionRequest {
        RegionRequest(
            region: PixelRegion(x: x, y: y, width: width, height: height),
            size: PixelSize(width: size.0, height: size.1))
    }

    private func error(_ request: RegionRequest, _ renderer: TileRenderer) throws -> TileEngineError {
        let error = try #require(#expect(throws: TileEngineError.self) { try renderer.render(request) })
        #expect(throws: TileEngineError.self) { try renderer.pixels(of: request) }
        #expect(throws: TileEngineError.self) { try renderer.cost(of: request) }
        #expect(error.path == renderer.archive.path)
        return error
    }

    @Test func `empty regions and regions outside the image are refused`() throws {
        let renderer = try RegionFixture(RegionFixture.texture(100, 60)).renderer
        for region in [
            (-1, 0, 10, 10), (0, -1, 10, 10), (91, 0, 10, 10), (0, 51, 10, 10), (100, 0, 1, 1), (0, 60, 1, 1),
            (0, 0, 0, 1), (0, 0, 1, 0), (0, 0, -1, 1), (Int.max, 0, 1, 1), (0, 0, Int.max, 1), (Int.min, 0, 1, Int.min),
        ] {
            let error = try error(request(region.0, region.1, region.2, region.3, size: (1, 1)), renderer)
            #expect(error.kind == .outOfRange && error.reason.contains("expected one within 100 × 60"))
        }
    }

    @Test func `empty sizes and sizes beyond twice the region are refused`() throws {
        let renderer = try RegionFixture(RegionFixture.texture(100, 60)).renderer
        for size in [(21, 20), (20, 21), (0, 1), (1, 0), (-1, 1), (Int.max, 1)] {
            let error = try error(request(size: size), renderer)
            #expect(error.kind == .outOfRange && error.reason.contains("expected 1 × 1 to 20 × 20, twice the region"))
        }
        #expect(try renderer.pixels(of: request(size: (20, 20))).size == PixelSize(width: 20, height: 20))
    }

    @Test func `invalid rotations and compression qualities are refused`() throws {
        let renderer = try RegionFixture(RegionFixture.texture(100, 60)).renderer
        for rotation in [-0.1, 360, .nan, .infinity] {
            var request = request()
            request.rotation = rotation
            #expect(try error(request, renderer).reason.contains("expected 0 up to 360 degrees"))
        }
        for quality in [0, 101] {
            var request = request()
            request.encoding.compressionQuality = quality
            #expect(try error(request, renderer).reason.contains("expected 1 to 100"))
        }
    }

    @Test func `an output size beyond the format's limit is refused`() throws {
        let renderer = try RegionFixture(Picture(9000, 1) { _, _ in (1, 2, 3) }).renderer
        var request = request(0, 0, 9000, 1, size: (18_000, 1))
        request.encoding = ImageEncoding(.webp)
        #expect(try error(request, renderer).reason.contains("expected at most 16383 in webp"))
        request.encoding = ImageEncoding(.png)
        #expect(try renderer.pixels(of: request).size.width == 18_000)
    }

    @Test func `the cost of a request is known in advance and held to the limits`() throws {
        let fixture = try RegionFixture(RegionFixture.texture(300, 200))
        let exact = try fixture.renderer.cost(of: request(64, 64, 64, 64, size: (64, 64)))
        #expect(exact.tileCount == 1 && exact.sourceArea == 64 * 64 && exact.outputArea == 64 * 64 && exact.level == 9)
        let whole = RegionRequest(region: fixture.whole, size: PixelSize(width: 75, height: 50))
        let small = try fixture.renderer.cost(of: whole)
        #expect(small.level == 7 && small.tileCount == 2 && small.sourceArea == 75 * 50 && small.outputArea == 75 * 50)
        // A picture scaled in one direction only is computed from all of its pixels.
        let narrow = try fixture.renderer.cost(
            of: RegionRequest(region: fixture.whole, size: PixelSize(width: 1, height: 200)))
        #expect(narrow.level == 9 && narrow.sourceArea == 300 * 200)
        for (limits, words) in [
            (RenderLimits(sourceArea: 75 * 50 - 1), "expected at most 3749"),
            (RenderLimits(outputArea: 75 * 50 - 1), "expected at most 3749"),
        ] {
            let error = #expect(throws: TileEngineError.self) { try fixture.renderer.render(whole, limits: limits) }
            #expect(error?.kind == .tooLarge && error?.reason.contains(words) == true)
        }
        #expect(fixture.renderer.tiles.usage.count == 0)
    }

    @Test func `a much narrower output is rendered from a coarser level if the limits require it`() throws {
        let fixture = try RegionFixture(RegionFixture.texture(300, 200))
        let request = RegionRequest(region: fixture.whole, size: PixelSize(width: 1, height: 200))
        let limits = RenderLimits(sourceArea: 150 * 100)
        #expect(try fixture.renderer.cost(of: request, limits: limits).level == 8)
        #expect(try fixture.renderer.pixels(of: request, limits: limits).size == request.size)
        // Unless that would be too coarse in both directions.
        let evenlyScaled = RegionRequest(region: fixture.whole, size: PixelSize(width: 150, height: 200))
        #expect(throws: TileEngineError.self) {
            try fixture.renderer.pixels(of: evenlyScaled, limits: RenderLimits(sourceArea: 75 * 50))
        }
    }

    @Test func `rendering decodes no more tiles than its cost states`() throws {
        var numbers = RepeatableNumbers(seed: 8)
        for format in [TileFormat.png, .jpeg] {
            let fixture = try RegionFixture(RegionFixture.texture(500, 400), format: format) { _ in
                format == .png ? ".png" : ".jpg[Q=60]"
            }
            for _ in 0..<40 {
                let region = RegionFixture.region(in: PixelSize(width: 500, height: 400), using: &numbers)
                var request = RegionRequest(
                    region: region,
                    size: PixelSize(
                        width: .random(in: 1...region.width, using: &numbers),
                        height: .random(in: 1...region.height, using: &numbers)))
                request.encoding.compressionQuality = 50
                let renderer = TileRenderer(archive: fixture.archive)
                _ = try renderer.render(request)
                let cost = try renderer.cost(of: request)
                #expect(renderer.tiles.usage.count <= cost.tileCount, "\(request)")
                let decodedByteCount = cost.sourceArea * 3
                #expect(renderer.tiles.usage.byteCount <= 2 * decodedByteCount)
            }
        }
    }

    @Test func `a cancelled rendering stops before the next tile`() throws {
        let fixture = try RegionFixture(RegionFixture.texture(300, 200))
        let request = RegionRequest(region: fixture.whole, size: PixelSize(width: 300, height: 200))
        for allowed in [0, 1, 7] {
            var checkCount = 0
            #expect(throws: CancellationError.self) {
                try fixture.renderer.render(request) {
                    checkCount += 1
                    return checkCount > allowed
                }
            }
            #expect(checkCount == allowed + 1)
        }
    }
}

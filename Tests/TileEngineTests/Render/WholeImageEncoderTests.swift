import Testing

@testable import TileEngine

/// A level encoded as one JPEG, strip by strip.
@Suite struct WholeImageEncoderTests {
    private func encoded(_ fixture: RegionFixture, level: Int? = nil) throws -> (bytes: [UInt8], strips: Int) {
        let encoder = try WholeImageEncoder(fixture.archive, level: level ?? fixture.archive.pyramid.nativeLevel)
        var bytes: [UInt8] = []
        var count = 0
        while let strip = try encoder.nextStrip() {
            bytes += strip
            count += 1
        }
        #expect(count == encoder.stripCount)
        return (bytes, count)
    }

    private func decoded(_ bytes: [UInt8]) throws -> Picture { try Picture(decoding: bytes, loader: "jpegload_buffer") }

    /// Tiles whose sides are or are not multiples of libjpeg's blocks, with chroma at half and at full resolution;
    /// pictures with odd sides that end in the middle of a block.
    @Test(arguments: [64, 80, 100, 66], [".jpg[Q=90]", ".jpg[Q=90,no_subsample]"])
    func `an image encoded strip by strip has the pixels of one rendered at once`(tileSize: Int, suffix: String) throws
    {
        for (width, height) in [(331, 227), (64, 64), (65, 300), (200, 1), (1, 200)] {
            let fixture = try RegionFixture(
                RegionFixture.texture(width, height), tileSize: tileSize, format: .jpeg, suffix: { _ in suffix })
            for level in fixture.archive.pyramid.firstWholeTileLevel...fixture.archive.pyramid.nativeLevel {
                let found = try decoded(try encoded(fixture, level: level).bytes)
                let size = try #require(fixture.archive.pyramid.size(ofLevel: level))
                #expect(found.size == size)
                guard level == fixture.archive.pyramid.nativeLevel else { continue }
                let reference = try fixture.renderer.render(
                    RegionRequest(region: fixture.whole, size: size, encoding: ImageEncoding(.jpeg)))
                #expect(found == (try decoded(reference)), "\(width) × \(height) by \(tileSize) \(suffix)")
            }
        }
    }

    @Test func `grey tiles give a JPEG with one component`() throws {
        let fixture = try RegionFixture(
            RegionFixture.texture(150, 130), format: .jpeg, isGrey: true, suffix: { _ in ".jpg[Q=95]" })
        let bytes = try encoded(fixture).bytes
        let reference = try fixture.renderer.render(
            RegionRequest(region: fixture.whole, size: fixture.whole.size, encoding: ImageEncoding(.jpeg)))
        #expect(try decoded(bytes) == decoded(reference))
        // The number of components in the frame header (ITU-T T.81, B.2.2).
        let frame = try #require((0..<bytes.count - 9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        #expect(bytes[frame + 9] == 1)
    }

    @Test(arguments: [64, 81]) func `tiles of other formats and odd sizes are encoded with little loss`(tileSize: Int)
        throws
    {
        let picture = RegionFixture.texture(301, 199, grain: 4)
        for (format, suffix) in [(TileFormat.png, ".png"), (.webp, ".webp[Q=95]"), (.jpeg, ".jpg[Q=95]")] {
            let fixture = try RegionFixture(picture, tileSize: tileSize, format: format, suffix: { _ in suffix })
            let found = try decoded(try encoded(fixture).bytes)
            #expect(found.size == picture.size)
            #expect(found.difference(to: picture) < 12, "\(format): \(found.difference(to: picture))")
        }
    }

    @Test func `the image is encoded in strips whose costs are known in advance`() throws {
        let fixture = try RegionFixture(
            RegionFixture.texture(200, 500), tileSize: 100, format: .jpeg, suffix: { _ in ".jpg" })
        let encoder = try WholeImageEncoder(fixture.archive, level: fixture.archive.pyramid.nativeLevel)
        // 112 rows each, the least multiple of 16 that contains a row of tiles.
        #expect(encoder.stripCount == 5)
        let costs = (0..<5).map(encoder.cost(ofStrip:))
        #expect(costs.map(\.rows) == [0..<2, 1..<3, 2..<4, 3..<5, 4..<5])
        #expect(costs.map(\.outputArea).reduce(0, +) == 200 * 500)
        #expect(costs.allSatisfy { $0.columns == 0..<2 && $0.sourceArea <= 200 * 200 })
        #expect(encoder.cost(ofStrip: 5).outputArea == 0)
    }

    @Test func `a tile coded unlike the first is reported as damage and ends the encoding`() throws {
        let fixture = try RegionFixture(
            RegionFixture.texture(200, 200), format: .jpeg,
            suffix: { $0.row == 2 ? ".jpg[no_subsample]" : ".jpg" })
        let encoder = try WholeImageEncoder(fixture.archive, level: fixture.archive.pyramid.nativeLevel)
        for _ in 0..<2 { #expect(try encoder.nextStrip()?.isEmpty == false) }
        let error = #expect(throws: TileEngineError.self) { try encoder.nextStrip() }
        #expect(error?.kind == .damaged && error?.path == fixture.archive.path)
        #expect(try encoder.nextStrip() == nil)
    }

    @Test func `encoding can be cancelled before each tile`() throws {
        let fixture = try RegionFixture(RegionFixture.texture(200, 200), format: .jpeg, suffix: { _ in ".jpg" })
        let encoder = try WholeImageEncoder(fixture.archive, level: fixture.archive.pyramid.nativeLevel)
        var checkCount = 0
        #expect(throws: CancellationError.self) {
            try encoder.nextStrip {
                checkCount += 1
                return checkCount == 3
            }
        }
        #expect(checkCount == 3)
    }

    @Test func `levels that are not stored or too long for JPEG are refused`() throws {
        let fixture = try RegionFixture(RegionFixture.texture(10, 10), format: .jpeg, suffix: { _ in ".jpg" })
        for level in [-1, 5, 6] {
            #expect(throws: TileEngineError.self) { try WholeImageEncoder(fixture.archive, level: level) }
        }
        let pyramid = try Pyramid(width: 65_501, height: 10)
        let encoding = ImageEncoding(.jpeg)
        func level(_ width: Int, _ height: Int, _ encoding: ImageEncoding = encoding) -> Int? {
            pyramid.level(
                ofWhole: RegionRequest(
                    region: PixelRegion(x: 0, y: 0, width: 65_501, height: 10),
                    size: PixelSize(width: width, height: height), encoding: encoding))
        }
        #expect(level(65_501, 10) == nil && level(32_751, 5) == 15 && level(32_750, 5) == nil)
        #expect(level(32_751, 5, ImageEncoding(.png)) == nil)
    }
}

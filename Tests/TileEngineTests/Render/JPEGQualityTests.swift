import Testing

@testable import TileEngine

@Suite("JPEGQuality")
struct JPEGQualityTests {
    @Test(arguments: [1, 30, 50, 75, 80, 85, 86, 90, 92, 95, 100])
    func `the quality is recovered from the quantisation tables`(quality: Int) throws {
        let bytes = try RegionFixture.texture(40, 30).encoded(".jpg[Q=\(quality)]")
        #expect(JPEGQuality.quality(of: bytes) == quality)
    }

    @Test func `a file that is no JPEG or ends within its header has no quality`() throws {
        let bytes = try RegionFixture.texture(40, 30).encoded(".jpg")
        #expect(JPEGQuality.quality(of: bytes) != nil)
        for count in 0..<60 { #expect(JPEGQuality.quality(of: Array(bytes.prefix(count))) == nil) }
        #expect(JPEGQuality.quality(of: try RegionFixture.texture(40, 30).encoded(".png")) == nil)
    }

    @Test func `a rendered JPEG is nearly as close to the original as its tiles are`() throws {
        let texture = RegionFixture.texture(150, 100)
        let size = PixelSize(width: 150, height: 100)
        func loss(_ quality: Int) throws -> (tiles: Double, response: Double) {
            let fixture = try RegionFixture(texture, format: .jpeg) { _ in ".jpg[Q=\(quality),subsample-mode=off]" }
            let request = RegionRequest(region: fixture.whole, size: size, encoding: ImageEncoding(.jpeg))
            let response = try Picture(decoding: fixture.renderer.render(request), loader: TileFormat.jpeg.bufferLoader)
            let tiles = try fixture.archive.stitchedLevel(fixture.archive.pyramid.nativeLevel)
            return (tiles.peakSignalToNoise(to: texture), response.peakSignalToNoise(to: texture))
        }
        for quality in [85, 92, 97] {
            let loss = try loss(quality)
            #expect(loss.response > loss.tiles - 0.3, "\(quality)")
        }
    }
}

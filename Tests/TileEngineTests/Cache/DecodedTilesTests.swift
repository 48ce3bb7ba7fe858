import Testing

@testable import TileEngine

/// Tiles of several archives in one bounded cache, and invalid tiles.
@Suite("Decoded tiles")
struct DecodedTilesTests {
    @Test func `one cache serves two archives and stays within its limit`() throws {
        let limit = 70_000
        let tiles = DecodedTiles(byteLimit: limit)
        let pictures = [RegionFixture.texture(300, 200), RegionFixture.texture(300, 200, grain: 90)]
        let fixtures = try pictures.map { try RegionFixture($0) }
        let renderers = fixtures.map { TileRenderer(archive: $0.archive, tiles: tiles) }
        var numbers = RepeatableNumbers(seed: 1)
        for _ in 0..<30 {
            let region = RegionFixture.region(in: PixelSize(width: 300, height: 200), using: &numbers)
            for (picture, renderer) in zip(pictures, renderers) {
                let pixels = try renderer.pixels(of: RegionRequest(region: region, size: region.size))
                #expect(pixels.bytes == picture.cropped(to: region).pixels)
                #expect(tiles.usage.byteCount <= limit)
            }
        }
        #expect(tiles.usage.count > 0)
        #expect(DecodedTiles(byteLimit: -1).byteLimit == 0)
    }

    @Test func `reserving bytes evicts tiles, and releasing the reservation lets them back in`() throws {
        let tiles = DecodedTiles(byteLimit: 1 << 20)
        let fixture = try RegionFixture(RegionFixture.texture(600, 400))
        let renderer = TileRenderer(archive: fixture.archive, tiles: tiles)
        let whole = RegionRequest(region: fixture.whole, size: fixture.whole.size)
        let pixels = try renderer.pixels(of: whole).bytes
        let byteCount = tiles.usage.byteCount
        #expect(byteCount > 500_000)

        tiles.reserve(900_000)
        #expect(tiles.usage.byteCount > 0 && tiles.usage.byteCount <= (1 << 20) - 900_000)
        #expect(try renderer.pixels(of: whole).bytes == pixels)
        #expect(tiles.usage.byteCount <= (1 << 20) - 900_000)
        tiles.reserve(1 << 20)
        #expect(tiles.usage.byteCount == 0 && tiles.usage.count == 0)
        #expect(try renderer.pixels(of: whole).bytes == pixels)

        tiles.reserve(-900_000 - (1 << 20))
        #expect(try renderer.pixels(of: whole).bytes == pixels)
        #expect(tiles.usage.byteCount == byteCount)
    }

    @Test func `an archive opened after another was closed does not get its cached tiles`() throws {
        let tiles = DecodedTiles(byteLimit: 1 << 20)
        for value in [10, 200] {
            let fixture = try RegionFixture(Picture(20, 20) { _, _ in (value, value, value) })
            let renderer = TileRenderer(archive: fixture.archive, tiles: tiles)
            let pixels = try renderer.pixels(of: RegionRequest(region: fixture.whole, size: fixture.whole.size))
            #expect(pixels.bytes.allSatisfy { Int($0) == value })
        }
    }

    @Test(arguments: [0, 100_000, 32 << 20])
    func `concurrent renderings are identical to sequential ones`(byteLimit: Int) async throws {
        let fixture = try RegionFixture(
            RegionFixture.texture(300, 200), format: .jpeg, cacheByteCount: byteLimit
        ) { _ in ".jpg[Q=80]" }
        let requests = (0..<24).map { number in
            RegionRequest(
                region: PixelRegion(x: number * 4, y: number * 2, width: 200, height: 150),
                size: PixelSize(width: 120, height: 90),
                encoding: ImageEncoding(number % 2 == 0 ? .jpeg : .png))
        }
        let renderer = fixture.renderer
        let sequential = try requests.map { try renderer.render($0) }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<3 {
                for (request, expected) in zip(requests, sequential) {
                    group.addTask { (try? renderer.render(request)) == expected }
                }
            }
            for await isSame in group { #expect(isSame) }
        }
    }

    @Test(arguments: [".jpg[Q=80]", ".jpg[Q=80,subsample-mode=off]"])
    func `rendering without a cache gives the same bytes as with one`(
        suffix: String
    ) throws {
        let fixture = try RegionFixture(RegionFixture.texture(500, 400), format: .jpeg) { _ in suffix }
        let plain = TileRenderer(archive: fixture.archive, tiles: DecodedTiles(byteLimit: 0))
        var numbers = RepeatableNumbers(seed: 4)
        for number in 0..<60 {
            let region = RegionFixture.region(in: PixelSize(width: 500, height: 400), using: &numbers)
            let size = PixelSize(
                width: number % 3 == 0 ? region.width : .random(in: 1...region.width * 2, using: &numbers),
                height: number % 3 == 0 ? region.height : .random(in: 1...region.height * 2, using: &numbers))
            for encoding in [
                ImageEncoding(.jpeg), ImageEncoding(.jpeg, subsampling: .s444),
                ImageEncoding(.jpeg, subsampling: .s420),
                ImageEncoding(.png),
            ] {
                let request = RegionRequest(
                    region: region, size: size, isMirrored: number % 2 == 1, rotation: Double(number % 4 * 90),
                    encoding: encoding)
                #expect(try plain.render(request) == fixture.renderer.render(request), "\(request)")
            }
        }
        #expect(plain.tiles.usage.count == 0)
    }

    @Test func `tiles with different chroma subsampling are combined into one image`() throws {
        let picture = RegionFixture.texture(200, 130)
        let fixture = try RegionFixture(picture, format: .jpeg) { address in
            switch (address.column + address.row) % 3 {
            case 0: ".jpg[Q=90]"
            case 1: ".jpg[Q=90,subsample-mode=off]"
            default: ".jpg[Q=90,interlace]"
            }
        }
        let native = try fixture.archive.stitchedLevel(fixture.archive.pyramid.nativeLevel)
        #expect(try fixture.picture(fixture.whole) == native)
        let request = RegionRequest(
            region: fixture.whole, size: picture.size, encoding: ImageEncoding(.jpeg, compressionQuality: 95))
        let jpeg = try Picture(decoding: try fixture.renderer.render(request), loader: "jpegload_buffer")
        #expect(jpeg.peakSignalToNoise(to: native) > 32)
    }

    @Test func `a JPEG keeps the chroma subsampling of its tiles unless the request sets another`() throws {
        for (suffix, subsampling, expected) in [
            (".jpg[Q=80]", nil, [2, 2]), (".jpg[Q=80,subsample-mode=off]", nil, [1, 1]),
            (".jpg[Q=80]", Subsampling.s444, [1, 1]), (".jpg[Q=80,subsample-mode=off]", .s420, [2, 2]),
        ] {
            // A colour gradient from left to right and from top to bottom, under writing.
            let picture = Picture(150, 101) { x, y in
                let ink = (x / 9 + y / 16) % 2 * 60
                return (ink + x, ink + 80, ink + 190 - y)
            }
            let fixture = try RegionFixture(picture, format: .jpeg) { _ in suffix }
            for size in [PixelSize(width: 149, height: 101), PixelSize(width: 90, height: 61)] {
                for (isMirrored, rotation) in [(false, 0.0), (true, 0), (false, 90), (true, 270), (false, 180)] {
                    var request = RegionRequest(
                        region: PixelRegion(x: 1, y: 0, width: 149, height: 101), size: size, isMirrored: isMirrored,
                        rotation: rotation,
                        encoding: ImageEncoding(.jpeg, compressionQuality: 95, subsampling: subsampling))
                    let bytes = try fixture.renderer.render(request)
                    let layout = try TileCodec.decode(
                        bytes, as: .jpeg, expected: request.outputSize, colours: .coded
                    ).layout
                    #expect([layout.horizontalSubsampling, layout.verticalSubsampling] == expected)
                    // Chroma has the same position as luma, mirrored and rotated too.
                    request.encoding = ImageEncoding(.png)
                    let exact = try Picture(decoding: try fixture.renderer.render(request))
                    let jpeg = try Picture(decoding: bytes, loader: "jpegload_buffer")
                    #expect(jpeg.peakSignalToNoise(to: exact) > 36, "\(suffix) \(size) \(isMirrored) \(rotation)")
                }
            }
        }
    }

    @Test func `the error for a damaged tile names the tile`() throws {
        let picture = RegionFixture.texture(64, 64)
        let good = try picture.encoded(".jpg[Q=80]")
        let large = try RegionFixture.texture(65, 64).encoded(".jpg[Q=80]")
        var broken = good
        for index in 700..<1200 where broken.count > 1300 { broken[index] = 0xFF }
        for (bytes, words) in [
            (Array(good.prefix(good.count / 2)), "cannot be decoded"), (Array(good.prefix(10)), "cannot be decoded"),
            ([1], "cannot be decoded"), (broken, "cannot be decoded"), (large, "65 × 64 pixels, expected 64 × 64"),
        ] {
            let folder = try TemporaryFolder()
            let pyramid = try Pyramid(width: 64, height: 64, tileSize: 64)
            var writer = try SZIWriter(path: folder.file("out.szi"), pyramid: pyramid, format: .jpeg)
            for level in 0...6 {
                for address in pyramid.addresses(atLevel: level) { try writer.append(bytes, at: address) }
            }
            try writer.finish()
            let renderer = TileRenderer(archive: try TileArchive(path: folder.file("out.szi")))
            for format in [ImageFormat.jpeg, .png] {
                let request = RegionRequest(
                    region: PixelRegion(x: 0, y: 0, width: 64, height: 64), size: PixelSize(width: 50, height: 50),
                    encoding: ImageEncoding(format))
                let error = #expect(throws: TileEngineError.self) { try renderer.render(request) }
                #expect(error?.kind == .damaged)
                #expect(error?.reason.hasPrefix("has the tile 6/0_0, which ") == true)
                #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
            }
        }
    }

    @Test func `a randomly damaged JPEG tile decodes at the right size or is reported as damaged`() throws {
        let good = try RegionFixture.texture(64, 64).encoded(".jpg[Q=80]")
        var numbers = RepeatableNumbers(seed: 2)
        for _ in 0..<400 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...3, using: &numbers) {
                bytes[.random(in: bytes.indices, using: &numbers)] = .random(in: 0...255, using: &numbers)
            }
            for colours in [TileColours.coded, .visible, .rgb] {
                do {
                    let planes = try TileCodec.decode(
                        bytes, as: .jpeg, expected: PixelSize(width: 64, height: 64), colours: colours)
                    #expect(planes.size == PixelSize(width: 64, height: 64))
                } catch let error as TileEngineError {
                    #expect(error.kind == .damaged)
                }
            }
        }
    }
}

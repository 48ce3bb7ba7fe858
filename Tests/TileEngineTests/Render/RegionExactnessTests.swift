import Testing

@testable import TileEngine

/// Regions whose pixels are known exactly.
@Suite("Exact pixels of regions")
struct RegionExactnessTests {
    struct Kind: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let format: TileFormat
        let suffix: String
        var tileSize = 64
        var isGrey = false

        static let all = [
            Kind(testDescription: "PNG", format: .png, suffix: ".png"),
            Kind(testDescription: "WebP", format: .webp, suffix: ".webp[Q=80]"),
            Kind(testDescription: "JPEG 4:2:0", format: .jpeg, suffix: ".jpg[Q=80]"),
            Kind(testDescription: "JPEG 4:4:4", format: .jpeg, suffix: ".jpg[Q=90,subsample-mode=off]"),
            Kind(testDescription: "progressive JPEG", format: .jpeg, suffix: ".jpg[Q=80,interlace]"),
            Kind(testDescription: "JPEG 4:2:0, odd tiles", format: .jpeg, suffix: ".jpg[Q=80]", tileSize: 75),
            Kind(testDescription: "grey JPEG", format: .jpeg, suffix: ".jpg[Q=80]", isGrey: true),
            Kind(testDescription: "grey PNG", format: .png, suffix: ".png", isGrey: true),
        ]
    }

    private func fixture(_ kind: Kind, _ width: Int = 210, _ height: Int = 170) throws -> RegionFixture {
        try RegionFixture(
            RegionFixture.texture(width, height), tileSize: kind.tileSize, format: kind.format, isGrey: kind.isGrey
        ) { _ in kind.suffix }
    }

    @Test(arguments: Kind.all)
    func `a region at native size has the pixels of the decoded tiles`(kind: Kind) throws {
        let fixture = try fixture(kind)
        let whole = try fixture.archive.stitchedLevel(fixture.archive.pyramid.nativeLevel)
        var numbers = RepeatableNumbers(seed: 1)
        #expect(try fixture.picture(fixture.whole) == whole)
        for _ in 0..<12 {
            let region = RegionFixture.region(in: whole.size, using: &numbers)
            #expect(try fixture.picture(region) == whole.cropped(to: region), "\(region)")
        }
    }

    @Test(arguments: Kind.all)
    func `a region at a level's scale has that level's pixels`(kind: Kind) throws {
        let fixture = try fixture(kind)
        for halvings in 1...3 {
            let level = fixture.archive.pyramid.nativeLevel - halvings
            let whole = try fixture.archive.stitchedLevel(level)
            let region = PixelRegion(x: 8, y: 16, width: 184, height: 120)
            let size = PixelSize(width: 184 >> halvings, height: 120 >> halvings)
            let expected = whole.cropped(
                to: PixelRegion(x: 8 >> halvings, y: 16 >> halvings, width: size.width, height: size.height))
            #expect(try fixture.picture(region, size) == expected, "level \(level)")
        }
    }

    @Test(arguments: Kind.all)
    func `a region at twice its size has the pixels of the 2× level`(kind: Kind) throws {
        let fixture = try fixture(kind, 100, 70)
        let native = try fixture.archive.stitchedLevel(fixture.archive.pyramid.nativeLevel)
        let doubled = native.doubled
        var numbers = RepeatableNumbers(seed: 2)
        for _ in 0..<8 {
            let region = RegionFixture.region(in: native.size, using: &numbers)
            let twice = PixelRegion(
                x: region.x * 2, y: region.y * 2, width: region.width * 2, height: region.height * 2)
            #expect(try fixture.picture(region, twice.size) == doubled.cropped(to: twice), "\(region)")
        }
    }

    @Test(arguments: [(1, 1), (1, 300), (300, 1), (2, 131), (65, 64), (63, 129)])
    func `images of any shape are rendered exactly, whole and at each corner`(width: Int, height: Int) throws {
        let picture = RegionFixture.texture(width, height)
        let fixture = try RegionFixture(picture)
        #expect(try fixture.picture(fixture.whole) == picture)
        #expect(
            try fixture.picture(fixture.whole, PixelSize(width: width * 2, height: height * 2)) == picture.doubled)
        for x in Set([0, width - 1]) {
            for y in Set([0, height - 1]) {
                let pixel = PixelRegion(x: x, y: y, width: 1, height: 1)
                #expect(try fixture.picture(pixel) == picture.cropped(to: pixel))
            }
        }
        let one = try fixture.picture(fixture.whole, PixelSize(width: 1, height: 1))
        let mean = picture.pixels.enumerated().reduce(into: [0, 0, 0]) { $0[$1.offset % 3] += Int($1.element) }
            .map { $0 / (width * height) }
        #expect((0..<3).allSatisfy { abs(Int(one.pixels[$0]) - mean[$0]) < 40 })
    }

    @Test(arguments: [PixelSize(width: 150, height: 90), PixelSize(width: 61, height: 47)])
    func `mirroring and right-angle rotation move pixels without changing them`(size: PixelSize) throws {
        let fixture = try RegionFixture(RegionFixture.texture(210, 170))
        let region = PixelRegion(x: 31, y: 40, width: 150, height: 90)
        let upright = try fixture.picture(region, size)
        for isMirrored in [false, true] {
            var expected = isMirrored ? upright.mirrored : upright
            for rotation in [0.0, 90, 180, 270] {
                let picture = try fixture.picture(region, size, isMirrored: isMirrored, rotation: rotation)
                #expect(picture.largestDifference(to: expected) <= (size == region.size ? 0 : 1), "\(rotation)")
                expected = expected.rotatedClockwise
            }
        }
    }

    @Test func `adjacent regions scaled separately match the whole scaled at once`() throws {
        let fixture = try RegionFixture(RegionFixture.texture(300, 240))
        for (part, scaled) in [(60, 40), (30, 28), (60, 18), (60, 70)] {
            let whole = try fixture.picture(
                fixture.whole, PixelSize(width: 300 / part * scaled, height: 240 / part * scaled))
            for y in 0..<240 / part {
                for x in 0..<300 / part {
                    let region = PixelRegion(x: x * part, y: y * part, width: part, height: part)
                    let piece = try fixture.picture(region, PixelSize(width: scaled, height: scaled))
                    let place = PixelRegion(x: x * scaled, y: y * scaled, width: scaled, height: scaled)
                    #expect(
                        piece.largestDifference(to: whole.cropped(to: place)) <= 1, "\(part) to \(scaled), \(region)")
                }
            }
        }
    }

    @Test func `a region reduced to a few pixels has its own colour, not that of its surroundings`() throws {
        let fixture = try RegionFixture(
            Picture(700, 500) { x, y in x / 100 == 3 && y / 100 == 2 ? (250, 10, 10) : (10, 10, 250) })
        let region = PixelRegion(x: 300, y: 200, width: 100, height: 100)
        for size in [(1, 1), (1, 2), (3, 1), (7, 5)] {
            let picture = try fixture.picture(region, PixelSize(width: size.0, height: size.1))
            let middle = picture[size.0 / 2, size.1 / 2]
            #expect(middle[0] > 130 && middle[2] < 130, "\(size): \(middle)")
        }
    }

    @Test func `flat colour stays flat at every size`() throws {
        let fixture = try RegionFixture(Picture(130, 90) { _, _ in (255, 0, 77) })
        var numbers = RepeatableNumbers(seed: 3)
        for _ in 0..<20 {
            let region = RegionFixture.region(in: PixelSize(width: 130, height: 90), using: &numbers)
            let size = PixelSize(
                width: .random(in: 1...region.width * 2, using: &numbers),
                height: .random(in: 1...region.height * 2, using: &numbers))
            let picture = try fixture.picture(region, size)
            #expect(picture == Picture(size.width, size.height) { _, _ in (255, 0, 77) }, "\(region) to \(size)")
        }
    }
}

import ImageGeometry
import Testing

@testable import TileEngine

/// Boundary sizes: tiny, thin, powers of two and multiples of a tile, and the neighbours of both.
let edgeSizes: [PixelSize] = {
    var sizes = [
        (1, 1), (1, 2), (2, 1), (3, 2), (1, 100_000), (100_000, 1), (65_535, 65_535), (6000, 8000), (5079, 5973),
        (1 << 30, 1), (1, 1 << 30), (1 << 30, 1 << 30),
    ].map { PixelSize(width: $0.0, height: $0.1) }
    for side in [255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 4095, 4096, 4097] {
        sizes += [(side, side), (side, 1), (300, side)].map { PixelSize(width: $0.0, height: $0.1) }
    }
    return sizes
}()

let edgeTileSizes = [256, 512, 1024, 64, 100, 255, 8192]

@Suite("Pyramid")
struct PyramidTests {
    private static func pyramids() throws -> [Pyramid] {
        try edgeSizes.flatMap { size in
            try edgeTileSizes.map { try Pyramid(width: size.width, height: size.height, tileSize: $0) }
        }
    }

    @Test func `each level is half the one above rounded up, from native size down to one pixel`() throws {
        for pyramid in try Self.pyramids() {
            #expect(pyramid.size(ofLevel: pyramid.nativeLevel) == pyramid.size)
            #expect(pyramid.size(ofLevel: 0) == PixelSize(width: 1, height: 1))
            var size = pyramid.size
            for level in stride(from: pyramid.nativeLevel - 1, through: 0, by: -1) {
                size = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
                #expect(pyramid.size(ofLevel: level) == size)
            }
            if pyramid.nativeLevel > 0 {
                let below = try #require(pyramid.size(ofLevel: 1))
                #expect(max(below.width, below.height) == 2)
            }
        }
    }

    @Test func `the last level has twice the native size, and levels out of range do not exist`() throws {
        for pyramid in try Self.pyramids() {
            let double = PixelSize(width: pyramid.width * 2, height: pyramid.height * 2)
            #expect(pyramid.size(ofLevel: pyramid.doubleLevel) == double)
            for level in [-1, pyramid.doubleLevel + 1, Int.min, Int.max] {
                #expect(pyramid.size(ofLevel: level) == nil)
                #expect(pyramid.columns(atLevel: level) == nil)
                #expect(pyramid.rows(atLevel: level) == nil)
                #expect(pyramid.tileCount(atLevel: level) == nil)
                #expect(pyramid.tileRegion(of: TileAddress(level: level, column: 0, row: 0)) == nil)
                #expect(!pyramid.addresses(atLevel: level).contains { _ in true })
            }
        }
    }

    @Test func `the tiles of a level cover it without gaps or overlaps`() throws {
        for pyramid in try Self.pyramids() {
            for level in 0...pyramid.doubleLevel {
                let size = try #require(pyramid.size(ofLevel: level))
                let columns = try #require(pyramid.columns(atLevel: level))
                let rows = try #require(pyramid.rows(atLevel: level))
                #expect(pyramid.tileCount(atLevel: level) == columns * rows)
                // Each axis separately: the extents of a grid are independent.
                var x = 0
                for column in Self.sample(columns) {
                    let address = TileAddress(level: level, column: column, row: 0)
                    let region = try #require(pyramid.tileRegion(of: address))
                    #expect(region.x == column * pyramid.tileSize && region.y == 0)
                    #expect(region.width == min(pyramid.tileSize, size.width - region.x) && region.width > 0)
                    x = region.x + region.width
                }
                #expect(x == size.width)
                var y = 0
                for row in Self.sample(rows) {
                    let address = TileAddress(level: level, column: columns - 1, row: row)
                    let region = try #require(pyramid.tileRegion(of: address))
                    #expect(region.y == row * pyramid.tileSize)
                    #expect(region.height == min(pyramid.tileSize, size.height - region.y) && region.height > 0)
                    y = region.y + region.height
                }
                #expect(y == size.height)
            }
        }
    }

    @Test(arguments: [(1, 1), (3, 2), (257, 130), (100, 513)], [64, 100])
    func `every pixel of every level is in exactly one tile`(size: (Int, Int), tileSize: Int) throws {
        let pyramid = try Pyramid(width: size.0, height: size.1, tileSize: tileSize)
        for level in 0...pyramid.doubleLevel {
            let whole = try #require(pyramid.size(ofLevel: level))
            var covered = [Int](repeating: 0, count: whole.width * whole.height)
            for address in pyramid.addresses(atLevel: level) {
                let region = try #require(pyramid.tileRegion(of: address))
                for y in region.y..<region.y + region.height {
                    for x in region.x..<region.x + region.width { covered[y * whole.width + x] += 1 }
                }
            }
            #expect(covered.allSatisfy { $0 == 1 }, "level \(level)")
        }
    }

    @Test func `zoom 0 is the largest stored level that is a single tile`() throws {
        for pyramid in try Self.pyramids() {
            #expect(pyramid.tileCount(atLevel: pyramid.firstWholeTileLevel) == 1)
            if pyramid.firstWholeTileLevel < pyramid.nativeLevel {
                #expect(try #require(pyramid.tileCount(atLevel: pyramid.firstWholeTileLevel + 1)) > 1)
            }
            #expect(pyramid.maxZoom == pyramid.doubleLevel - pyramid.firstWholeTileLevel)
        }
        #expect(try Pyramid(width: 6000, height: 8000).maxZoom == 6)
        #expect(try Pyramid(width: 1, height: 1).maxZoom == 1)
    }

    @Test func `the error for a size or tile size out of range names the value`() {
        for (width, height, tileSize, words) in [
            (0, 5, 256, "width of 0"), (5, -1, 256, "height of -1"), (Int.max, 5, 256, "width of \(Int.max)"),
            (5, (1 << 30) + 1, 256, "height of 1073741825"), (5, 5, 63, "tile size of 63"), (5, 5, 8193, "8193"),
        ] {
            let error = #expect(throws: TileEngineError.self) {
                try Pyramid(width: width, height: height, tileSize: tileSize)
            }
            #expect(error?.kind == .outOfRange)
            #expect(error?.description.contains(words) == true)
        }
    }

    /// Returns all indices of a few, or the ends and some of the middle of many.
    static func sample(_ count: Int) -> [Int] {
        guard count > 40 else { return Array(0..<max(0, count)) }
        return Array(0..<10) + [count / 3, count / 2] + Array(count - 10..<count)
    }
}

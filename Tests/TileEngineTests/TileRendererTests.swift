import CVips
import Foundation
import Testing

@testable import TileEngine

@Suite("TileRenderer")
struct TileRendererTests {
    /// Slices a picture without loss, so that only the renderer's own arithmetic matters.
    private func archive(of picture: Picture, in folder: TemporaryFolder, tileSize: Int = 256) throws -> TileArchive {
        let pyramid = try Pyramid(width: picture.size.width, height: picture.size.height, tileSize: tileSize)
        var writer = try SZIWriter(path: folder.file("out.szi"), pyramid: pyramid, format: .png)
        var level = picture
        for number in stride(from: pyramid.nativeLevel, through: 0, by: -1) {
            for address in pyramid.addresses(atLevel: number) {
                let region = try #require(pyramid.tileRegion(of: address))
                try writer.append(try level.cropped(to: region).encoded(), at: address)
            }
            level = level.halved
        }
        try writer.finish()
        return try TileArchive(path: folder.file("out.szi"))
    }

    private func doubled(_ archive: TileArchive) throws -> Picture {
        let renderer = TileRenderer(archive: archive)
        let level = archive.pyramid.doubleLevel
        let size = try #require(archive.pyramid.size(ofLevel: level))
        return try Picture.stitched(size: size, pyramid: archive.pyramid, level: level) { address in
            try Picture(decoding: try renderer.tile(address, as: .png))
        }
    }

    private static func texture(_ width: Int, _ height: Int) -> Picture {
        var numbers = RepeatableNumbers(seed: 4)
        return Picture(width, height) { x, y in
            let noise = Int.random(in: 0..<60, using: &numbers)
            return (noise + x % 200, (x / 16 + y / 16) % 2 * 195 + noise, noise * 4)
        }
    }

    @Test(arguments: [(300, 280), (257, 130), (1, 1), (1, 5), (2, 700), (256, 256)], [64, 100, 255])
    func `2× tiles have no seams and equal the whole image doubled at once`(
        size: (Int, Int), tileSize: Int
    ) throws {
        let folder = try TemporaryFolder()
        let picture = Self.texture(size.0, size.1)
        let archive = try archive(of: picture, in: folder, tileSize: tileSize)
        #expect(try doubled(archive) == picture.doubled)
    }

    @Test func `a flat colour stays flat up to the edges`() throws {
        let folder = try TemporaryFolder()
        for colour in [0, 255, 77] {
            let picture = Picture(130, 70) { _, _ in (colour, colour, 255 - colour) }
            let result = try doubled(try archive(of: picture, in: folder, tileSize: 64))
            #expect(result == Picture(260, 140) { _, _ in (colour, colour, 255 - colour) })
            try FileManager.default.removeItem(atPath: folder.file("out.szi"))
        }
    }

    @Test func `doubling a gradient keeps it linear and does not shift it`() throws {
        let folder = try TemporaryFolder()
        let picture = Picture(60, 60) { x, y in (x * 4, y * 4, 0) }
        let result = try doubled(try archive(of: picture, in: folder))
        // Away from the edges, cubic interpolation reproduces a straight line: at output pixel o it is 4 · (o/2 − ¼).
        for position in 6..<114 {
            let expected = Double(position) * 2 - 1
            #expect(abs(Double(result[position, 60][0]) - expected) <= 0.5)
            #expect(abs(Double(result[60, position][1]) - expected) <= 0.5)
        }
    }

    @Test func `a doubled chequerboard stays symmetric and in place`() throws {
        let folder = try TemporaryFolder()
        let picture = Picture(64, 64) { x, y in
            let value = (x / 8 + y / 8) % 2 * 200 + 20
            return (value, value, value)
        }
        let result = try doubled(try archive(of: picture, in: folder, tileSize: 64))
        for y in 0..<128 {
            for x in 0..<128 {
                // A board with an even number of fields is symmetric under rotation by 180°.
                #expect(result[x, y] == result[127 - x, 127 - y])
                // The centre of a field has its colour, and edges are between fields.
                if x % 16 == 8, y % 16 == 8 { #expect(result[x, y] == picture[x / 2, y / 2]) }
            }
        }
        let edge = (14...17).map { Int(result[$0, 8][0]) }
        #expect(edge[0] + edge[3] == 240 && edge[1] + edge[2] == 240)
    }

    @Test func `2× tiles are close to libvips' cubic enlargement`() throws {
        let folder = try TemporaryFolder()
        let picture = Self.texture(200, 150)
        let result = try doubled(try archive(of: picture, in: folder, tileSize: 64))
        // libvips aligns corners, whereas pixels are areas: the difference is half an output pixel.
        let reference = try picture.withImage { try Picture($0.applying { cvips_enlarge_cubic($0, 2, 0.5) }) }
        let inside = PixelRegion(x: 8, y: 8, width: 384, height: 284)
        #expect(result.cropped(to: inside).peakSignalToNoise(to: reference.cropped(to: inside)) > 45)
    }

    @Test func `tiles outside the 2× grid and levels out of range are refused`() throws {
        let folder = try TemporaryFolder()
        let archive = try archive(of: Self.texture(300, 200), in: folder)
        let renderer = TileRenderer(archive: archive)
        for (column, row) in [(3, 0), (0, 2), (-1, 0), (0, -1), (Int.max, Int.max), (Int.min, 0)] {
            let address = TileAddress(level: archive.pyramid.doubleLevel, column: column, row: row)
            let error = #expect(throws: TileEngineError.self) { try renderer.tile(address, as: .jpeg) }
            #expect(error?.kind == .outOfRange)
            #expect(error?.reason == "has no tile 10/\(column)_\(row), expected one of 3 × 2 tiles")
        }
        for level in [-1, 11, 12, Int.max] {
            let address = TileAddress(level: level, column: 0, row: 0)
            let error = #expect(throws: TileEngineError.self) { try renderer.tile(address, as: .png) }
            #expect(error?.kind == .outOfRange)
        }
    }

    @Test func `a tile is returned unchanged in its stored format and transcoded to others`() throws {
        let folder = try TemporaryFolder()
        let archive = try archive(of: Self.texture(300, 200), in: folder)
        let renderer = TileRenderer(archive: archive, quality: 95)
        let address = TileAddress(level: 9, column: 1, row: 0)
        let stored = try #require(try archive.tile(address))
        #expect(try renderer.tile(address, as: .png) == stored)
        let picture = try Picture(decoding: stored)
        for format in [TileFormat.jpeg, .webp] {
            let bytes = try renderer.tile(address, as: format)
            #expect(try Picture(decoding: bytes, loader: format.bufferLoader).difference(to: picture) < 25)
            let double = try renderer.tile(TileAddress(level: 10, column: 0, row: 0), as: format)
            #expect(
                try Picture(decoding: double, loader: format.bufferLoader).size == PixelSize(width: 256, height: 256))
        }
    }

    @Test func `stored tiles of other programs may be grey or have alpha`() throws {
        let folder = try TemporaryFolder()
        let pyramid = try Pyramid(width: 1, height: 1)
        let picture = Picture(1, 1) { _, _ in (100, 100, 100) }
        let grey = try picture.withImage { image in
            let first = try image.applying { cvips_extract_bands($0, 0, 1) }
            return try first.applying { cvips_copy_interpretation($0, cvips_interpretation_bw) }.encoded(suffix: ".png")
        }
        let clear = try picture.withImage { image in
            let alpha = try image.applying { cvips_extract_bands($0, 0, 1) }
            return try image.applying { cvips_bandjoin($0, alpha.pointer) }.encoded(suffix: ".png")
        }
        for (bytes, expected) in [(grey, UInt8(100)), (clear, 194)] {
            var writer = try SZIWriter(path: folder.file("out.szi"), pyramid: pyramid, format: .png)
            try writer.append(bytes, at: TileAddress(level: 0, column: 0, row: 0))
            try writer.finish()
            let renderer = TileRenderer(archive: try TileArchive(path: folder.file("out.szi")))
            let tile = try Picture(decoding: try renderer.tile(TileAddress(level: 1, column: 0, row: 0), as: .png))
            #expect(tile.size == PixelSize(width: 2, height: 2))
            #expect(tile.pixels.allSatisfy { abs(Int($0) - Int(expected)) <= 1 })
            try FileManager.default.removeItem(atPath: folder.file("out.szi"))
        }
    }

    @Test func `a tile of the wrong size is reported as damaged`() throws {
        let folder = try TemporaryFolder()
        let pyramid = try Pyramid(width: 1, height: 1)
        var writer = try SZIWriter(path: folder.file("out.szi"), pyramid: pyramid, format: .png)
        try writer.append(try Self.texture(9, 9).encoded(), at: TileAddress(level: 0, column: 0, row: 0))
        try writer.finish()
        let renderer = TileRenderer(archive: try TileArchive(path: folder.file("out.szi")))
        let address = TileAddress(level: 1, column: 0, row: 0)
        let error = #expect(throws: TileEngineError.self) { try renderer.tile(address, as: .jpeg) }
        #expect(error?.kind == .damaged)
        #expect(error?.reason == "has the tile 0/0_0, which is 9 × 9 pixels, expected 1 × 1")
    }

    @Test func `concurrent rendering is exact with any cache size`() async throws {
        let folder = try TemporaryFolder()
        let picture = Self.texture(300, 280)
        let archive = try archive(of: picture, in: folder, tileSize: 64)
        let expected = picture.doubled
        for cacheByteCount in [0, 20_000, 32 << 20] {
            let renderer = TileRenderer(archive: archive, tiles: DecodedTiles(byteLimit: cacheByteCount))
            await withTaskGroup(of: Void.self) { group in
                for row in 0..<9 {
                    group.addTask {
                        for column in 0..<10 {
                            let address = TileAddress(level: archive.pyramid.doubleLevel, column: column, row: row)
                            guard let region = archive.pyramid.tileRegion(of: address) else { continue }
                            let tile = try? Picture(decoding: try renderer.tile(address, as: .png))
                            #expect(tile == expected.cropped(to: region))
                        }
                    }
                }
            }
        }
    }
}

extension Picture {
    func cropped(to region: PixelRegion) -> Picture {
        var cropped: [UInt8] = []
        for row in region.y..<region.y + region.height {
            let start = (row * size.width + region.x) * 3
            cropped += pixels[start..<start + region.width * 3]
        }
        return Picture(size: region.size, pixels: cropped)
    }

    /// The picture at twice the size by Catmull-Rom's cubic, computed literally: in floating point, pixel by pixel.
    var doubled: Picture {
        func weight(_ distance: Double) -> Double {
            let d = abs(distance)
            if d <= 1 { return 1.5 * d * d * d - 2.5 * d * d + 1 }
            if d < 2 { return -0.5 * d * d * d + 2.5 * d * d - 4 * d + 2 }
            return 0
        }
        func taps(_ position: Int, _ count: Int) -> [(index: Int, weight: Double)] {
            let centre = (Double(position) + 0.5) / 2 - 0.5
            let first = Int(centre.rounded(.down)) - 1
            return (first...first + 3).map { (min(max(0, $0), count - 1), weight(centre - Double($0))) }
        }
        let columns = (0..<size.width * 2).map { taps($0, size.width) }
        let rows = (0..<size.height * 2).map { taps($0, size.height) }
        return Picture(size.width * 2, size.height * 2) { x, y in
            var sums = (0.0, 0.0, 0.0)
            for row in rows[y] {
                for column in columns[x] {
                    let start = (row.index * size.width + column.index) * 3
                    let both = row.weight * column.weight
                    sums.0 += both * Double(pixels[start])
                    sums.1 += both * Double(pixels[start + 1])
                    sums.2 += both * Double(pixels[start + 2])
                }
            }
            func rounded(_ sum: Double) -> Int { Int(min(255, max(0, (sum + 0.5).rounded(.down)))) }
            return (rounded(sums.0), rounded(sums.1), rounded(sums.2))
        }
    }
}

import CVips
import Foundation
import Testing

@testable import TileEngine

/// Archives made from pictures in memory, and requests to them.
struct RegionFixture {
    let folder: TemporaryFolder
    let archive: TileArchive
    let renderer: TileRenderer

    /// Slices a picture; the suffix specifies the encoding of tiles, in libvips' notation.
    init(
        _ picture: Picture, tileSize: Int = 64, format: TileFormat = .png, isGrey: Bool = false,
        cacheByteCount: Int = 8 << 20, suffix: (TileAddress) -> String = { _ in ".png" }
    ) throws {
        folder = try TemporaryFolder()
        let pyramid = try Pyramid(width: picture.size.width, height: picture.size.height, tileSize: tileSize)
        var writer = try SZIWriter(path: folder.file("out.szi"), pyramid: pyramid, format: format)
        var level = picture
        for number in stride(from: pyramid.nativeLevel, through: 0, by: -1) {
            for address in pyramid.addresses(atLevel: number) {
                let tile = level.cropped(to: try #require(pyramid.tileRegion(of: address)))
                let bytes = try isGrey ? tile.encodedGrey(suffix(address)) : tile.encoded(suffix(address))
                try writer.append(bytes, at: address)
            }
            level = level.halved
        }
        try writer.finish()
        archive = try TileArchive(path: folder.file("out.szi"))
        renderer = TileRenderer(archive: archive, tiles: DecodedTiles(byteLimit: cacheByteCount))
    }

    /// Returns the pixels of a region in three channels, rendered as PNG.
    func picture(
        _ region: PixelRegion, _ size: PixelSize? = nil, isMirrored: Bool = false, rotation: Double = 0
    ) throws -> Picture {
        let request = RegionRequest(
            region: region, size: size ?? region.size, isMirrored: isMirrored, rotation: rotation,
            encoding: ImageEncoding(.png))
        return try Picture(decoding: try renderer.render(request))
    }

    var whole: PixelRegion {
        PixelRegion(x: 0, y: 0, width: archive.pyramid.width, height: archive.pyramid.height)
    }

    /// Returns fields similar to writing, a gradient and grain, different in each channel.
    static func texture(_ width: Int, _ height: Int, grain: Int = 40) -> Picture {
        var numbers = RepeatableNumbers(seed: 7)
        return Picture(width, height) { x, y in
            let noise = Int.random(in: 0..<grain, using: &numbers)
            return (noise + x % 200, (x / 9 + y / 16) % 2 * 150 + noise, noise + y % 180)
        }
    }

    /// Returns a random region within a picture.
    static func region(in size: PixelSize, using numbers: inout RepeatableNumbers) -> PixelRegion {
        let width = Int.random(in: 1...size.width, using: &numbers)
        let height = Int.random(in: 1...size.height, using: &numbers)
        return PixelRegion(
            x: .random(in: 0...size.width - width, using: &numbers),
            y: .random(in: 0...size.height - height, using: &numbers), width: width, height: height)
    }
}

extension Picture {
    /// The picture mirrored from left to right.
    var mirrored: Picture {
        Picture(size.width, size.height) { x, y in colours(size.width - 1 - x, y) }
    }

    /// The picture rotated clockwise by 90°.
    var rotatedClockwise: Picture {
        Picture(size.height, size.width) { x, y in colours(y, size.height - 1 - x) }
    }

    func colours(_ x: Int, _ y: Int) -> (Int, Int, Int) {
        let start = (y * size.width + x) * 3
        return (Int(pixels[start]), Int(pixels[start + 1]), Int(pixels[start + 2]))
    }

    func encodedGrey(_ suffix: String) throws -> [UInt8] {
        try withImage { image in
            let first = try image.applying { cvips_extract_bands($0, 0, 1) }
            return try first.applying { cvips_copy_interpretation($0, cvips_interpretation_bw) }
                .encoded(suffix: suffix)
        }
    }

    /// Returns the picture reduced by libvips' lanczos3.
    func reduced(to target: PixelSize) throws -> Picture {
        let across = Double(size.width) / Double(target.width)
        let down = Double(size.height) / Double(target.height)
        return try withImage { image in try Picture(image.applying { cvips_reduce_lanczos3($0, across, down) }) }
    }
}

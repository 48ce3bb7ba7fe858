import CVips
import Foundation
import Testing

@testable import TileEngine

/// The accuracy of scaled, rotated and recoloured regions.
@Suite("Accuracy of regions")
struct RegionQualityTests {
    @Test(arguments: [(300, 200), (300, 130), (300, 301), (300, 599), (300, 53)])
    func `scaling a gradient does not shift it`(width: Int, scaled: Int) throws {
        let fixture = try RegionFixture(Picture(width, 40) { x, _ in (x / 2, x / 2, 255 - x / 2) })
        let size = PixelSize(width: scaled, height: 20)
        let picture = try fixture.picture(fixture.whole, size)
        let step = Double(width) / Double(scaled)
        // Away from the edges. The pixels of a level are rounded, and so are those of the gradient.
        for x in (scaled / 10)..<(scaled - scaled / 10) {
            let expected = ((Double(x) + 0.5) * step - 0.5) / 2 - 0.25
            #expect(abs(Double(picture[x, 10][0]) - expected) <= 1.4, "\(x)")
        }
    }

    @Test(arguments: [96, 64, 200, 40, 127])
    func `a scaled chequerboard stays symmetric and in place`(scaled: Int) throws {
        let board = Picture(128, 128) { x, y in
            let value = (x / 16 + y / 16) % 2 * 200 + 20
            return (value, value, value)
        }
        let fixture = try RegionFixture(board)
        let picture = try fixture.picture(fixture.whole, PixelSize(width: scaled, height: scaled))
        #expect(picture.largestDifference(to: picture.rotatedClockwise.rotatedClockwise) <= 1)
        let centre = scaled * 8 / 128
        #expect(abs(Int(picture[centre, centre][0]) - 20) < 25)
    }

    @Test(arguments: [TileFormat.png, .jpeg])
    func `scaled regions are close to libvips' lanczos3 of the native level`(format: TileFormat) throws {
        let picture = try Picture(try StripReference.picture(700, 600)).softened
        let fixture = try RegionFixture(picture, tileSize: 128, format: format) { _ in
            format == .png ? ".png" : ".jpg[Q=80]"
        }
        let native = try fixture.archive.stitchedLevel(fixture.archive.pyramid.nativeLevel)
        var numbers = RepeatableNumbers(seed: 5)
        var sum = 0.0
        let count = 12
        for _ in 0..<count {
            let width = Int.random(in: 150...600, using: &numbers)
            let height = Int.random(in: 150...500, using: &numbers)
            let region = PixelRegion(
                x: .random(in: 0...700 - width, using: &numbers), y: .random(in: 0...600 - height, using: &numbers),
                width: width, height: height)
            let factor = Double.random(in: 0.3...0.99, using: &numbers)
            let size = PixelSize(width: Int(Double(width) * factor), height: Int(Double(height) * factor))
            let expected = try native.cropped(to: region).reduced(to: size)
            let signalToNoise = try fixture.picture(region, size).peakSignalToNoise(to: expected)
            #expect(signalToNoise >= 33, "\(region) to \(size)")
            sum += signalToNoise
            // A JPEG made directly from the YCbCr planes is as accurate as its own loss allows.
            let request = RegionRequest(
                region: region, size: size, encoding: ImageEncoding(.jpeg, compressionQuality: 95))
            let jpeg = try Picture(decoding: try fixture.renderer.render(request), loader: "jpegload_buffer")
            #expect(jpeg.peakSignalToNoise(to: expected) >= 32, "\(region) to \(size)")
        }
        #expect(sum / Double(count) >= 38)
    }

    /// The measurement of `Benchmarks/regions` without a server, on any large archive: `EXPLORE_REGION_ARCHIVE=page.szi
    /// swift test --filter RegionQuality`, with EXPLORE_REGION_REQUESTS for fewer.
    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment["EXPLORE_REGION_ARCHIVE"] != nil,
            "EXPLORE_REGION_ARCHIVE names no archive"))
    func `random regions of a given archive are close to libvips' lanczos3`() throws {
        let path = try #require(ProcessInfo.processInfo.environment["EXPLORE_REGION_ARCHIVE"])
        let renderer = TileRenderer(archive: try TileArchive(path: path), tiles: DecodedTiles(byteLimit: 256 << 20))
        let pyramid = renderer.archive.pyramid
        var numbers = RepeatableNumbers(seed: 6)
        var found: [Double] = []
        var differing = 0.0
        let count = ProcessInfo.processInfo.environment["EXPLORE_REGION_REQUESTS"].flatMap { Int($0) } ?? 500
        for _ in 0..<count {
            let width = Int.random(in: 200...2000, using: &numbers)
            let height = Int.random(in: 200...2000, using: &numbers)
            let region = PixelRegion(
                x: .random(in: 0...pyramid.width - width, using: &numbers),
                y: .random(in: 0...pyramid.height - height, using: &numbers), width: width, height: height)
            let scaled = min(600, width)
            let size = PixelSize(width: scaled, height: max(1, (height * scaled + width / 2) / width))
            // Other tests show that unscaled regions equal the decoded tiles.
            var request = RegionRequest(region: region, size: region.size)
            let native = try renderer.pixels(of: request)
            let source = Picture(size: native.size, pixels: native.bytes)
            let reference = size == region.size ? source : try source.reduced(to: size)
            request.size = size
            let signalToNoise = Picture(size: size, pixels: try renderer.pixels(of: request).bytes)
                .peakSignalToNoise(to: reference)
            if signalToNoise < .infinity { found.append(signalToNoise) }
            request.quality = .bitonal
            let lines = try renderer.pixels(of: request).bytes
            let expected = reference.lumaIsLight
            let wrong = zip(lines, expected).reduce(0) { $0 + (($1.0 == 255) == $1.1 ? 0 : 1) }
            differing = max(differing, Double(wrong) / Double(lines.count))
        }
        let mean = found.reduce(0, +) / Double(found.count)
        print("regions: mean \(mean) dB, least \(found.min() ?? 0) dB, bitonal at most \(differing * 100) % differ")
        #expect(mean >= 38 && (found.min() ?? 0) >= 33 && differing <= 0.02)
    }

    @Test func `gray quality is luma, and bitonal quality is luma thresholded at 128`() throws {
        let picture = RegionFixture.texture(120, 90)
        for format in [TileFormat.png, .jpeg] {
            let fixture = try RegionFixture(picture, format: format) { _ in format == .png ? ".png" : ".jpg[Q=90]" }
            let native = try fixture.archive.stitchedLevel(fixture.archive.pyramid.nativeLevel)
            var request = RegionRequest(region: fixture.whole, size: picture.size, quality: .gray)
            let gray = try fixture.renderer.pixels(of: request)
            #expect(gray.channelCount == 1 && gray.size == picture.size)
            for index in stride(from: 0, to: gray.bytes.count, by: 7) {
                let (red, green, blue) = native.colours(index % 120, index / 120)
                let luma = 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)
                // A JPEG's luma may not correspond to any RGB colour; the nearest one is used.
                #expect(abs(Double(gray.bytes[index]) - luma) <= (format == .png ? 0.51 : 12))
            }
            request.quality = .bitonal
            let bitonal = try fixture.renderer.pixels(of: request)
            #expect(zip(bitonal.bytes, gray.bytes).allSatisfy { $0 == ($1 < 128 ? 0 : 255) })
            for encoding in [ImageEncoding(.png), ImageEncoding(.tiff)] {
                request.encoding = encoding
                let loader = encoding.format == .png ? "pngload_buffer" : "tiffload_buffer"
                let decoded = try Picture(decoding: try fixture.renderer.render(request), loader: loader)
                #expect(zip(decoded.pixels.indices, decoded.pixels).allSatisfy { $1 == bitonal.bytes[$0 / 3] })
            }
        }
    }

    @Test func `a region rotated by any angle is centred between transparent corners`() throws {
        let fixture = try RegionFixture(Picture(200, 100) { x, y in (x, y * 2, 50) })
        for angle in [0.5, 30, 45, 135.5, 200, 359.9] {
            let request = RegionRequest(
                region: fixture.whole, size: PixelSize(width: 200, height: 100), rotation: angle)
            let pixels = try fixture.renderer.pixels(of: request)
            let turn = angle * .pi / 180
            let width = 200 * abs(cos(turn)) + 100 * abs(sin(turn))
            let height = 200 * abs(sin(turn)) + 100 * abs(cos(turn))
            #expect(pixels.channelCount == 4 && pixels.size == request.outputSize)
            #expect(abs(Double(pixels.size.width) - width) <= 1 && abs(Double(pixels.size.height) - height) <= 1)
            let opacity = stride(from: 3, to: pixels.bytes.count, by: 4).reduce(0.0) {
                $0 + Double(pixels.bytes[$1]) / 255
            }
            #expect(abs(opacity - 200 * 100) < 200)
            // A point 60 to the right of the centre rotates clockwise about it.
            for (x, y) in [(60.0, 0.0), (-60, 20), (0, -30)] {
                let column = Int(Double(pixels.size.width) / 2 + x * cos(turn) - y * sin(turn))
                let row = Int(Double(pixels.size.height) / 2 + x * sin(turn) + y * cos(turn))
                let pixel = (row * pixels.size.width + column) * 4
                #expect(abs(Double(pixels.bytes[pixel]) - (100 + x)) <= 2)
                #expect(abs(Double(pixels.bytes[pixel + 1]) - 2 * (50 + y)) <= 4)
                #expect(pixels.bytes[pixel + 3] == 255)
            }
        }
    }

    @Test func `rotated corners have the paper colour in JPEG and alpha in PNG, WebP and TIFF`() throws {
        let fixture = try RegionFixture(Picture(80, 80) { _, _ in (20, 20, 200) })
        var request = RegionRequest(
            region: fixture.whole, size: PixelSize(width: 80, height: 80), rotation: 45,
            encoding: ImageEncoding(.jpeg, paper: PaperColour(red: 240, green: 220, blue: 180)))
        let jpeg = try Picture(decoding: try fixture.renderer.render(request), loader: "jpegload_buffer")
        #expect(zip(jpeg[2, 2], [240, 220, 180]).allSatisfy { abs(Int($0) - Int($1)) < 8 })
        #expect(zip(jpeg[57, 57], [20, 20, 200]).allSatisfy { abs(Int($0) - Int($1)) < 12 })
        for (format, loader) in [
            (ImageFormat.png, "pngload_buffer"), (.webp, "webpload_buffer"), (.tiff, "tiffload_buffer"),
        ] {
            request.encoding.format = format
            let bytes = try fixture.renderer.render(request)
            let image = try #require(
                bytes.withUnsafeBytes { buffer in
                    VipsImage(cvips_image_load_buffer(loader, buffer.baseAddress, buffer.count))
                })
            #expect(image.hasAlpha && image.width == 114)
        }
    }

    @Test func `a mask makes pixels transparent, and one of the wrong size is rejected`() throws {
        let fixture = try RegionFixture(Picture(20, 10) { x, _ in (x, 100, 200) })
        let pixels = try fixture.renderer.pixels(
            of: RegionRequest(region: fixture.whole, size: PixelSize(width: 20, height: 10)))
        let mask = (0..<200).map { UInt8($0 % 20 < 10 ? 255 : $0 % 20 == 10 ? 128 : 0) }
        let cut = try #require(pixels.masked(by: mask))
        #expect(cut.channelCount == 4 && Array(cut.bytes[0..<4]) == [0, 100, 200, 255] && cut.bytes[4 * 19 + 3] == 0)
        let flat = cut.flattened(onto: .white)
        #expect(Array(flat.bytes[0..<3]) == [0, 100, 200] && Array(flat.bytes[57..<60]) == [255, 255, 255])
        #expect(Array(flat.bytes[30..<33]) == [132, 177, 227])
        #expect(pixels.masked(by: [1]) == nil)
    }
}

extension Picture {
    /// The picture with its pixel noise softened to that of a scan, because no lens resolves single pixels.
    fileprivate var softened: Picture {
        Picture(size.width, size.height) { x, y in
            var sums = (0, 0, 0)
            for dy in -1...1 {
                for dx in -1...1 {
                    let weight = (2 - abs(dx)) * (2 - abs(dy))
                    let pixel = colours(min(max(0, x + dx), size.width - 1), min(max(0, y + dy), size.height - 1))
                    sums = (sums.0 + weight * pixel.0, sums.1 + weight * pixel.1, sums.2 + weight * pixel.2)
                }
            }
            return ((sums.0 + 8) / 16, (sums.1 + 8) / 16, (sums.2 + 8) / 16)
        }
    }

    fileprivate var lumaIsLight: [Bool] {
        stride(from: 0, to: pixels.count, by: 3).map { index in
            let red = Int(pixels[index])
            let green = Int(pixels[index + 1])
            let blue = Int(pixels[index + 2])
            return (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16 >= 128
        }
    }
}

import CVips
import Foundation
import ImageGeometry
import NIOConcurrencyHelpers
import Testing

@testable import TileEngine

/// Parts of a scan are compared with the same part of its whole picture, computed pixel by pixel from the definition of
/// EXIF's orientations. Tiles are PNG, so nothing is lost.
@Suite("Parts of scans") struct ScanPartTests {
    private static let lossless = SliceOptions(format: .png)

    /// Slices a scan without loss and assembles its native level.
    private static func picture(
        of scan: Scan, in folder: TemporaryFolder, options: SliceOptions = lossless
    ) throws -> Picture {
        let path = folder.file("\(UUID().uuidString).szi")
        defer { unlink(path) }
        let result = try Slicer.slice(scan, to: path, options: options)
        #expect(result.pyramid.size == scan.info.size)
        let archive = try TileArchive(path: path)
        return try archive.stitchedLevel(archive.pyramid.nativeLevel)
    }

    private static func noise(_ width: Int, _ height: Int, seed: UInt64) -> Picture {
        var numbers = RepeatableNumbers(seed: seed)
        return Picture(width, height) { _, _ in
            let bits = numbers.next()
            return (Int(bits & 255), Int(bits >> 8 & 255), Int(bits >> 16 & 255))
        }
    }

    private static func crop(of size: PixelSize, _ numbers: inout RepeatableNumbers) -> PixelRegion {
        let width = Int.random(in: 1...size.width, using: &numbers)
        let height = Int.random(in: 1...size.height, using: &numbers)
        return PixelRegion(
            x: Int.random(in: 0...size.width - width, using: &numbers),
            y: Int.random(in: 0...size.height - height, using: &numbers), width: width, height: height)
    }

    @Test(arguments: 1...8)
    func `random crops and right-angle rotations of every orientation keep the exact pixels`(tag: Int) throws {
        let folder = try TemporaryFolder()
        var numbers = RepeatableNumbers(seed: UInt64(tag))
        for round in 0..<20 {
            let stored = Self.noise(
                Int.random(in: 1...290, using: &numbers), Int.random(in: 1...290, using: &numbers), seed: UInt64(round))
            let bytes = try stored.withImage { image in
                let copy = try image.applying(cvips_copy)
                cvips_image_set_int(copy.pointer, "orientation", Int32(tag))
                return try copy.encoded(suffix: round % 2 == 0 ? ".tif[compression=deflate]" : ".tif[tile]")
            }
            let path = try folder.writing(bytes, to: "scan.tif")
            let scan = try Scan(path: path, policy: .unguarded)
            let quarters = Int.random(in: 0...3, using: &numbers)
            let rotated = stored.upright(from: tag).upright(from: [1, 6, 3, 8][quarters])
            let crop = round % 5 == 0 ? nil : Self.crop(of: rotated.size, &numbers)
            let part = try scan.part(rotation: Double(quarters * 90), crop: crop)
            #expect(part.info.size == crop?.size ?? rotated.size)
            let expected = rotated.cropped(to: crop)
            #expect(try Self.picture(of: part, in: folder) == expected, "\(quarters) quarters, \(crop as Any)")
        }
        #expect(try folder.contents == ["scan.tif"])
    }

    @Test(arguments: [
        ".jpg", ".jpg[profile=p3]", ".jpg[interlace]", ".png", ".png[interlace]", ".tif[tile,compression=deflate]",
        ".tif[compression=lzw]", ".tif[bitdepth=1,compression=ccittfax4]", ".webp", ".ppm",
    ])
    func `a part of any format equals that part of the whole scan, also in a child`(suffix: String) throws {
        let folder = try TemporaryFolder()
        let isBilevel = suffix.contains("bitdepth")
        let path = try StripReference.write(
            try StripReference.picture(331, 207, channels: isBilevel ? 1 : 3), to: folder, suffix: suffix)
        let whole = try Self.picture(of: try Scan(path: path, policy: .unguarded), in: folder)
        var numbers = RepeatableNumbers(seed: 7)
        for quarters in 0...3 {
            let rotated = whole.upright(from: [1, 6, 3, 8][quarters])
            let crop = Self.crop(of: rotated.size, &numbers)
            for policy in [ScanPolicy.unguarded, .isolated] {
                let part = try Scan(path: path, policy: policy).part(rotation: Double(quarters * 90), crop: crop)
                #expect((part.isolated != nil) == (policy == .isolated))
                #expect(try Self.picture(of: part, in: folder) == rotated.cropped(to: crop), "\(quarters), \(crop)")
            }
        }
    }

    @Test(arguments: [1, 2, 5, 8])
    func `rotation by any angle puts every pixel in place and fills the corners with paper`(tag: Int) throws {
        // So smooth that cubic interpolation is exact within rounding.
        func colours(_ x: Double, _ y: Double) -> [Double] {
            [128 + 100 * sin(x / 37) * cos(y / 29), 128 + 90 * cos((x + y) / 41), 128 + 80 * sin((x - 2 * y) / 53)]
        }
        let (width, height) = (311, 190)
        let upright = Picture(width, height) { x, y in
            let values = colours(Double(x) + 0.5, Double(y) + 0.5).map { Int($0.rounded()) }
            return (values[0], values[1], values[2])
        }
        let folder = try TemporaryFolder()
        let bytes = try upright.stored(as: tag).withImage { image in
            let copy = try image.applying(cvips_copy)
            cvips_image_set_int(copy.pointer, "orientation", Int32(tag))
            return try copy.encoded(suffix: ".tif")
        }
        let scan = try Scan(path: try folder.writing(bytes, to: "scan.tif"), policy: .unguarded)
        #expect(scan.info.size == upright.size)
        let options = SliceOptions(format: .png, paper: PaperColour(red: 250, green: 20, blue: 130))
        for degrees in [1.25, 12.5, 45, 88.5, 123.4, 200, 271] {
            let part = try scan.part(rotation: degrees)
            let rotated = try Self.picture(of: part, in: folder, options: options)
            let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
            let (w, h) = (Double(width), Double(height))
            let size = rotated.size
            #expect(abs(Double(size.width) - (w * abs(cosine) + h * abs(sine)) - 0.5) <= 0.51)
            #expect(abs(Double(size.height) - (w * abs(sine) + h * abs(cosine)) - 0.5) <= 0.51)
            var (inside, outside, wrong) = (0, 0, 0)
            for row in 0..<size.height {
                for column in 0..<size.width {
                    let across = Double(column) + 0.5 - Double(size.width) / 2
                    let down = Double(row) + 0.5 - Double(size.height) / 2
                    let x = across * cosine + down * sine + w / 2
                    let y = down * cosine - across * sine + h / 2
                    let margin = min(x, w - x, y, h - y)
                    let found = rotated[column, row].map(Double.init)
                    if margin > 2 {
                        inside += 1
                        if zip(found, colours(x, y)).contains(where: { abs($0 - $1) > 1.5 }) { wrong += 1 }
                    } else if margin < -1 {
                        outside += 1
                        if found != [250, 20, 130] { wrong += 1 }
                    }
                }
            }
            #expect(wrong == 0, "\(degrees)°: \(wrong) of \(inside) and \(outside)")
            #expect(inside > 55_000 && outside > 0)
            var numbers = RepeatableNumbers(seed: 3)
            let crop = Self.crop(of: size, &numbers)
            let cropped = try Self.picture(
                of: try scan.part(rotation: degrees, crop: crop), in: folder, options: options)
            #expect(cropped == rotated.cropped(to: crop))
        }
    }

    @Test(arguments: [1, 4, 6, 7], [ScanPolicy.unguarded, .isolated])
    func `every pixel of a rectified sheet is interpolated at its place in the scan`(tag: Int, policy: ScanPolicy)
        throws
    {
        func colours(_ x: Double, _ y: Double) -> [Double] {
            [128 + 100 * sin(x / 37) * cos(y / 29), 128 + 90 * cos((x + y) / 41), 128 + 80 * sin((x - 2 * y) / 53)]
        }
        let upright = Picture(311, 190) { x, y in
            let values = colours(Double(x) + 0.5, Double(y) + 0.5).map { Int($0.rounded()) }
            return (values[0], values[1], values[2])
        }
        let folder = try TemporaryFolder()
        let bytes = try upright.stored(as: tag).withImage { image in
            let copy = try image.applying(cvips_copy)
            cvips_image_set_int(copy.pointer, "orientation", Int32(tag))
            return try copy.encoded(suffix: ".tif")
        }
        let scan = try Scan(path: try folder.writing(bytes, to: "scan.tif"), policy: policy)
        // Upright, upside down, and up to the edges of the scan.
        for corners in [
            [(40.5, 20.0), (260, 35), (280.25, 170), (30, 150)], [(280.25, 170), (30, 150), (40.5, 20), (260, 35)],
            [(0, 0), (311, 10), (300, 190), (4, 180)],
        ].map({ $0.map { Point(x: $0, y: $1) } }) {
            let part = try scan.rectified(corners: corners)
            let frame = try #require(RectifiedFrame(corners: corners, width: 311, height: 190))
            let sheet = try Self.picture(of: part, in: folder)
            #expect(sheet.size == PixelSize(width: frame.width, height: frame.height))
            var wrong = 0
            for row in 2..<frame.height - 2 {
                for column in 2..<frame.width - 2 {
                    let place = frame.transform.apply(Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
                    let expected = colours(place?.x ?? 0, place?.y ?? 0)
                    if zip(sheet[column, row], expected).contains(where: { abs(Double($0) - $1) > 1.5 }) { wrong += 1 }
                }
            }
            #expect(wrong == 0, "\(wrong) of \(frame)")
        }
        #expect(throws: TileEngineError.self) {
            try scan.rectified(corners: [(0, 0), (312, 0), (311, 190), (0, 190)].map { Point(x: $0, y: $1) })
        }
    }

    @Test func `a horizontal line has the given angle after rotation`() throws {
        // A dark horizontal line through the middle of the scan, three pixels wide.
        let folder = try TemporaryFolder()
        let picture = Picture(400, 301) { _, y in abs(y - 150) <= 1 ? (0, 0, 0) : (255, 255, 255) }
        let scan = try Scan(path: try folder.writing(try picture.encoded(), to: "scan.png"), policy: .unguarded)
        for degrees in [3.0, 20, 340.5] {
            let rotated = try Self.picture(of: try scan.part(rotation: degrees), in: folder)
            let slope = tan(degrees * .pi / 180)
            for column in stride(from: 60, to: rotated.size.width - 60, by: 17) {
                var (weight, moment) = (0.0, 0.0)
                for row in 0..<rotated.size.height {
                    let ink = 255 - Double(rotated[column, row][0])
                    (weight, moment) = (weight + ink, moment + ink * (Double(row) + 0.5))
                }
                let across = Double(column) + 0.5 - Double(rotated.size.width) / 2
                let expected = Double(rotated.size.height) / 2 + across * slope
                #expect(abs(moment / weight - expected) < 0.05, "\(degrees)° at column \(column)")
            }
        }
    }

    @Test func `a rotated grey scan stays grey unless the paper is coloured`() throws {
        let folder = try TemporaryFolder()
        let path = try StripReference.write(
            try StripReference.picture(90, 60, channels: 1), to: folder, suffix: ".png")
        let part = try Scan(path: path, policy: .unguarded).part(rotation: 30)
        for (paper, isGrey) in [(PaperColour.white, true), (PaperColour(red: 1, green: 2, blue: 3), false)] {
            let out = folder.file("out.szi")
            try Slicer.slice(part, to: out, options: SliceOptions(format: .png, paper: paper))
            let archive = try TileArchive(path: out)
            let tile = try #require(
                try archive.tile(TileAddress(level: archive.pyramid.nativeLevel, column: 0, row: 0)))
            let bandCount = try tile.withUnsafeBytes { buffer in
                try #require(VipsImage(cvips_image_load_buffer("pngload_buffer", buffer.baseAddress, buffer.count)))
                    .bandCount
            }
            #expect(bandCount == (isGrey ? 1 : 3))
            #expect(
                try archive.stitchedLevel(archive.pyramid.nativeLevel)[0, 0] == [paper.red, paper.green, paper.blue])
        }
    }

    @Test func `a part gives the same bytes and growing tiles for any number of threads`() throws {
        let folder = try TemporaryFolder()
        let path = try StripReference.write(try StripReference.picture(900, 700), to: folder, suffix: ".jpg")
        let scan = try Scan(path: path, policy: .unguarded)
        for part in [
            try scan.part(crop: PixelRegion(x: 3, y: 40, width: 600, height: 555)), try scan.part(rotation: 90),
            try scan.part(rotation: 7.5, crop: PixelRegion(x: 100, y: 90, width: 640, height: 601)),
        ] {
            var archives: Set<Data> = []
            for threadCount in [1, 2, 5] {
                let out = folder.file("out.szi")
                let growing = try GrowingPyramid(of: part)
                try Slicer.slice(part, to: out, growing: growing, threadCount: threadCount)
                #expect(growing.state == .finished && growing.pyramid.size == part.info.size)
                let corner = TileAddress(level: growing.pyramid.nativeLevel, column: 0, row: 0)
                #expect(try growing.tile(corner) == TileArchive(path: out).tile(corner))
                archives.insert(try Data(contentsOf: URL(filePath: out)))
            }
            #expect(archives.count == 1)
        }
        #expect(try folder.contents == ["out.szi", "scan.jpg"])
    }

    @Test func `a part covering all is the scan itself, and a part of a part is one of the whole scan`() throws {
        let folder = try TemporaryFolder()
        let path = try StripReference.write(try StripReference.picture(70, 40), to: folder, suffix: ".jpg")
        let scan = try Scan(path: path)
        let all = try scan.part(rotation: 0, crop: PixelRegion(x: 0, y: 0, width: 70, height: 40))
        #expect(all.plan == nil && all.crop == nil && all.rotation == 0 && all.info == scan.info)
        let rotated = try all.part(rotation: 90, crop: PixelRegion(x: 0, y: 0, width: 40, height: 70))
        #expect(rotated.crop == nil && rotated.rotation == 90 && rotated.info.size == PixelSize(width: 40, height: 70))
        let small = try rotated.part(crop: PixelRegion(x: 60, y: 30, width: 10, height: 10))
        #expect(small.rotation == 0 && small.info.size == PixelSize(width: 10, height: 10))
        #expect(try small.part().info == scan.info)
    }
}

extension Picture {
    /// Returns the upright picture of pixels stored with an orientation, by the positions that EXIF defines for the
    /// first row and the first column.
    fileprivate func upright(from tag: Int) -> Picture {
        let (w, h) = (size.width - 1, size.height - 1)
        let isSideways = tag >= 5
        return Picture(isSideways ? size.height : size.width, isSideways ? size.width : size.height) { x, y in
            let (column, row) =
                switch tag {
                case 2: (w - x, y)
                case 3: (w - x, h - y)
                case 4: (x, h - y)
                case 5: (y, x)
                case 6: (y, h - x)
                case 7: (w - y, h - x)
                case 8: (w - y, x)
                default: (x, y)
                }
            let pixel = self[column, row]
            return (Int(pixel[0]), Int(pixel[1]), Int(pixel[2]))
        }
    }

    /// Returns the stored pixels of an upright picture: all orientations except two are their own inverses.
    fileprivate func stored(as tag: Int) -> Picture { upright(from: tag == 6 ? 8 : tag == 8 ? 6 : tag) }

    fileprivate func cropped(to region: PixelRegion?) -> Picture {
        guard let region else { return self }
        return Picture(region.width, region.height) { x, y in
            let pixel = self[region.x + x, region.y + y]
            return (Int(pixel[0]), Int(pixel[1]), Int(pixel[2]))
        }
    }
}

import CVips
import Foundation
import Testing

@testable import TileEngine

@Suite("Scan colours and orientation")
struct ScanColourTests {
    /// Muted colours, which are within the gamut of every colour space.
    private static let picture = Picture(90, 60) { x, y in (110 + x / 2, 130 + y / 2, 120 + (x + y) / 8) }

    /// Writes the picture as transformed by `make`, slices it without loss, and assembles the native level.
    private func sliced(
        _ picture: Picture = Self.picture, as name: String, options: String = "", paper: PaperColour = .white,
        _ make: (VipsImage) throws -> VipsImage
    ) throws -> (ScanInfo, Picture) {
        let folder = try TemporaryFolder()
        let path = folder.file(name)
        try picture.withImage { image in
            let made = try make(image)
            let isWritten = cvips_image_write_to_file(made.pointer, path + options) == 0
            #expect(isWritten, "\(isWritten ? "" : VipsRuntime.takeMessage())")
        }
        let scan = try Scan(path: path, policy: .unguarded)
        try Slicer.slice(scan, to: folder.file("out.szi"), options: SliceOptions(format: .png, paper: paper))
        let archive = try TileArchive(path: folder.file("out.szi"))
        return (scan.info, try archive.stitchedLevel(archive.pyramid.nativeLevel))
    }

    @Test(arguments: 1...8)
    func `each EXIF orientation of a TIFF is sliced upright`(orientation: Int) throws {
        let upright = Picture(70, 40) { x, y in (x * 3, y * 5, x + y) }
        let stored = upright.stored(orientation: orientation)
        let (info, result) = try sliced(stored, as: "scan.tif") { image in
            cvips_image_set_int(image.pointer, "orientation", Int32(orientation))
            return image
        }
        #expect(info.orientation == orientation)
        #expect(info.size == upright.size)
        #expect(result == upright)
        #expect(info.isSequential == (orientation <= 2))
    }

    @Test(arguments: 1...8)
    func `each EXIF orientation of a JPEG is sliced upright`(orientation: Int) throws {
        let upright = Picture(70, 40) { x, y in (x * 3, y * 5, x + y) }
        let stored = upright.stored(orientation: orientation)
        let (info, result) = try sliced(stored, as: "scan.jpg", options: "[Q=100,subsample-mode=off]") { image in
            cvips_image_set_int(image.pointer, "orientation", Int32(orientation))
            return image
        }
        #expect(info.orientation == orientation)
        #expect(result.difference(to: upright) < 1)
    }

    @Test func `a CMYK JPEG keeps its colours, with and without a profile`() throws {
        for hasProfile in [true, false] {
            let (info, result) = try sliced(as: "scan.jpg", options: "[Q=100,subsample-mode=off]") { image in
                let cmyk = try image.applying { cvips_icc_transform($0, "cmyk", "srgb", cvips_intent_relative) }
                if !hasProfile { cvips_image_remove_field(cmyk.pointer, "icc-profile-data") }
                return cmyk
            }
            #expect(info.bandCount == 4 && !info.hasAlpha)
            #expect(info.hasColourProfile == hasProfile)
            #expect(result.difference(to: Self.picture) < 5)
        }
    }

    @Test(arguments: ["scan.png", "scan.tif"])
    func `16-bit samples are reduced to the 8-bit samples they were made from`(name: String) throws {
        let (info, result) = try sliced(as: name) { image in
            try image.applying { cvips_colourspace($0, cvips_interpretation_rgb16, cvips_interpretation_srgb) }
        }
        #expect(info.bitsPerBand == 16)
        #expect(result == Self.picture)
    }

    @Test(arguments: ["scan.png", "scan.tif", "scan.jpg"])
    func `a grey scan gives three equal channels`(name: String) throws {
        let (info, result) = try sliced(as: name) { image in
            let first = try image.applying { cvips_extract_bands($0, 0, 1) }
            return try first.applying { cvips_copy_interpretation($0, cvips_interpretation_bw) }
        }
        #expect(info.bandCount == 1)
        let expected = Picture(90, 60) { x, y in
            (Int(Self.picture[x, y][0]), Int(Self.picture[x, y][0]), Int(Self.picture[x, y][0]))
        }
        #expect(result.largestDifference(to: expected) <= (name.hasSuffix("jpg") ? 3 : 0))
    }

    @Test func `a 16-bit grey scan gives three equal 8-bit channels`() throws {
        let (info, result) = try sliced(as: "scan.png") { image in
            let first = try image.applying { cvips_extract_bands($0, 0, 1) }
            let grey = try first.applying { cvips_copy_interpretation($0, cvips_interpretation_bw) }
            return try grey.applying { cvips_colourspace($0, cvips_interpretation_grey16, cvips_interpretation_bw) }
        }
        #expect(info.bandCount == 1 && info.bitsPerBand == 16)
        #expect(result.pixels.indices.allSatisfy { result.pixels[$0] == Self.picture.pixels[$0 / 3 * 3] })
    }

    @Test(arguments: [8, 16], [PaperColour.white, PaperColour(red: 240, green: 220, blue: 180)])
    func `alpha is composited onto the paper colour`(bits: Int, paper: PaperColour) throws {
        let (info, result) = try sliced(as: "scan.png", paper: paper) { image in
            let ramp = Picture(90, 60) { x, _ in (x * 255 / 89, 0, 0) }
            let alpha = try ramp.withImage { try VipsImage.keeping(try $0.applying { cvips_extract_bands($0, 0, 1) }) }
            let joined = try image.applying { cvips_bandjoin($0, alpha.pointer) }
            guard bits == 16 else { return joined }
            let deep = try joined.applying { cvips_cast_shift($0, cvips_format_ushort) }
            return try deep.applying { cvips_copy_interpretation($0, cvips_interpretation_rgb16) }
        }
        #expect(info.hasAlpha && info.bandCount == 4 && info.bitsPerBand == bits)
        let expected = Picture(90, 60) { x, y in
            let alpha = x * 255 / 89
            let pixel = Self.picture[x, y].map(Int.init)
            func mixed(_ value: Int, _ background: UInt8) -> Int {
                (value * alpha + Int(background) * (255 - alpha)) / 255
            }
            return (mixed(pixel[0], paper.red), mixed(pixel[1], paper.green), mixed(pixel[2], paper.blue))
        }
        #expect(result.largestDifference(to: expected) <= 2)
    }

    @Test func `a wide-gamut scan is converted to sRGB`() throws {
        var stored: Picture?
        let (info, result) = try sliced(as: "scan.png") { image in
            let wide = try image.applying { cvips_icc_transform($0, "p3", "srgb", cvips_intent_relative) }
            stored = try Picture(wide)
            return wide
        }
        #expect(info.hasColourProfile)
        #expect(result.largestDifference(to: Self.picture) <= 2)
        // The numbers in the file differ, so interpreting them unconverted would be detected.
        #expect(try #require(stored).largestDifference(to: Self.picture) > 2)
    }

    @Test func `a damaged colour profile is ignored`() throws {
        let (info, result) = try sliced(as: "scan.tif") { image in
            let bytes = [UInt8](repeating: 7, count: 300)
            cvips_image_set_blob(image.pointer, "icc-profile-data", bytes, bytes.count)
            return image
        }
        #expect(info.hasColourProfile)
        #expect(result == Self.picture)
    }

    @Test func `a floating-point scan in linear light keeps its colours`() throws {
        let (info, result) = try sliced(as: "scan.tif") { image in
            try image.applying { cvips_colourspace($0, cvips_interpretation_scrgb, cvips_interpretation_srgb) }
        }
        #expect(info.bitsPerBand == 32)
        #expect(result.largestDifference(to: Self.picture) <= 1)
    }

    @Test func `alpha of a floating-point scan is composited onto the paper`() throws {
        let (info, result) = try sliced(as: "scan.tif") { image in
            let light = try image.applying {
                cvips_colourspace($0, cvips_interpretation_scrgb, cvips_interpretation_srgb)
            }
            let alpha = try light.applying { cvips_extract_bands($0, 0, 1) }.applying { cvips_linear($0, 0, 0.5) }
            return try light.applying { cvips_bandjoin($0, alpha.pointer) }
        }
        #expect(info.hasAlpha && info.bandCount == 4 && info.bitsPerBand == 32)
        let expected = Picture(90, 60) { x, y in
            let pixel = Self.picture[x, y].map { (Int($0) + 255) / 2 }
            return (pixel[0], pixel[1], pixel[2])
        }
        #expect(result.largestDifference(to: expected) <= 2)
    }

    @Test(arguments: ["[interlace]", "[optimize-coding,interlace,Q=95]"])
    func `a progressive JPEG is read whole, not sequentially`(options: String) throws {
        let (info, result) = try sliced(as: "scan.jpg", options: options) { $0 }
        #expect(!info.isSequential && info.format == .jpeg)
        #expect(result.difference(to: Self.picture) < 3)
    }

    @Test(
        arguments: [
            ("scan.webp", "[lossless]", ScanFormat.webp), ("scan.tif", "[tile,pyramid,compression=deflate]", .tiff),
            ("scan.tif", "[bigtiff]", .tiff), ("scan.ppm", "", .portableAnymap), ("scan.png", "[interlace]", .png),
            ("scan.jp2", "[lossless]", .jpeg2000), ("scan.avif", "[lossless]", .heif),
            ("scan.jxl", "[lossless]", .jpegxl),
        ])
    func `each file format is detected and decoded`(name: String, options: String, format: ScanFormat) throws {
        let (info, result) = try sliced(as: name, options: options) { $0 }
        #expect(info.format == format)
        #expect(result.largestDifference(to: Self.picture) <= (format == .heif ? 6 : 0))
    }
}

extension VipsImage {
    /// Returns an image with its own pixels, which outlives its sources.
    static func keeping(_ image: VipsImage) throws -> VipsImage {
        let bytes = try image.encoded(suffix: ".png")
        let folder = try TemporaryFolder()
        let path = try folder.writing(bytes, to: "kept.png")
        let kept = try Scan.open(path, as: .png)
        // Decoded while the file exists; a copy in memory no longer needs it.
        return try withExtendedLifetime(folder) { try kept.applying(cvips_copy_memory) }
    }
}

extension Picture {
    /// Returns the pixels as stored by a camera that requests rotation by an EXIF orientation.
    func stored(orientation: Int) -> Picture {
        let (width, height) = (size.width, size.height)
        func at(_ x: Int, _ y: Int) -> (Int, Int, Int) {
            let pixel = self[x, y]
            return (Int(pixel[0]), Int(pixel[1]), Int(pixel[2]))
        }
        switch orientation {
        case 2: return Picture(width, height) { at(width - 1 - $0, $1) }
        case 3: return Picture(width, height) { at(width - 1 - $0, height - 1 - $1) }
        case 4: return Picture(width, height) { at($0, height - 1 - $1) }
        case 5: return Picture(height, width) { at($1, $0) }
        case 6: return Picture(height, width) { at(width - 1 - $1, $0) }
        case 7: return Picture(height, width) { at(width - 1 - $1, height - 1 - $0) }
        case 8: return Picture(height, width) { at($1, height - 1 - $0) }
        default: return self
        }
    }
}

import Foundation
import Testing

@testable import TileEngine

@Suite("Bad scans")
struct BadScanTests {
    private static let picture = Picture(400, 300) { x, y in (x * 7 + y, (x ^ y) * 3, x * y) }

    /// Opens and slices a file, which must fail, and returns the single clear error.
    private func error(slicing path: String, in folder: TemporaryFolder) throws -> TileEngineError {
        let before = try folder.contents
        let error = try #require(
            #expect(throws: TileEngineError.self) {
                try Slicer.slice(try Scan(path: path, policy: .unguarded), to: folder.file("out.szi"))
            })
        #expect(error.description.hasPrefix(path + ": "))
        #expect(!error.description.contains("\n"))
        #expect(error.reason.contains("expected") || error.kind == .unreadable)
        #expect(try folder.contents == before)
        return error
    }

    @Test func `a text file named jpg is refused with its first bytes quoted`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.writing(Array("Johannes Dei gracia rex Anglie".utf8), to: "scan.jpg")
        let error = try error(slicing: path, in: folder)
        #expect(error.kind == .unsupported)
        #expect(error.reason.hasPrefix("begins with “Johannes Dei”, expected an image: JPEG, PNG, TIFF"))
    }

    @Test(arguments: [
        "<svg xmlns='http://www.w3.org/2000/svg'/>", "P9 1 1", "II*", "\u{0}\u{1}\u{2}", "GIF7",
    ])
    func `files of unknown formats are refused as unsupported`(content: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.writing(Array(content.utf8), to: "scan.png")
        #expect(try error(slicing: path, in: folder).kind == .unsupported)
    }

    @Test(arguments: [
        ("BM6\u{4}", "BMP"), ("8BPS\u{0}\u{1}", "Photoshop (PSD)"),
        ("<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG"),
        ("\u{FEFF} <SVG>", "SVG"), ("<!DOCTYPE html>", "HTML"), ("<?xml version='1.0'?><svg/>", "XML, perhaps SVG"),
        ("\u{0}\u{0}\u{0}\u{18}ftypcrx \u{0}", "Canon RAW (CR3)"),
        ("\u{0}\u{0}\u{0}\u{18}ftypmp42", "MP4 video or a related format"),
        ("FUJIFILMCCD-RAW 0201", "Fujifilm RAW (RAF)"), ("IIU\u{0}\u{18}", "Panasonic RAW (RW2)"),
        ("IIRO", "Olympus RAW (ORF)"),
        ("AT&TFORM", "DjVu"), ("%!PS-Adobe-3.0", "PostScript"), ("gimp xcf file", "GIMP (XCF)"), ("SIMPLE  =", "FITS"),
        ("PK\u{3}\u{4}", "ZIP"), ("P7\nWIDTH 4", "PAM"), ("\u{0}\u{0}\u{1}\u{0}\u{1}", "Windows icon (ICO)"),
    ])
    func `the error for a known but unsupported format names it`(content: String, label: String) throws {
        let folder = try TemporaryFolder()
        let error = try error(slicing: try folder.writing(Array(content.utf8), to: "scan.png"), in: folder)
        #expect(error.kind == .unsupported)
        #expect(
            error.reason.hasPrefix("is \(label)")
                && error.reason.contains("which is not supported, expected an image: JPEG,"), "\(error)")
    }

    @Test func `the error for a format that must first be allowed names it`() throws {
        let folder = try TemporaryFolder()
        for (suffix, label) in [(".jxl", "JPEG XL"), (".avif", "HEIF"), (".jp2", "JPEG 2000"), (".gif", "GIF")] {
            let path = try folder.writing(try Self.picture.encoded(suffix), to: "scan.bin")
            let error = #expect(throws: TileEngineError.self) { try Scan(path: path) }
            #expect(error?.kind == .unsupported && error?.reason.hasPrefix("is \(label), ") == true)
        }
    }

    @Test func `the error for an unsupported TIFF names its bit depth or compression`() throws {
        let folder = try TemporaryFolder()
        func reason(_ page: TIFFFixture.Page) throws -> String {
            let path = try folder.writing(TIFFFixture.bytes([page]), to: "scan.tif")
            let error = try error(slicing: path, in: folder)
            #expect(error.kind == .unsupported, "\(error)")
            return error.reason
        }
        let cases: [(TIFFFixture.Page, String)] = [
            (
                .init(width: 40, height: 30, bits: 12, pixels: [UInt8](repeating: 9, count: 1800)),
                "is TIFF with samples of 12 bits, expected "
            ),
            (
                .init(width: 40, height: 30, compression: 6),
                "is TIFF with old-style JPEG compression, which is not supported, expected "
            ),
            (
                .init(width: 40, height: 30, compression: 34712),
                "is TIFF with JPEG 2000 compression, which libtiff here cannot read, expected "
            ),
            (
                .init(width: 40, height: 30, compression: 12_345),
                "is TIFF with compression 12345, which libtiff here cannot read, expected "
            ),
        ]
        for (page, expected) in cases {
            let reason = try reason(page)
            #expect(reason.hasPrefix(expected), "\(reason)")
        }
    }

    @Test(
        SharedData.required,
        arguments: SharedData.files(in: "tiff-variants", extensions: [".tiff"]).filter { $0.contains("ojpeg") })
    func `the error for a TIFF with old-style JPEG compression names it`(path: String) throws {
        let folder = try TemporaryFolder()
        let error = try error(slicing: path, in: folder)
        #expect(
            error.kind == .unsupported && error.reason.hasPrefix("is TIFF with old-style JPEG compression"), "\(error)")
    }

    @Test(arguments: [
        (UInt8(0xC3), UInt8(8), "lossless JPEG"), (0xF7, 8, "JPEG-LS"), (0xC1, 12, "JPEG with samples of 12 bits"),
    ])
    func `the error for a lossless, LS or 12-bit JPEG names its kind`(marker: UInt8, bits: UInt8, label: String) throws
    {
        let folder = try TemporaryFolder()
        var jpeg = try Self.picture.encoded(".jpg")
        let frame = try #require(Data(jpeg).range(of: Data([0xFF, 0xC0])))
        jpeg[frame.lowerBound + 1] = marker
        jpeg[frame.upperBound + 2] = bits
        let error = try error(slicing: try folder.writing(jpeg, to: "scan.jpg"), in: folder)
        #expect(error.kind == .unsupported && error.reason.hasPrefix("is \(label)"), "\(error)")
    }

    @Test func `an empty file is unreadable`() throws {
        let folder = try TemporaryFolder()
        let error = try error(slicing: try folder.writing([], to: "scan.jpg"), in: folder)
        #expect(error.kind == .unreadable && error.reason == "is empty, expected an image file")
    }

    @Test func `a folder is unreadable as a scan`() throws {
        let folder = try TemporaryFolder()
        let error = try error(slicing: folder.path, in: folder)
        #expect(error.kind == .unreadable && error.reason == "is a folder, expected an image file")
    }

    @Test func `a missing file is unreadable`() throws {
        let folder = try TemporaryFolder()
        let error = try error(slicing: folder.file("none.jpg"), in: folder)
        #expect(error.kind == .unreadable)
        #expect(error.reason == "No such file or directory, expected an image file")
    }

    @Test func `a pipe without a writer is refused without blocking`() throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        let error = try error(slicing: folder.file("pipe"), in: folder)
        #expect(error.kind == .unreadable && error.reason == "is not a regular file, expected an image file")
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser may read every file"))
    func `a file without read permission is unreadable`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.writing(try Self.picture.encoded(), to: "scan.png")
        #expect(chmod(path, 0) == 0)
        #expect(try error(slicing: path, in: folder).kind == .unreadable)
    }

    @Test(
        arguments: [
            ".jpg[Q=90]", ".jpg[Q=90,interlace]", ".png", ".png[interlace]", ".tif", ".tif[compression=deflate]",
            ".tif[tile]", ".webp[lossless]", ".ppm", ".gif", ".jp2", ".jxl",
        ], [0.02, 0.5, 0.9])
    func `a truncated file of any format is reported as damaged`(suffix: String, part: Double) throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.picture.encoded(suffix)
        let path = try folder.writing(Array(bytes.prefix(Int(Double(bytes.count) * part))), to: "scan.bin")
        #expect(try error(slicing: path, in: folder).kind == .damaged)
    }

    @Test func `the one-line error for a truncated JPEG expects a whole file`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.writing(try Self.picture.encoded(".jpg").dropLast(5000), to: "scan.jpg")
        let error = try error(slicing: path, in: folder)
        #expect(error.reason.hasPrefix("cannot be read to its end ("))
        #expect(error.reason.hasSuffix("expected a whole JPEG file"))
    }

    @Test func `a header that claims gigantic dimensions is refused`() throws {
        let folder = try TemporaryFolder()
        for side in [900_000, 20_000_000, 2_147_483_647, 4_294_967_295] {
            for (width, height) in [(side, side), (side, 10), (10, side)] where side > 900_000 || width == height {
                let anymap = Array("P6 # a comment\n\(width) \(height)\n255\n".utf8) + [UInt8](repeating: 0, count: 500)
                let path = try folder.writing(anymap, to: "scan.ppm")
                #expect([.damaged, .tooLarge].contains(try error(slicing: path, in: folder).kind))

                var header = Array("IHDR".utf8)
                for value in [width, height] { header += withUnsafeBytes(of: UInt32(value).bigEndian, Array.init) }
                header += [8, 2, 0, 0, 0]
                var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
                png +=
                    header
                    + header.withUnsafeBytes { checksum in
                        withUnsafeBytes(of: StoredEntry.checksum(of: checksum).bigEndian, Array.init)
                    }
                png += [0, 0, 0, 0] + Array("IDAT".utf8) + [0x35, 0xAF, 0x06, 0x1E]
                let second = try folder.writing(png, to: "scan.png")
                #expect([.damaged, .tooLarge].contains(try error(slicing: second, in: folder).kind))
            }
        }
    }

    @Test func `size limits apply to sequential and to whole-image reading`() throws {
        let folder = try TemporaryFolder()
        func error(_ suffix: String, _ limits: ScanLimits) throws -> TileEngineError? {
            let path = try folder.writing(try Self.picture.encoded(suffix), to: "scan.bin")
            return #expect(throws: TileEngineError.self) { try Scan(path: path, limits: limits, policy: .unguarded) }
        }
        let side = try error(".png", ScanLimits(longestSide: 399))
        #expect(side?.kind == .tooLarge)
        #expect(side?.reason == "is 400 × 300 pixels, expected sides of at most 399")
        let area = try error(".png", ScanLimits(sequentialArea: 119_999))
        #expect(area?.reason == "is 400 × 300 pixels, expected at most 119999 in all")
        let whole = try error(".jpg[interlace]", ScanLimits(wholeArea: 119_999))
        #expect(whole?.kind == .tooLarge)
        let path = try folder.writing(try Self.picture.encoded(".png"), to: "scan.bin")
        #expect(try Scan(path: path, limits: ScanLimits(sequentialArea: 120_000), policy: .unguarded).info.width == 400)
    }

    @Test func `brackets and percent signs in a file name are not parsed as libvips options`() throws {
        let folder = try TemporaryFolder()
        for name in ["scan[page=2].jpg", "scan.jpg[shrink=8]", "a b\u{e9}%s%n.jpg", "-x.jpg"] {
            let path = try folder.writing(try Self.picture.encoded(".jpg"), to: name)
            #expect(try Scan(path: path, policy: .unguarded).info.size == Self.picture.size)
            try Slicer.slice(try Scan(path: path, policy: .unguarded), to: folder.file(name + ".szi"))
            #expect(try TileArchive(path: folder.file(name + ".szi")).pyramid.size == Self.picture.size)
        }
    }

    @Test func `a randomly damaged scan yields a valid archive or a one-line error`() throws {
        let folder = try TemporaryFolder()
        var numbers = RepeatableNumbers(seed: 3)
        let small = Picture(70, 50) { x, y in (x * 7 + y, (x ^ y) * 3, x * y) }
        // Without JPEG XL, whose decoder in Debian prints everything it dislikes to standard error.
        for suffix in [".jpg", ".png", ".tif", ".webp", ".ppm", ".gif", ".jp2"] {
            let bytes = try small.encoded(suffix)
            for _ in 0..<25 {
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...8, using: &numbers) {
                    damaged[Int.random(in: damaged.indices, using: &numbers)] = .random(in: 0...255, using: &numbers)
                }
                try Self.expectArchiveOrError(try folder.writing(damaged, to: "scan.bin"), in: folder)
            }
        }
    }

    @Test(
        SharedData.required,
        arguments: SharedData.files(in: "png-suite", extensions: [".png"])
            + SharedData.files(in: "tiff-variants", extensions: [".tif", ".tiff"]))
    func `each PNG or TIFF suite file, intact or damaged, yields a valid archive or one error`(path: String) throws {
        let folder = try TemporaryFolder()
        try Self.expectArchiveOrError(path, in: folder)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var numbers = RepeatableNumbers(seed: UInt64(bytes.count))
        for part in [0.1, 0.6, 0.95] {
            let short = Array(bytes.prefix(Int(Double(bytes.count) * part)))
            try Self.expectArchiveOrError(try folder.writing(short, to: "short.bin"), in: folder)
        }
        for _ in 0..<4 {
            var damaged = bytes
            for _ in 0..<4 {
                damaged[Int.random(in: damaged.indices, using: &numbers)] = .random(in: 0...255, using: &numbers)
            }
            try Self.expectArchiveOrError(try folder.writing(damaged, to: "damaged.bin"), in: folder)
        }
    }

    @Test(SharedData.required)
    func `all PNG suite files are decoded, interlaced ones to the same pixels as plain ones`() throws {
        let paths = SharedData.files(in: "png-suite", extensions: [".png"])
        var twins = 0
        for path in paths {
            let name = URL(fileURLWithPath: path).lastPathComponent
            let picture = try Self.sliced(path)
            #expect(picture.size == PixelSize(width: 32, height: 32), "\(name)")
            guard name.hasPrefix("i") else { continue }
            let twin = "\(SharedData.path)/png-suite/\(name.dropFirst())"
            guard FileManager.default.fileExists(atPath: twin) else { continue }
            #expect(try Self.sliced(twin) == picture, "\(name)")
            twins += 1
        }
        #expect(paths.count > 40 && twins > 0)
    }

    private static func sliced(_ path: String) throws -> Picture {
        let folder = try TemporaryFolder()
        try Slicer.slice(
            try Scan(path: path, policy: .unguarded), to: folder.file("out.szi"), options: SliceOptions(format: .png))
        let archive = try TileArchive(path: folder.file("out.szi"))
        return try archive.stitchedLevel(archive.pyramid.nativeLevel)
    }

    private static func expectArchiveOrError(_ path: String, in folder: TemporaryFolder) throws {
        let output = folder.file("out.szi")
        do {
            let limits = ScanLimits(
                longestSide: 20_000, sequentialArea: 1 << 22, wholeArea: 1 << 22, spooledArea: 1 << 22)
            let scan = try Scan(path: path, limits: limits, policy: .unguarded)
            try Slicer.slice(scan, to: output)
            try TileArchive(path: output).verify()
            try FileManager.default.removeItem(atPath: output)
        } catch let error as TileEngineError {
            #expect(error.description.hasPrefix(path + ": ") && !error.description.contains("\n"))
            #expect(error.kind != .io)
            #expect(try !folder.contents.contains { $0.hasPrefix("out.szi") })
        }
    }
}

import CVips
import Foundation
import Testing

@testable import TileEngine

@Suite("Scans decoded in a child process")
struct IsolatedScanTests {
    private static let picture = Picture(420, 310) { x, y in (x * 7 + y, (x ^ y) * 3, x * y) }

    /// Slices a file in this process and in a child; returns both archives.
    private func archives(of path: String, in folder: TemporaryFolder) throws -> (inProcess: Data, inChild: Data) {
        let inProcess = try Scan(path: path, policy: .unguarded)
        let inChild = try Scan(path: path, policy: .isolated)
        #expect(inProcess.isolated == nil && inChild.isolated != nil)
        #expect(inChild.info == inProcess.info)
        #expect(inChild.pageIndex == inProcess.pageIndex && inChild.needsWholeImage == inProcess.needsWholeImage)
        return try (archive(of: inProcess, in: folder), archive(of: inChild, in: folder))
    }

    private func archive(of scan: Scan, in folder: TemporaryFolder) throws -> Data {
        let out = folder.file("out.szi")
        try Slicer.slice(scan, to: out, options: SliceOptions(paper: PaperColour(red: 240, green: 220, blue: 200)))
        defer { unlink(out) }
        return try Data(contentsOf: URL(filePath: out))
    }

    @Test(arguments: [
        ".jpg", ".jpg[interlace]", ".png", ".png[interlace]", ".tif", ".tif[tile,compression=deflate]",
        ".tif[tile-height=100,compression=lzw]", ".webp", ".jp2", ".jxl", ".gif", ".ppm", ".avif",
    ])
    func `decoding in a child gives the same archive, byte for byte, as in this process`(suffix: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.writing(try Self.picture.encoded(suffix), to: "scan.bin")
        let (inProcess, inChild) = try archives(of: path, in: folder)
        #expect(inChild == inProcess)
    }

    @Test func `a failure of the memory for rows is not blamed on the scan`() throws {
        let made = #expect(throws: TileEngineError.self) { try OpenFile.sharedMemory("scan.tif", byteCount: -1) }
        #expect(made?.kind == .io)
        #expect(made?.description == "scan.tif: cannot be decoded in a child process: Invalid argument")
        let rows = try SharedRows(longestRowByteCount: 100, path: "scan.tif")
        // A folder cannot be read as a file.
        let folder = open("/", O_RDONLY)
        defer { close(folder) }
        try #require(dup2(folder, rows.file.descriptor) >= 0)
        let error = #expect(throws: TileEngineError.self) {
            try withUnsafeTemporaryAllocation(byteCount: 100, alignment: 1) { buffer in
                try rows.read(into: buffer, from: 0, ofChunk: 0)
            }
        }
        #expect(error?.kind == .io)
        let reason = "cannot be decoded in a child process: its rows cannot be read at byte 0: Is a directory"
        #expect(error?.reason == reason)
    }

    @Test(arguments: 1...8)
    func `scans of each EXIF orientation give the same archive in a child`(orientation: Int) throws {
        let folder = try TemporaryFolder()
        for suffix in [".jpg", ".tif"] {
            let bytes = try Self.picture.withImage { image in
                let copy = try image.applying(cvips_copy)
                cvips_image_set_int(copy.pointer, "orientation", Int32(orientation))
                return try copy.encoded(suffix: suffix)
            }
            let (inProcess, inChild) = try archives(of: try folder.writing(bytes, to: "scan.bin"), in: folder)
            #expect(inChild == inProcess)
            #expect(try folder.contents == ["scan.bin"])
        }
    }

    @Test func `grey, 16-bit, alpha, CMYK and float scans give the same archive in a child`() throws {
        let folder = try TemporaryFolder()
        let files = try Self.picture.withImage { image -> [[UInt8]] in
            let grey = try image.applying { cvips_extract_bands($0, 0, 1) }
            let plain = try grey.applying { cvips_copy_interpretation($0, cvips_interpretation_bw) }
            let deep = try image.applying {
                cvips_colourspace($0, cvips_interpretation_rgb16, cvips_interpretation_srgb)
            }
            let clear = try image.applying { cvips_bandjoin($0, grey.pointer) }
            let printed = try image.applying { cvips_icc_transform($0, "cmyk", "srgb", cvips_intent_relative) }
            let measured = try plain.applying { cvips_linear($0, 0.5, -3) }
            return [
                try plain.encoded(suffix: ".jpg"), try deep.encoded(suffix: ".png"), try clear.encoded(suffix: ".png"),
                try printed.encoded(suffix: ".jpg"), try measured.encoded(suffix: ".tif"),
            ]
        }
        for bytes in files {
            let (inProcess, inChild) = try archives(of: try folder.writing(bytes, to: "scan.bin"), in: folder)
            #expect(inChild == inProcess)
        }
    }

    @Test(arguments: [1, 2])
    func `a PDF page with fonts that are not embedded gives the same archive in a child`(page: Int) throws {
        let folder = try TemporaryFolder()
        let text = PDFFixture.twoPages.replacingOccurrences(
            of: "1 0 0 rg 9 9 72 50 re f", with: "BT /F 9 Tf 9 9 Td (Io) Tj ET"
        ).replacingOccurrences(
            of: "/Resources<<>>", with: "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>>>>>")
        let path = try folder.writing(Array(text.utf8), to: "scan.pdf")
        let inProcess = try Scan(path: path, page: page, policy: .unguarded)
        let inChild = try Scan(path: path, page: page, policy: .isolated)
        #expect(inChild.info == inProcess.info)
        #expect(try archive(of: inChild, in: folder) == archive(of: inProcess, in: folder))
        let error = #expect(throws: TileEngineError.self) { try Scan(path: path, page: 3, policy: .isolated) }
        #expect(error?.description == "\(path): has no page 3, expected 1 to 2")
    }

    @Test func `a damaged scan gives the same kind of error in a child`() throws {
        let folder = try TemporaryFolder()
        for suffix in [".jpg", ".png", ".tif", ".webp", ".jp2", ".gif", ".ppm"] {
            let bytes = try Self.picture.encoded(suffix)
            for part in [0.02, 0.5, 0.9] {
                let path = try folder.writing(Array(bytes.prefix(Int(Double(bytes.count) * part))), to: "scan.bin")
                let errors = [ScanPolicy.unguarded, .isolated].map { policy in
                    #expect(throws: TileEngineError.self) {
                        try archive(of: try Scan(path: path, policy: policy), in: folder)
                    }
                }
                #expect(errors[0]?.kind == errors[1]?.kind && errors[1]?.kind == .damaged, "\(suffix)")
                #expect(try folder.contents == ["scan.bin"])
            }
        }
    }

    @Test func `an embedded thumbnail is the same when decoded in a child`() throws {
        let folder = try TemporaryFolder()
        let thumbnail = Picture(42, 31) { x, y in (x * 5, y * 7, 90) }
        let jpeg = try thumbnail.encoded(".jpg[Q=95]")
        let bytes = try Self.picture.withImage { image in
            let copy = try image.applying(cvips_copy)
            cvips_image_set_blob(copy.pointer, "jpeg-thumbnail-data", jpeg, jpeg.count)
            return try copy.encoded(suffix: ".jpg")
        }
        let path = try folder.writing(bytes, to: "scan.jpg")
        let inProcess = try #require(try Scan(path: path, policy: .unguarded).embeddedThumbnail())
        let inChild = try Scan(path: path, policy: .isolated).embeddedThumbnail()
        #expect(inChild == inProcess)
        let plainPath = try folder.writing(try Self.picture.encoded(".png"), to: "none.png")
        #expect(try Scan(path: plainPath, policy: .isolated).embeddedThumbnail() == nil)
    }

    @Test(arguments: ScanFormat.allCases.filter { !ScanPolicy.trustedFormats.contains($0) })
    func `an untrusted format is refused by name unless it is allowed`(format: ScanFormat) throws {
        let folder = try TemporaryFolder()
        let suffixes: [ScanFormat: String] = [
            .heif: ".avif", .jpeg2000: ".jp2", .jpegxl: ".jxl", .gif: ".gif", .portableAnymap: ".ppm",
        ]
        let bytes = try suffixes[format].map { try Self.picture.encoded($0) } ?? Array(PDFFixture.twoPages.utf8)
        let path = try folder.writing(bytes, to: "scan.bin")
        for policy in [ScanPolicy.standard, ScanPolicy(isolatesAll: true)] {
            let error = #expect(throws: TileEngineError.self) { try Scan(path: path, policy: policy) }
            #expect(error?.kind == .unsupported)
            #expect(error?.description.hasPrefix("\(path): is \(format.label), whose decoder is not safe") == true)
            #expect(error?.reason.contains("--allow-format \(format.name) ") == true)
        }
        var policy = ScanPolicy(allowing: [format])
        policy.program = ScanPolicy.isolated.program
        #expect(try Scan(path: path, policy: policy).isolated != nil)
    }

    @Test func `trusted formats are decoded in a child only if the policy isolates all`() throws {
        let folder = try TemporaryFolder()
        for (suffix, format) in [(".jpg", ScanFormat.jpeg), (".png", .png), (".tif", .tiff), (".webp", .webp)] {
            let path = try folder.writing(try Self.picture.encoded(suffix), to: "scan.bin")
            let scan = try Scan(path: path)
            #expect(scan.info.format == format && scan.isolated == nil)
            #expect(try Scan(path: path, policy: .isolated).isolated != nil)
        }
    }

    @Test func `untrusted decoders are blocked in libvips itself`() async throws {
        let bytes = try Self.picture.encoded(".gif")
        // In a process where no test has unblocked it.
        await #expect(processExitsWith: .success) { [bytes = bytes as [UInt8]] in
            try VipsRuntime.start()
            #expect(VipsImage(cvips_image_load_buffer("gifload_buffer", bytes, bytes.count)) == nil)
            #expect(VipsRuntime.takeMessage().contains("blocked"))
            #expect(cvips_rawload("/dev/null", 1, 1, 1, cvips_interpretation_bw) == nil)
            #expect(!VipsRuntime.takeMessage().contains("blocked"))
        }
    }

    @Test func `decoding in this process ends when its time limit is reached`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("bomb.png")
        try Picture(8, 8) { _, _ in (9, 9, 9) }.withImage { image in
            let large = try image.applying { cvips_draw_enlarge($0, 250, 2000, 2000) }
            #expect(cvips_image_write_to_file(large.pointer, path) == 0)
        }
        let limits = ScanLimits(leastDecodingSeconds: 0, decodingSecondsPerMegapixel: 0)
        let scan = try Scan(path: path, limits: limits, policy: .unguarded)
        let error = #expect(throws: TileEngineError.self) { try Slicer.slice(scan, to: folder.file("out.szi")) }
        #expect(error?.kind == .tooLarge)
        #expect(error?.reason.hasPrefix("keeps its decoder busy, expected a PNG file that is decoded within ") == true)
        #expect(try folder.contents == ["bomb.png"])
    }

    @Test(arguments: [ScanPolicy.unguarded, .isolated])
    func `an image of one pixel by a billion is refused by its header`(policy: ScanPolicy) throws {
        let folder = try TemporaryFolder()
        for (width, height) in [(1, 1_000_000_000), (1_000_000_000, 1)] as [(UInt32, UInt32)] {
            let tiff = TIFFFixture.bytes([TIFFFixture.Page(width: width, height: height, pixels: [1, 2, 3])])
            let anymap = Array("P5 \(width) \(height) 255\n123".utf8)
            for bytes in [tiff, anymap] {
                let path = try folder.writing(bytes, to: "scan.bin")
                let start = ContinuousClock.now
                let error = #expect(throws: TileEngineError.self) { try Scan(path: path, policy: policy) }
                #expect(error?.kind == .tooLarge || error?.kind == .damaged, "\(error?.description ?? "")")
                #expect(ContinuousClock.now - start < .seconds(30))
            }
        }
    }

    @Test func `size limits also apply to scans decoded in a child`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.writing(try Self.picture.encoded(".jp2"), to: "scan.jp2")
        let error = #expect(throws: TileEngineError.self) {
            try Scan(path: path, limits: ScanLimits(wholeArea: 420 * 310 - 1), policy: .isolated)
        }
        #expect(error?.kind == .tooLarge)
        #expect(error?.reason.hasPrefix("is 420 × 310 pixels, expected at most 130199") == true)
    }
}

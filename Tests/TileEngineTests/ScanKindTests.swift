import CVips
import Foundation
import Testing

@testable import TileEngine

/// A kind of scan: how Debian's `vips` creates one, and how it converts its pixels.
///
/// In the commands `{picture}` is a picture of three channels, `{grey}` one of one channel, `{scan}` the scan and
/// `{out}` the expected pixels, upright and in sRGB or grey; `{step}` and `{step2}` are intermediate files, and `[_]`
/// is a space within a word.
struct ScanKind: Sendable, CustomTestStringConvertible {
    let name: String
    var fileName: String
    let making: [String]
    let expecting: [String]

    init(_ name: String, _ fileName: String, _ making: [String], _ expecting: [String] = ["copy {scan} {out}"]) {
        self.name = name
        self.fileName = fileName
        self.making = making
        self.expecting = expecting
    }

    var testDescription: String { name }

    private static func copied(_ name: String, _ suffix: String, of source: String = "{picture}") -> ScanKind {
        let fileName = "scan" + suffix.prefix { $0 != "[" }
        return ScanKind(name, fileName, ["copy \(source) {folder}/scan\(suffix)"])
    }

    private static let toSRGB = ["colourspace {scan} {out} srgb"]
    private static let onWhite = ["flatten {scan} {out} --background 255[_]255[_]255"]
    private static let withAlpha = "bandjoin {picture}[_]{grey} {scan}"

    static let all: [ScanKind] = [
        copied("baseline JPEG", ".jpg[Q=90]"), copied("progressive JPEG", ".jpg[interlace]"),
        copied("JPEG 4:4:4", ".jpg[subsample-mode=off]"), copied("grey JPEG", ".jpg", of: "{grey}"),
        ScanKind(
            "CMYK JPEG with a profile", "scan.jpg", ["icc_transform {picture} {scan}[Q=95] cmyk --input-profile srgb"],
            ["icc_transform {scan} {out} srgb --embedded"]),
        ScanKind(
            "CMYK JPEG without a profile", "scan.jpg",
            ["icc_transform {picture} {scan}[Q=95,strip] cmyk --input-profile srgb"],
            ["icc_transform {scan} {out} srgb --input-profile cmyk"]),
        ScanKind(
            "JPEG of a wide gamut", "scan.jpg", ["icc_transform {picture} {scan}[Q=95] p3 --input-profile srgb"],
            ["icc_transform {scan} {out} srgb --embedded"]),
        ScanKind(
            "JPEG with an odd profile", "scan.jpg", ["copy {picture} {scan}[profile={odd}]"],
            ["icc_transform {scan} {out} srgb --embedded"]),
        ScanKind(
            "TIFF with an odd profile, 16 bits", "scan.tif",
            ["colourspace {picture} {step} rgb16", "copy {step} {scan}[profile={odd}]"],
            ["icc_transform {scan} {out} srgb --embedded"]),

        copied("striped TIFF", ".tif"), copied("TIFF, LZW", ".tif[compression=lzw,predictor=horizontal]"),
        copied("tiled TIFF", ".tif[tile,tile-width=64,tile-height=64,compression=deflate]"),
        copied("pyramidal TIFF", ".tif[tile,pyramid,compression=deflate]"),
        copied("pyramidal TIFF with SubIFDs", ".tif[tile,pyramid,subifd,compression=deflate]"),
        copied("BigTIFF", ".tif[bigtiff]"), copied("TIFF, JPEG", ".tif[compression=jpeg,Q=90]"),
        copied("TIFF, WebP", ".tif[compression=webp,lossless]"), copied("grey TIFF", ".tif", of: "{grey}"),
        copied("TIFF of 1 bit", ".tif[bitdepth=1]", of: "{grey}"),
        copied("TIFF of 1 bit, CCITT", ".tif[bitdepth=1,compression=ccittfax4]", of: "{grey}"),
        copied("TIFF of 2 bits", ".tif[bitdepth=2]", of: "{grey}"),
        copied("TIFF of 4 bits", ".tif[bitdepth=4]", of: "{grey}"),
        copied("TIFF with white as 0", ".tif[bitdepth=1,miniswhite]", of: "{grey}"),
        ScanKind("TIFF of 16 bits", "scan.tif", ["colourspace {picture} {scan} rgb16"], toSRGB),
        ScanKind("grey TIFF of 16 bits", "scan.tif", ["colourspace {grey} {scan} grey16"], toSRGB),
        ScanKind("TIFF in linear light", "scan.tif", ["colourspace {picture} {scan} scrgb"], toSRGB),
        ScanKind(
            "TIFF in CIELAB", "scan.tif", ["colourspace {picture} {scan} lab"],
            // From the white point of print to that of screens.
            [
                "colourspace {scan} {step} lab", "Lab2XYZ {step} {step2} --temp 96.42[_]100[_]82.49",
                "recomb {step2} {step} {matrix}", "copy {step} {step2} --interpretation xyz",
                "colourspace {step2} {out} srgb",
            ]),
        ScanKind(
            "TIFF of CMYK", "scan.tif", ["icc_transform {picture} {scan} cmyk --input-profile srgb"],
            ["icc_transform {scan} {out} srgb --embedded"]),
        ScanKind("TIFF with alpha", "scan.tif", [withAlpha], onWhite),
        ScanKind(
            "TIFF of 32 bits without a sign", "scan.tif",
            ["linear {grey} {step} 16843009 0", "cast {step} {scan} uint"],
            // The range of 32 bits: 255 / 4,294,967,295.
            [
                "linear {scan} {step} 5.937181414550612e-08 0.5", "cast {step} {step2} uchar",
                "colourspace {step2} {out} srgb",
            ]),
        ScanKind(
            "TIFF in floating point, 0 to 1", "scan.tif", ["linear {grey} {scan} 0.00390625 0"],
            ["linear {scan} {step} 255 0.5", "cast {step} {step2} uchar", "colourspace {step2} {out} srgb"]),

        copied("PNG", ".png"), copied("interlaced PNG", ".png[interlace]"), copied("grey PNG", ".png", of: "{grey}"),
        copied("PNG with a palette", ".png[palette]"), copied("PNG of 1 bit", ".png[bitdepth=1]", of: "{grey}"),
        ScanKind("PNG of 16 bits", "scan.png", ["colourspace {picture} {scan} rgb16"], toSRGB),
        ScanKind("PNG with alpha", "scan.png", [withAlpha], onWhite),
        copied("WebP", ".webp"), copied("WebP without loss", ".webp[lossless]"),
        ScanKind("WebP with alpha", "scan.webp", [withAlpha], onWhite),
        copied("AVIF", ".avif"), copied("JPEG 2000", ".jp2"), copied("grey JPEG 2000", ".jp2", of: "{grey}"),
        copied("JPEG XL", ".jxl"), copied("GIF", ".gif"), copied("PPM", ".ppm"), copied("PGM", ".pgm", of: "{grey}"),
    ]
}

@Suite(
    "Every kind of scan, compared with vips",
    .enabled(if: VipsCommand.isInstalled, "Debian's libvips-tools are not installed"))
struct ScanKindTests {
    /// Runs a kind's commands.
    private func run(_ commands: [String], of kind: ScanKind, in folder: TemporaryFolder) throws {
        for command in commands {
            let words = command.split(separator: " ").map { word in
                var word = String(word)
                for (name, file) in [
                    ("{picture}", "picture.v"), ("{grey}", "grey.v"), ("{scan}", kind.fileName), ("{out}", "out.v"),
                    ("{step}", "step.v"), ("{step2}", "step2.v"), ("{odd}", "odd.icc"), ("{matrix}", "bradford.mat"),
                    ("{folder}/", ""),
                ] {
                    word = word.replacingOccurrences(of: name, with: folder.file(file))
                }
                return word.replacingOccurrences(of: "[_]", with: " ")
            }
            try VipsCommand.run(words)
        }
    }

    private func pictures(in folder: TemporaryFolder, width: Int = 530, height: Int = 300) throws {
        for (channels, name) in [(3, "picture.v"), (1, "grey.v")] {
            let picture = try StripReference.picture(width, height, channels: channels)
            #expect(cvips_image_write_to_file(picture.pointer, folder.file(name)) == 0)
        }
        _ = try folder.writing(ICCFixture.oddProfile, to: "odd.icc")
        let bradford = """
            3 3
            0.955553 -0.023052 0.063254
            -0.028299 1.009933 0.021036
            0.012318 -0.020518 1.330429
            """
        _ = try folder.writing(Array(bradford.utf8), to: "bradford.mat")
    }

    /// Slices a scan without loss and compares every tile of every level with that of `vips dzsave` of `out.v`.
    private func compare(_ scan: Scan, in folder: TemporaryFolder) throws {
        try Slicer.slice(scan, to: folder.file("ours.szi"), options: SliceOptions(format: .png))
        let reference = try VipsCommand.pyramid(of: folder.file("out.v"), in: folder)
        let ours = try TileArchive(path: folder.file("ours.szi"))
        #expect(ours.pyramid == reference.pyramid)
        for level in 0...ours.pyramid.nativeLevel {
            #expect(try ours.stitchedLevel(level) == reference.stitchedLevel(level), "level \(level)")
        }
    }

    @Test(arguments: ScanKind.all)
    func `every level of each kind of scan equals that of vips`(kind: ScanKind) throws {
        let folder = try TemporaryFolder()
        try pictures(in: folder)
        try run(kind.making, of: kind, in: folder)
        try run(kind.expecting, of: kind, in: folder)
        try compare(try Scan(path: folder.file(kind.fileName), policy: .unguarded), in: folder)
    }

    @Test(arguments: ["scan.jpg", "scan.tif", "scan.webp"], 1...8)
    func `each orientation is sliced upright as vips autorot does`(name: String, orientation: Int) throws {
        let folder = try TemporaryFolder()
        try pictures(in: folder, width: 120, height: 70)
        let picture = try StripReference.picture(300, 170).applying(cvips_copy)
        cvips_image_set_int(picture.pointer, "orientation", Int32(orientation))
        #expect(cvips_image_write_to_file(picture.pointer, folder.file(name)) == 0)
        try VipsCommand.run(["autorot", folder.file(name), folder.file("out.v")])
        let scan = try Scan(path: folder.file(name), policy: .unguarded)
        #expect(scan.info.orientation == orientation)
        try compare(scan, in: folder)
    }

    @Test func `signed and float samples are scaled from their minimum to their maximum`() throws {
        let folder = try TemporaryFolder()
        try pictures(in: folder)
        for (name, format) in [
            ("signed.tif", "short"), ("float.tif", "float"), ("int.tif", "int"),
        ] {
            let path = folder.file(name)
            try VipsCommand.run(["linear", folder.file("grey.v"), folder.file("step.v"), "7", "--", "-900"])
            try VipsCommand.run(["cast", folder.file("step.v"), path, format])
            let minimum = try #require(
                Double(try VipsCommand.run(["min", path]).trimmingCharacters(in: .whitespacesAndNewlines)))
            let maximum = try #require(
                Double(try VipsCommand.run(["max", path]).trimmingCharacters(in: .whitespacesAndNewlines)))
            let factor = 255 / (maximum - minimum)
            try VipsCommand.run([
                "linear", path, folder.file("step.v"), "\(factor)", "--", "\(0.5 - minimum * factor)",
            ])
            try VipsCommand.run(["cast", folder.file("step.v"), folder.file("step2.v"), "uchar"])
            try VipsCommand.run(["colourspace", folder.file("step2.v"), folder.file("out.v"), "srgb"])
            try compare(try Scan(path: path, policy: .unguarded), in: folder)
            try FileManager.default.removeItem(atPath: folder.file("reference.szi"))
        }
    }

    @Test func `a chosen PDF page is drawn at 300 dpi on white`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.writing(Array(PDFFixture.twoPages.utf8), to: "scan.pdf")
        for (page, size) in [(1, PixelSize(width: 600, height: 300)), (2, PixelSize(width: 300, height: 600))] {
            let scan = try Scan(path: path, page: page, policy: .unguarded)
            #expect(scan.info.size == size && scan.info.pageCount == 2 && scan.info.format == .pdf)
            try VipsCommand.run(["pdfload", path, folder.file("step.v"), "--dpi", "300", "--page", "\(page - 1)"])
            try VipsCommand.run(["flatten", folder.file("step.v"), folder.file("out.v"), "--background", "255 255 255"])
            try compare(scan, in: folder)
            try FileManager.default.removeItem(atPath: folder.file("reference.szi"))
        }
        #expect(try Scan(path: path, policy: .unguarded).info.width == 600)
    }
}

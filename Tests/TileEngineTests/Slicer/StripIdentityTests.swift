import CVips
import Foundation
import Testing

@testable import TileEngine

@Suite("Tiles compared with vips dzsave")
struct StripIdentityTests {
    /// Slices a file and returns the first tile that differs from that of `vips dzsave`.
    private func difference(of path: String, in folder: TemporaryFolder, options: SliceOptions) throws -> String? {
        let out = folder.file("ours-\(UUID().uuidString).szi")
        try Slicer.slice(try Scan(path: path, policy: .unguarded), to: out, options: options)
        let reference = try StripReference.dzsave(file: path, in: folder, options: options)
        return try StripReference.firstDifference(try TileArchive(path: out), reference)
    }

    @Test(arguments: [
        (1, 1), (2, 1), (1, 1000), (1000, 1), (31, 33), (255, 257), (256, 256), (257, 513), (512, 64), (65, 1025),
        (2049, 300), (3000, 2000),
    ])
    func `tiles equal those of vips dzsave at every image size`(width: Int, height: Int) throws {
        let folder = try TemporaryFolder()
        let picture = try StripReference.picture(width, height)
        let options = SliceOptions(quality: 80, subsampling: .s420)
        for suffix in [".jpg[Q=90,strip]", ".tif", ".png"] {
            let path = try StripReference.write(picture, to: folder, suffix: suffix)
            #expect(try difference(of: path, in: folder, options: options) == nil, "\(suffix)")
        }
    }

    @Test(arguments: [
        ".jpg[Q=75,subsample-mode=on]", ".jpg[Q=92,subsample-mode=off]", ".jpg[optimize-coding]", ".jpg[interlace]",
        ".jpg[restart-interval=7]", ".tif[compression=lzw,predictor=horizontal]", ".tif[compression=deflate]",
        ".tif[tile,tile-width=64,tile-height=64,compression=deflate,predictor=horizontal]",
        ".tif[tile,tile-width=256,tile-height=128]", ".tif[tile,tile-width=128,tile-height=512,bigtiff]",
        ".tif[tile-height=8,compression=lzw]", ".tif[tile-height=40,compression=packbits]", ".tif[tile-height=100000]",
        ".tif[compression=jpeg,Q=90]", ".tif[tile,pyramid,compression=lzw]", ".tif[compression=zstd]", ".png",
        ".png[interlace]",
    ])
    func `tiles equal those of vips dzsave for every file layout`(suffix: String) throws {
        let folder = try TemporaryFolder()
        for channels in [1, 3] {
            let picture = try StripReference.picture(701, 613, channels: channels)
            let path = try StripReference.write(picture, to: folder, suffix: suffix)
            let options = SliceOptions(quality: 80, subsampling: .s420)
            #expect(try difference(of: path, in: folder, options: options) == nil, "\(channels) channels")
        }
    }

    @Test func `tiles equal those of vips dzsave for a 4:2:2 JPEG`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.writing([UInt8](try #require(StripReference.jpeg422)), to: "scan.jpg")
        #expect(try Scan(path: path, policy: .unguarded).info.size == PixelSize(width: 37, height: 21))
        #expect(try difference(of: path, in: folder, options: SliceOptions()) == nil)
    }

    @Test(
        arguments: [TileFormat.jpeg, .webp, .png],
        [(256, 85, Subsampling.s444), (512, 1, .s420), (1024, 100, .s444), (256, 95, .s420)])
    func `tiles equal those of vips dzsave with every tile size, format and quality`(
        format: TileFormat, settings: (tileSize: Int, quality: Int, subsampling: Subsampling)
    ) throws {
        let folder = try TemporaryFolder()
        let options = SliceOptions(
            tileSize: settings.tileSize, format: format, quality: settings.quality, subsampling: settings.subsampling)
        for channels in [1, 3] {
            let picture = try StripReference.picture(1100, 530, channels: channels)
            let path = try StripReference.write(picture, to: folder, suffix: ".jpg[Q=90]")
            #expect(try difference(of: path, in: folder, options: options) == nil, "\(channels) channels")
        }
    }

    @Test(SharedData.required) func `tiles equal those of vips dzsave for real scans`() throws {
        let folder = try TemporaryFolder()
        let files =
            SharedData.files(in: "iiif-reference-image", extensions: [".jpg", ".png", ".tif"]).prefix(2)
            + SharedData.files(in: "bench-shadedrelief", extensions: [".jpg", ".tif"]).prefix(1)
        var compared = 0
        for path in files {
            let info = try Scan(path: path, policy: .unguarded).info
            guard !info.hasColourProfile, info.orientation == 1, info.bandCount != 4, info.bitsPerBand == 8 else {
                continue
            }
            #expect(try difference(of: path, in: folder, options: SliceOptions()) == nil, "\(path)")
            compared += 1
        }
        #expect(compared > 0)
    }

    @Test(arguments: 1...8)
    func `tiles equal those of vips dzsave for each orientation`(orientation: Int) throws {
        let folder = try TemporaryFolder()
        let picture = try StripReference.picture(290, 177).applying(cvips_copy)
        cvips_image_set_int(picture.pointer, "orientation", Int32(orientation))
        let path = try StripReference.write(picture, to: folder, suffix: ".jpg[Q=90]")
        let scan = try Scan(path: path, policy: .unguarded)
        #expect(scan.info.orientation == orientation)
        try Slicer.slice(scan, to: folder.file("ours.szi"))

        // The reference has all pixels in memory, where any rotation is possible.
        let stored = try Picture(try scan.opened(paper: .white))
        let reference = try stored.withImage { image in
            cvips_image_set_int(image.pointer, "orientation", Int32(orientation))
            let upright = try image.applying(cvips_autorot).applying(cvips_copy)
            return try StripReference.dzsave(upright, to: folder.file("reference.szi"), options: SliceOptions())
        }
        #expect(try StripReference.firstDifference(TileArchive(path: folder.file("ours.szi")), reference) == nil)
        #expect(try folder.contents == ["ours.szi", "reference.szi", "scan.jpg"])
    }

    @Test(arguments: [".png", ".tif[bitdepth=1]", ".webp[lossless]", ".png[profile=p3]", ".jpg[profile=p3]"])
    func `tiles equal those of vips dzsave for scans that need conversion`(suffix: String) throws {
        let folder = try TemporaryFolder()
        let picture = try StripReference.picture(300, 280)
        let alpha = try StripReference.picture(300, 280, channels: 1)
        let isBitonal = suffix.contains("bitdepth=1]")
        let kept =
            isBitonal
            ? alpha
            : try picture.applying { cvips_bandjoin($0, alpha.pointer) }.applying { picture in
                suffix == ".png"
                    ? cvips_colourspace(picture, cvips_interpretation_rgb16, cvips_interpretation_srgb)
                    : cvips_copy(picture)
            }
        let path = try StripReference.write(kept, to: folder, suffix: suffix)
        let scan = try Scan(path: path, policy: .unguarded)
        let options = SliceOptions(paper: PaperColour(red: 240, green: 230, blue: 200))
        try Slicer.slice(scan, to: folder.file("ours.szi"), options: options)
        let isGrey = scan.info.bandCount == 1
        let image = isGrey ? try Scan.open(path, as: scan.info.format) : try scan.opened(paper: options.paper)
        let reference = try StripReference.dzsave(image, to: folder.file("reference.szi"), options: options)
        #expect(try StripReference.firstDifference(TileArchive(path: folder.file("ours.szi")), reference) == nil)
    }
}

extension Scan {
    /// Returns the scan's pixels in sRGB, three channels of 8 bits, with alpha composited onto paper, but not yet
    /// upright.
    func opened(paper: PaperColour) throws -> VipsImage {
        let image = try stored()
        let range = try sampleRange(of: image)
        return try normalised(image, paper: paper, range: range, warnings: VipsWarnings())
    }
}

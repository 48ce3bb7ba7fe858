import CVips
import Foundation
import ImageGeometry
import Testing

@testable import TileEngine

/// A sheet rectified here, some rows at a time, equals the output of `vips mapim` for the whole scan and an index
/// computed from the frame's own transform.
@Suite(
    "Rectified sheets, compared with vips mapim",
    .enabled(if: VipsCommand.isInstalled, "Debian's libvips-tools are not installed"))
struct RectifiedAgainstVipsTests {
    @Test(arguments: [
        [(70.5, 40.25), (590, 22), (571.75, 430), (33, 455)], [(20.0, 60), (500, 5), (618, 300), (140, 470)],
    ])
    func `rectified sheets differ from vips mapim by at most two grey levels`(corners: [(Double, Double)]) throws {
        let folder = try TemporaryFolder()
        let (width, height) = (640, 480)
        let scan = try StripReference.picture(width, height)
        #expect(cvips_image_write_to_file(scan.pointer, folder.file("scan.tif")) == 0)
        let points = corners.map { Point(x: $0.0, y: $0.1) }
        let frame = try #require(RectifiedFrame(corners: points, width: width, height: height))

        // The centre of a pixel has integer coordinates in vips, and is half a pixel further in ours.
        var index: [Float] = []
        for row in 0..<frame.height {
            for column in 0..<frame.width {
                let place = try #require(frame.transform.apply(Point(x: Double(column) + 0.5, y: Double(row) + 0.5)))
                index += [Float(place.x - 0.5), Float(place.y - 0.5)]
            }
        }
        _ = try folder.writing(index.withUnsafeBytes(Array.init), to: "index.raw")
        try VipsCommand.run([
            "rawload", folder.file("index.raw"), folder.file("index.v"), "\(frame.width)", "\(frame.height)", "2",
            "--format", "float",
        ])
        try VipsCommand.run([
            "mapim", folder.file("scan.tif"), folder.file("out.v"), folder.file("index.v"), "--interpolate", "bicubic",
        ])
        let theirs = try VipsCommand.pyramid(of: folder.file("out.v"), in: folder)

        let part = try Scan(path: folder.file("scan.tif"), policy: .unguarded).rectified(corners: points)
        try Slicer.slice(part, to: folder.file("ours.szi"), options: SliceOptions(format: .png))
        let ours = try TileArchive(path: folder.file("ours.szi"))
        #expect(ours.pyramid == theirs.pyramid)
        let level = ours.pyramid.nativeLevel
        let (a, b) = (try ours.stitchedLevel(level), try theirs.stitchedLevel(level))
        let differences = zip(a.pixels, b.pixels).map { abs(Int($0) - Int($1)) }
        #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 0.5)
        #expect(differences.max() ?? 255 <= 2, "\(differences.max() ?? -1)")
    }
}

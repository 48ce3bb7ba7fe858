import CVips
import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import TileEngine

/// Refusals of parts before any pixel is read, and scans that turn out to be broken.
@Suite("Limits of scan parts") struct ScanPartLimitTests {
    private static func scan(
        _ folder: TemporaryFolder, _ width: Int = 60, _ height: Int = 40, limits: ScanLimits = .standard
    ) throws -> Scan {
        let path = try folder.writing(try Picture(width, height) { x, y in (x, y, 9) }.encoded(), to: "scan.png")
        return try Scan(path: path, limits: limits, policy: .unguarded)
    }

    @Test(arguments: [-1, -0.001, 360, 1e300, .infinity, -.infinity, .nan])
    func `an invalid rotation is refused`(degrees: Double) throws {
        let folder = try TemporaryFolder()
        let scan = try Self.scan(folder)
        let error = #expect(throws: TileEngineError.self) { try scan.part(rotation: degrees) }
        #expect(error?.kind == .outOfRange && error?.path == scan.path)
        #expect(error?.reason == "a rotation of \(degrees), expected 0 up to 360 degrees")
    }

    @Test(arguments: [
        (0, 0, 61, 40), (0, 0, 60, 41), (1, 0, 60, 40), (0, 1, 60, 40), (-1, 0, 10, 10), (0, -1, 10, 10), (0, 0, 0, 10),
        (0, 0, 10, 0), (0, 0, -5, 10), (60, 0, 1, 1), (.max, 0, 1, 1), (0, .max, 1, 1), (.max, .max, .max, .max),
        (.min, .min, .min, .min), (1, 1, .max, .max),
    ])
    func `an empty crop and a crop that reaches outside are refused`(x: Int, y: Int, width: Int, height: Int) throws {
        let folder = try TemporaryFolder()
        let scan = try Self.scan(folder)
        let crop = PixelRegion(x: x, y: y, width: width, height: height)
        let error = #expect(throws: TileEngineError.self) { try scan.part(crop: crop) }
        #expect(error?.kind == .outOfRange)
        #expect(error?.reason == "a crop of \(crop), expected one within 60 × 40")
    }

    @Test func `a crop is checked against the rotated scan`() throws {
        let folder = try TemporaryFolder()
        let scan = try Self.scan(folder)
        let crop = PixelRegion(x: 0, y: 40, width: 40, height: 20)
        #expect(try scan.part(rotation: 90, crop: crop).info.size == crop.size)
        let error = #expect(throws: TileEngineError.self) { try scan.part(rotation: 180, crop: crop) }
        #expect(error?.reason == "a crop of 0,40,40,20, expected one within 60 × 40, the rotated scan")
        #expect(try scan.part(rotation: 45, crop: PixelRegion(x: 70, y: 70, width: 1, height: 1)).info.width == 1)
        #expect(throws: TileEngineError.self) {
            try scan.part(rotation: 45, crop: PixelRegion(x: 71, y: 71, width: 1, height: 1))
        }
    }

    @Test func `a rotated scan beyond the limits is refused, and one within them is accepted`() throws {
        let folder = try TemporaryFolder()
        func error(_ limits: ScanLimits, _ degrees: Double, crop: PixelRegion? = nil) throws -> TileEngineError? {
            let scan = try Self.scan(folder, 100, 20, limits: limits)
            do {
                _ = try scan.part(rotation: degrees, crop: crop)
                return nil
            } catch {
                return error
            }
        }
        // 85 × 85 pixels at 45 degrees.
        let area = ScanLimits(wholeArea: 85 * 85 - 1)
        #expect(try error(area, 45)?.kind == .tooLarge)
        #expect(
            try error(area, 45)?.reason.hasPrefix("is 85 × 85 pixels when it is rotated, expected at most 7224") == true
        )
        #expect(try error(area, 45, crop: PixelRegion(x: 0, y: 0, width: 1, height: 1))?.kind == .tooLarge)
        #expect(try error(ScanLimits(wholeArea: 85 * 85), 45) == nil)
        #expect(try error(area, 90) == nil && error(area, 0) == nil)
        #expect(try error(ScanLimits(wholeArea: 1999), 0.01)?.kind == .tooLarge)
        // 102 × 29 pixels at 5 degrees.
        #expect(
            try error(ScanLimits(longestSide: 101), 5)?.reason
                == "is 102 × 29 pixels when it is rotated, expected sides of at most 101")
        // Only the part is spooled to a file.
        let spooled = ScanLimits(spooledArea: 100)
        #expect(try error(spooled, 90)?.reason == "is 20 × 100 pixels, expected at most 100 to be rotated on disk")
        #expect(try error(spooled, 90, crop: PixelRegion(x: 5, y: 50, width: 10, height: 10)) == nil)
        #expect(try error(spooled, 0, crop: PixelRegion(x: 0, y: 0, width: 99, height: 20)) == nil)
    }

    @Test(arguments: [".jpg", ".png", ".tif[tile,compression=deflate]"], [0.0, 90, 10])
    func `a scan truncated below the part is reported as damaged and leaves no file behind`(
        suffix: String, degrees: Double
    ) throws {
        let folder = try TemporaryFolder()
        let path = try StripReference.write(try StripReference.picture(300, 400), to: folder, suffix: suffix)
        let scan = try Scan(path: path, policy: .unguarded)
        let part = try scan.part(rotation: degrees, crop: PixelRegion(x: 100, y: 100, width: 20, height: 10))
        let whole = try Data(contentsOf: URL(filePath: path))
        try whole.prefix(whole.count * 9 / 10).write(to: URL(filePath: path))
        let before = try folder.contents
        let error = #expect(throws: TileEngineError.self) { try Slicer.slice(part, to: folder.file("out.szi")) }
        #expect(error?.kind == .damaged && error?.path == path, "\(String(describing: error))")
        #expect(try folder.contents == before)
    }

    @Test(arguments: [0.0, 270, 33], [0, 2, 6])
    func `cancelling the slicing of a part leaves no file behind`(degrees: Double, after: Int) throws {
        let folder = try TemporaryFolder()
        let path = try StripReference.write(try StripReference.picture(900, 1300), to: folder, suffix: ".jpg")
        let part = try Scan(path: path).part(
            rotation: degrees, crop: PixelRegion(x: 10, y: 600, width: 700, height: 100))
        let checkCount = NIOLockedValueBox(0)
        #expect(throws: CancellationError.self) {
            try Slicer.slice(
                part, to: folder.file("out.szi"),
                isCancelled: {
                    checkCount.withLockedValue { count in
                        count += 1
                        return count > after
                    }
                })
        }
        #expect(try folder.contents == ["scan.jpg"])
    }

    @Test func `a part has no embedded thumbnail even if its scan has one`() throws {
        let folder = try TemporaryFolder()
        let thumbnail = try Picture(30, 20) { x, y in (x, y, 9) }.encoded(".jpg")
        let bytes = try Picture(60, 40) { x, y in (x, y, 9) }.withImage { image in
            cvips_image_set_blob(image.pointer, "jpeg-thumbnail-data", thumbnail, thumbnail.count)
            return try image.encoded(suffix: ".jpg")
        }
        let scan = try Scan(path: try folder.writing(bytes, to: "scan.jpg"), policy: .unguarded)
        #expect(try scan.embeddedThumbnail() != nil)
        #expect(try scan.part(rotation: 90).embeddedThumbnail() == nil)
    }
}

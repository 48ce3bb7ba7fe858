import CVips
import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import TileEngine

@Suite("Slicer")
struct SlicerTests {
    private static func gradient(_ width: Int, _ height: Int) -> Picture {
        Picture(width, height) { x, y in (x * 7 + y, (x ^ y) * 3, x * y) }
    }

    private static let large = gradient(1000, 2000)

    @Test(arguments: [(1, 1), (2, 1), (255, 257), (700, 300), (513, 1025)], [256, 512])
    func `every level is exactly the level above it, halved`(size: (Int, Int), tileSize: Int) throws {
        let folder = try TemporaryFolder()
        let picture = Self.gradient(size.0, size.1)
        let scan = try Scan(path: try folder.writing(try picture.encoded(), to: "scan.png"))
        let result = try Slicer.slice(
            scan, to: folder.file("scan.szi"), options: SliceOptions(tileSize: tileSize, format: .png))
        let archive = try TileArchive(path: folder.file("scan.szi"))
        #expect(result.pyramid == archive.pyramid)
        #expect(result.byteCount == archive.byteCount)
        #expect(result.tileCount == archive.pyramid.storedTileCount)
        var expected = picture
        for level in stride(from: archive.pyramid.nativeLevel, through: 0, by: -1) {
            #expect(try archive.stitchedLevel(level) == expected, "level \(level)")
            expected = expected.halved
        }
    }

    @Test(arguments: [(1, 1), (1, 1000), (600, 400), (256, 256)])
    func `the archive has each tile of the pyramid and no other`(size: (Int, Int)) throws {
        let folder = try TemporaryFolder()
        let path = try folder.writing(try Self.gradient(size.0, size.1).encoded(), to: "scan.png")
        try Slicer.slice(try Scan(path: path), to: folder.file("a b.szi"))
        let archive = try TileArchive(path: folder.file("a b.szi"))
        var expected = Set(["a_b/a_b.dzi", "a_b/scan-properties.xml", "a_b/a_b_files/vips-properties.xml"])
        for level in 0...archive.pyramid.nativeLevel {
            for address in archive.pyramid.addresses(atLevel: level) {
                expected.insert("a_b/a_b_files/\(address).jpg")
            }
        }
        #expect(try Set(zipNames(folder.file("a b.szi"))).isSubset(of: expected))
        #expect(try zipNames(folder.file("a b.szi")).filter { $0.hasSuffix(".jpg") }.count == expected.count - 3)
        try archive.verify()
    }

    @Test(arguments: TileFormat.allCases)
    func `tiles can be written in each format`(format: TileFormat) throws {
        let folder = try TemporaryFolder()
        let picture = Picture(300, 200) { x, y in (x / 2, y, 128) }
        let scan = try Scan(path: try folder.writing(try picture.encoded(), to: "scan.png"))
        try Slicer.slice(scan, to: folder.file("scan.szi"), options: SliceOptions(format: format, quality: 95))
        let archive = try TileArchive(path: folder.file("scan.szi"))
        #expect(archive.format == format)
        #expect(try archive.stitchedLevel(archive.pyramid.nativeLevel).difference(to: picture) < 2)
    }

    @Test func `4:4:4 subsampling is the default and keeps a thin red line red`() throws {
        let folder = try TemporaryFolder()
        let picture = Picture(64, 64) { x, _ in x == 31 ? (200, 20, 20) : (240, 230, 210) }
        let scan = try Scan(path: try folder.writing(try picture.encoded(), to: "scan.png"))
        func red(_ options: SliceOptions, _ name: String) throws -> Int {
            try Slicer.slice(scan, to: folder.file(name), options: options)
            let pixel = try TileArchive(path: folder.file(name)).stitchedLevel(6)[31, 32]
            return Int(pixel[0]) - Int(pixel[1])
        }
        #expect(SliceOptions().subsampling == .s444)
        #expect(try red(SliceOptions(), "full.szi") > 150)
        #expect(try red(SliceOptions(subsampling: .s420), "half.szi") < 130)
    }

    @Test func `progress never decreases and ends with the finishing stage`() throws {
        let folder = try TemporaryFolder()
        let scan = try Scan(path: try folder.writing(try Self.large.encoded(".jpg[Q=80]"), to: "scan.jpg"))
        let log = ProgressLog()
        try Slicer.slice(scan, to: folder.file("scan.szi"), progress: { log.append($0) })
        let cutting = log.all.filter { $0.stage == .cutting }.map(\.fraction)
        #expect(cutting == cutting.sorted() && cutting.count > 3)
        #expect(try #require(cutting.last) <= 1)
        #expect(log.all.last?.stage == .finishing && log.all.last?.fraction == 1)
        #expect(log.all.map(\.elapsedSeconds) == log.all.map(\.elapsedSeconds).sorted())
    }

    @Test(arguments: [1, 6], [0, 1, 5])
    func `cancelling stops the slicing and leaves no file behind`(orientation: Int, after count: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("scan.tif")
        try Self.large.withImage { image in
            cvips_image_set_int(image.pointer, "orientation", Int32(orientation))
            #expect(cvips_image_write_to_file(image.pointer, path) == 0)
        }
        let scan = try Scan(path: path)
        let checks = Counter()
        #expect(throws: CancellationError.self) {
            try Slicer.slice(
                scan, to: folder.file("scan.szi"),
                isCancelled: {
                    checks.increment()
                    return checks.count > count
                })
        }
        #expect(try folder.contents == ["scan.tif"])
    }

    @Test func `a cancelled or failed slicing keeps the existing archive`() throws {
        let folder = try TemporaryFolder()
        let scan = try Scan(path: try folder.writing(try Self.gradient(300, 300).encoded(), to: "scan.png"))
        try Slicer.slice(scan, to: folder.file("scan.szi"))
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.file("scan.szi")))
        #expect(throws: CancellationError.self) {
            try Slicer.slice(scan, to: folder.file("scan.szi"), isCancelled: { true })
        }
        _ = try folder.writing([0x89], to: "scan.png")
        #expect(throws: TileEngineError.self) { try Slicer.slice(scan, to: folder.file("scan.szi")) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("scan.szi"))) == before)
        #expect(try folder.contents == ["scan.png", "scan.szi"])
    }

    @Test func `partial files of killed processes are removed, those of running ones are kept`() throws {
        let folder = try TemporaryFolder()
        let scan = try Scan(path: try folder.writing(try Self.gradient(300, 300).encoded(), to: "scan.png"))
        _ = try folder.writing([1, 2, 3], to: "scan.szi.partial-1-1")
        _ = try folder.writing([1, 2, 3], to: "scan.szi.partial-1-1.spool")
        let running = try PartialFile.beside(folder.file("scan.szi"))
        try Slicer.slice(scan, to: folder.file("scan.szi"))
        #expect(
            try folder.contents == ["scan.png", "scan.szi", URL(fileURLWithPath: running.file.path).lastPathComponent])
        running.discard()
        #expect(try folder.contents == ["scan.png", "scan.szi"])
    }

    @Test func `a scan that has changed since it was opened is refused`() throws {
        let folder = try TemporaryFolder()
        let scan = try Scan(path: try folder.writing(try Self.gradient(300, 300).encoded(), to: "scan.png"))
        _ = try folder.writing(try Self.gradient(301, 300).encoded(), to: "scan.png")
        let error = #expect(throws: TileEngineError.self) { try Slicer.slice(scan, to: folder.file("scan.szi")) }
        #expect(error?.description.contains("301 × 300 pixels now, expected 300 × 300") == true)
        #expect(try folder.contents == ["scan.png"])
    }

    @Test func `an unwritable destination is reported in one clear error`() throws {
        let folder = try TemporaryFolder()
        let scan = try Scan(path: try folder.writing(try Self.gradient(30, 30).encoded(), to: "scan.png"))
        let error = #expect(throws: TileEngineError.self) { try Slicer.slice(scan, to: folder.file("no/scan.szi")) }
        #expect(error?.kind == .unreadable)
        #expect(error?.description == "\(folder.file("no/scan.szi")): cannot be made: No such file or directory")
    }

    @Test func `the error for an option out of range names it and its value`() throws {
        for (options, words) in [
            (SliceOptions(tileSize: 255), "a tile size of 255, expected 256, 512 or 1024"),
            (SliceOptions(quality: 0), "a quality of 0, expected 1 to 100"),
            (SliceOptions(quality: 101), "a quality of 101, expected 1 to 100"),
        ] {
            let error = #expect(throws: TileEngineError.self) { try options.validate() }
            #expect(error?.description == words)
        }
        #expect(Subsampling(notation: "4:2:0") == .s420 && Subsampling(notation: "444") == .s444)
        #expect(Subsampling(notation: "422") == nil)
    }

    @Test func `no metadata of the scan is in the archive`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("scan.tif")
        try Self.gradient(300, 300).withImage { image in
            let secret = Array("a secret place".utf8)
            cvips_image_set_blob(image.pointer, "xmp-data", secret, secret.count)
            #expect(cvips_image_write_to_file(image.pointer, path) == 0)
        }
        let scanBytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(scanBytes.range(of: Data("a secret place".utf8)) != nil)
        try Slicer.slice(try Scan(path: path), to: folder.file("scan.szi"))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("scan.szi")))
        for secret in ["a secret place", Data("a secret place".utf8).base64EncodedString(), "xmp-data", folder.path] {
            #expect(bytes.range(of: Data(secret.utf8)) == nil)
        }
    }
}

/// Returns the names in a zip's directory.
func zipNames(_ path: String) throws -> [String] {
    let directory = try ZipDirectory(of: try OpenFile.forReading(path, expected: "a zip"))
    var names: [String] = []
    try directory.forEachEntry { names.append(String(decoding: $0.name, as: UTF8.self)) }
    return names
}

final class ProgressLog: Sendable {
    private let state = NIOLockedValueBox<[SliceProgress]>([])

    var all: [SliceProgress] { state.withLockedValue { $0 } }

    func append(_ progress: SliceProgress) { state.withLockedValue { $0.append(progress) } }
}

extension Picture {
    /// The picture at half the size, rounded up: means of four, with the last row and column repeated at odd edges.
    var halved: Picture {
        Picture((size.width + 1) / 2, (size.height + 1) / 2) { x, y in
            let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map {
                self[min(2 * x + $0.0, size.width - 1), min(2 * y + $0.1, size.height - 1)].map(Int.init)
            }
            let means = (0..<3).map { channel in (corners.reduce(2) { $0 + $1[channel] }) >> 2 }
            return (means[0], means[1], means[2])
        }
    }
}

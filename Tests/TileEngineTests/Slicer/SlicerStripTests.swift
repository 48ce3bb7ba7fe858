import CVips
import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import TileEngine

@Suite("Slicer, strip by strip")
struct SlicerStripTests {
    @Test(arguments: [".jpg", ".jpg[profile=p3]", ".tif[tile,compression=deflate]", ".png"])
    func `a scan gives the same bytes for any number of threads`(suffix: String) throws {
        let folder = try TemporaryFolder()
        let path = try StripReference.write(try StripReference.picture(2600, 900), to: folder, suffix: suffix)
        let scan = try Scan(path: path, policy: .unguarded)
        var archives: Set<Data> = []
        for threadCount in [1, 2, 3, 8] {
            let out = folder.file("scan.szi")
            try Slicer.slice(scan, to: out, threadCount: threadCount)
            archives.insert(try Data(contentsOf: URL(fileURLWithPath: out)))
            try TileArchive(path: out).verify()
        }
        #expect(archives.count == 1)
    }

    @Test(
        arguments: [
            ("tile-height=300", 300), ("tile-height=400", 400), ("tile-height=520", 520), ("tile-height=600", 600),
            ("tile-height=1024", 1024), ("tile,tile-width=64,tile-height=1024", 1024),
        ], [1, 3])
    func `a TIFF of strips or tiles taller than ours gives the same bytes as one of short strips`(
        layout: (options: String, rowCount: Int), threadCount: Int
    ) throws {
        let folder = try TemporaryFolder()
        let picture = try StripReference.picture(600, 2100)
        func archive(_ options: String, rowCount: Int) throws -> Data {
            let path = try StripReference.write(picture, to: folder, suffix: ".tif[compression=deflate,\(options)]")
            let scan = try Scan(path: path, policy: .unguarded)
            #expect(try TIFFBlockSource(scan)?.rowsPerBand == rowCount)
            // A pipeline that waits for itself fails the test instead of blocking it.
            let deadline = ContinuousClock.now + .seconds(60)
            let out = folder.file("out.szi")
            try Slicer.slice(scan, to: out, threadCount: threadCount, isCancelled: { .now > deadline })
            return try Data(contentsOf: URL(fileURLWithPath: out))
        }
        let expected = try archive("tile-height=32", rowCount: 32)
        #expect(try archive(layout.options, rowCount: layout.rowCount) == expected)
    }

    @Test(arguments: [".jpg", ".jpg[profile=p3]", ".tif[tile,compression=deflate]", ".png"])
    func `cutting progress never decreases and reaches 1`(suffix: String) throws {
        let folder = try TemporaryFolder()
        let path = try StripReference.write(try StripReference.picture(500, 1700), to: folder, suffix: suffix)
        let reports = NIOLockedValueBox<[SliceProgress]>([])
        let result = try Slicer.slice(
            try Scan(path: path, policy: .unguarded), to: folder.file("scan.szi"),
            progress: { report in reports.withLockedValue { $0.append(report) } })
        let cutting = reports.withLockedValue { $0 }.filter { $0.stage == .cutting }.map(\.fraction)
        #expect(cutting == cutting.sorted())
        #expect(cutting.last == 1)
        #expect(cutting.count > 5)
        #expect(result.tileCount == result.pyramid.storedTileCount)
    }

    @Test(
        arguments: [".jpg", ".jpg[interlace]", ".jpg[profile=p3]", ".tif[tile,compression=deflate]", ".png"],
        [0, 3, 20])
    func `cancelling leaves no file behind`(suffix: String, after: Int) throws {
        let folder = try TemporaryFolder()
        let path = try StripReference.write(try StripReference.picture(900, 1300), to: folder, suffix: suffix)
        let name = try #require(try folder.contents.first)
        let checkCount = NIOLockedValueBox(0)
        #expect(throws: CancellationError.self) {
            try Slicer.slice(
                try Scan(path: path, policy: .unguarded), to: folder.file("out.szi"),
                isCancelled: {
                    checkCount.withLockedValue { count in
                        count += 1
                        return count > after
                    }
                })
        }
        #expect(try folder.contents == [name])
    }

    @Test(
        arguments: [
            ".jpg", ".jpg[interlace]", ".jpg[restart-interval=1]", ".png[profile=p3]", ".tif[compression=deflate]",
            ".tif[tile,compression=lzw]", ".tif[tile]", ".png",
        ], [0.3, 0.6, 0.95])
    func `a truncated scan is reported as damaged and leaves no file behind`(suffix: String, part: Double) throws {
        let folder = try TemporaryFolder()
        let path = try StripReference.write(try StripReference.picture(600, 800), to: folder, suffix: suffix)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        let scan = try Scan(path: path, policy: .unguarded)
        try whole.prefix(Int(Double(whole.count) * part)).write(to: URL(fileURLWithPath: path))
        let before = try folder.contents
        let error = #expect(throws: TileEngineError.self) {
            try Slicer.slice(scan, to: folder.file("out.szi"))
        }
        #expect(error?.kind == .damaged, "\(String(describing: error))")
        #expect(error?.path == path)
        #expect(try folder.contents == before)
    }

    @Test(arguments: [64, 63, 0])
    func `a TIFF with a strip of too few bytes is reported as damaged`(byteCount: UInt32) throws {
        // Grey, 8 × 16 pixels in two strips without compression.
        var bytes: [UInt8] = [0x49, 0x49, 42, 0]
        bytes.append(littleEndian: 8 as UInt32)
        let offsets: UInt32 = 8 + 2 + 8 * 12 + 4
        let fields: [(tag: UInt16, type: UInt16, count: UInt32, value: UInt32)] = [
            (256, 4, 1, 8), (257, 4, 1, 16), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 2, offsets),
            (278, 4, 1, 8), (279, 4, 2, offsets + 8),
        ]
        bytes.append(littleEndian: UInt16(fields.count))
        for field in fields {
            bytes.append(littleEndian: field.tag)
            bytes.append(littleEndian: field.type)
            bytes.append(littleEndian: field.count)
            bytes.append(littleEndian: field.value)
        }
        bytes.append(littleEndian: 0 as UInt32)
        for value in [offsets + 16, offsets + 16 + 64, 64, byteCount] { bytes.append(littleEndian: value) }
        bytes += [UInt8](repeating: 100, count: 128)

        let folder = try TemporaryFolder()
        let path = try folder.writing(bytes, to: "scan.tif")
        let scan = try Scan(path: path, policy: .unguarded)
        guard byteCount < 64 else {
            #expect(try Slicer.slice(scan, to: folder.file("out.szi")).tileCount == 5)
            return
        }
        let error = #expect(throws: TileEngineError.self) { try Slicer.slice(scan, to: folder.file("out.szi")) }
        #expect(error?.kind == .damaged)
    }

    @Test func `a JPEG without its last byte is an error`() throws {
        let folder = try TemporaryFolder()
        let path = try StripReference.write(try StripReference.picture(60, 80), to: folder, suffix: ".jpg")
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        try whole.dropLast(1).write(to: URL(fileURLWithPath: path))
        #expect(throws: TileEngineError.self) {
            try Slicer.slice(try Scan(path: path, policy: .unguarded), to: folder.file("out.szi"))
        }
    }

    @Test func `a JPEG whose data is cut out before its end marker is reported as damaged`() throws {
        let folder = try TemporaryFolder()
        let path = try StripReference.write(try StripReference.picture(300, 400), to: folder, suffix: ".jpg")
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        try (whole.prefix(whole.count / 2) + [0xFF, 0xD9]).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: TileEngineError.self) {
            try Slicer.slice(try Scan(path: path, policy: .unguarded), to: folder.file("out.szi"))
        }
        #expect(error?.kind == .damaged)
    }

    @Test func `random damage yields a valid archive or a one-line error`() throws {
        let folder = try TemporaryFolder()
        var numbers = RepeatableNumbers(seed: 3)
        for suffix in [".jpg", ".jpg[interlace]", ".tif[tile,compression=deflate]", ".tif[compression=lzw]"] {
            let path = try StripReference.write(try StripReference.picture(200, 300), to: folder, suffix: suffix)
            let whole = try Data(contentsOf: URL(fileURLWithPath: path))
            for _ in 0..<40 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...6, using: &numbers) {
                    bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = .random(in: 0...255, using: &numbers)
                }
                try bytes.write(to: URL(fileURLWithPath: path))
                do {
                    try Slicer.slice(
                        try Scan(path: path, limits: ScanLimits(longestSide: 4000), policy: .unguarded),
                        to: folder.file("out.szi"))
                    try TileArchive(path: folder.file("out.szi")).verify()
                } catch let error as TileEngineError {
                    #expect(!error.description.contains("\n"))
                }
            }
        }
    }

    @Test func `a scan whose size changed since it was opened is reported as damaged`() throws {
        let folder = try TemporaryFolder()
        let path = try StripReference.write(try StripReference.picture(60, 80), to: folder, suffix: ".jpg")
        let scan = try Scan(path: path, policy: .unguarded)
        _ = try StripReference.write(try StripReference.picture(60, 81), to: folder, suffix: ".jpg")
        let error = #expect(throws: TileEngineError.self) {
            try Slicer.slice(scan, to: folder.file("out.szi"))
        }
        #expect(error?.kind == .damaged)
        #expect(error?.reason.contains("60 × 81") == true)
    }

    @Test func `invalid options and missing folders are refused without leaving files`() throws {
        let folder = try TemporaryFolder()
        let path = try StripReference.write(try StripReference.picture(60, 80), to: folder, suffix: ".jpg")
        let scan = try Scan(path: path, policy: .unguarded)
        #expect(throws: TileEngineError.self) {
            try Slicer.slice(scan, to: folder.file("out.szi"), options: SliceOptions(tileSize: 300))
        }
        #expect(throws: TileEngineError.self) {
            try Slicer.slice(scan, to: folder.file("none/out.szi"))
        }
        #expect(try folder.contents == ["scan.jpg"])
    }

    @Test func `an existing file is replaced only by a complete archive`() throws {
        let folder = try TemporaryFolder()
        let path = try StripReference.write(try StripReference.picture(60, 80), to: folder, suffix: ".jpg")
        let scan = try Scan(path: path, policy: .unguarded)
        let out = try folder.writing([1, 2, 3], to: "out.szi")
        #expect(throws: CancellationError.self) { try Slicer.slice(scan, to: out, isCancelled: { true }) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: out)) == Data([1, 2, 3]))
        try Slicer.slice(scan, to: out)
        #expect(try TileArchive(path: out).pyramid.size == scan.info.size)
    }
}

import Foundation
import Testing

@testable import TileEngine

@Suite("Scan pages and sample ranges")
struct ScanPageTests {
    private func sliced(_ scan: Scan, in folder: TemporaryFolder) throws -> Picture {
        try Slicer.slice(scan, to: folder.file("out.szi"), options: SliceOptions(format: .png))
        let archive = try TileArchive(path: folder.file("out.szi"))
        return try archive.stitchedLevel(archive.pyramid.nativeLevel)
    }

    @Test func `each page of a TIFF can be selected, and the first is the default`() throws {
        let folder = try TemporaryFolder()
        let pages = (1...3).map { TIFFFixture.Page(width: 10 * UInt32($0), height: 8, value: UInt8(50 * $0)) }
        let path = try folder.writing(TIFFFixture.bytes(pages), to: "scan.tif")
        for number in 1...3 {
            let scan = try Scan(path: path, page: number, policy: .unguarded)
            #expect(scan.info.width == 10 * number && scan.info.pageCount == 3)
            #expect(try sliced(scan, in: folder)[3, 3] == [UInt8](repeating: UInt8(50 * number), count: 3))
        }
        #expect(try Scan(path: path, policy: .unguarded).info.width == 10)
        for number in [0, -1, 4, Int.max, Int.min] {
            let error = #expect(throws: TileEngineError.self) { try Scan(path: path, page: number, policy: .unguarded) }
            #expect(error?.kind == .outOfRange)
            #expect(error?.description == "\(path): has no page \(number), expected 1 to 3")
        }
    }

    @Test func `a pyramidal TIFF that begins with reduced versions is read at full size`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.writing(
            TIFFFixture.bytes([
                .init(width: 10, height: 8, kind: 1, value: 10), .init(width: 20, height: 16, kind: 1, value: 20),
                .init(width: 40, height: 32, value: 30),
            ]), to: "scan.tif")
        let scan = try Scan(path: path, policy: .unguarded)
        #expect(scan.info.size == PixelSize(width: 40, height: 32))
        #expect(try sliced(scan, in: folder)[3, 3] == [30, 30, 30])
        #expect(try Scan(path: path, page: 2, policy: .unguarded).info.width == 20)
    }

    @Test func `a TIFF with only reduced pages is read at its first page`() throws {
        let folder = try TemporaryFolder()
        let pages = (0..<3).map { TIFFFixture.Page(width: 10 + UInt32($0), height: 8, kind: 1) }
        #expect(
            try Scan(path: try folder.writing(TIFFFixture.bytes(pages), to: "scan.tif"), policy: .unguarded).info.width
                == 10)
    }

    @Test(arguments: [0, 1, 2])
    func `a TIFF whose page chain loops is read or reported as damaged`(next: Int) throws {
        let folder = try TemporaryFolder()
        for kind in [0, 1] as [UInt32] {
            var pages = (0..<3).map { TIFFFixture.Page(width: 10 + UInt32($0), height: 8, kind: kind) }
            pages[2].next = next
            let path = try folder.writing(TIFFFixture.bytes(pages), to: "scan.tif")
            do {
                #expect(try Scan(path: path, policy: .unguarded).info.width == 10)
            } catch let error as TileEngineError {
                #expect(error.kind == .damaged)
            }
        }
    }

    @Test(arguments: ["scan.jpg", "scan.png", "scan.jp2"])
    func `a format without pages has exactly one page`(name: String) throws {
        let folder = try TemporaryFolder()
        let picture = Picture(300, 200) { x, y in (x, y, 0) }
        let path = try folder.writing(try picture.encoded("." + name.split(separator: ".")[1]), to: name)
        #expect(try Scan(path: path, page: 1, policy: .unguarded).info.size == picture.size)
        #expect(try Scan(path: path, policy: .unguarded).info.pageCount == 1)
        let error = #expect(throws: TileEngineError.self) { try Scan(path: path, page: 2, policy: .unguarded) }
        #expect(error?.description == "\(path): has no page 2, expected 1")
    }

    @Test func `a PDF page beyond the size limit is refused`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.writing(Array(PDFFixture.page(width: 14_400, height: 14_400).utf8), to: "scan.pdf")
        let error = #expect(throws: TileEngineError.self) { try Scan(path: path, policy: .unguarded) }
        #expect(error?.kind == .tooLarge)
        #expect(error?.reason.hasPrefix("is 60000 × 60000 pixels, expected at most 268435456 in PDF") == true)
    }

    @Test(arguments: [("%PDF-1.7", 1), ("%PDF-1.4\n%%EOF", 1)])
    func `an invalid PDF is reported as damaged`(content: String, page: Int) throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: TileEngineError.self) {
            try Scan(path: try folder.writing(Array(content.utf8), to: "scan.pdf"), page: page, policy: .unguarded)
        }
        #expect(error?.kind == .damaged && error?.reason.contains("expected a whole PDF file") == true)
    }

    private static func floats(_ values: [Float], doubles: [(tag: UInt16, value: Double)] = []) -> [UInt8] {
        let pixels = values.flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian, Array.init) }
        return TIFFFixture.bytes([
            .init(
                width: UInt32(values.count), height: 1, bits: 32, sampleFormat: 3, pixels: pixels, doubles: doubles)
        ])
    }

    @Test(arguments: [
        ([0, 0.5, 1] as [Float], [0, 128, 255] as [UInt8]), ([0.25, 0.5], [64, 128]), ([-1, 0, 1], [0, 128, 255]),
        ([0, 2, 1, 1.5], [0, 255, 128, 191]), ([100, 300, 200], [0, 255, 128]), ([7, 7], [0, 0]),
        ([0.5, 0.5], [128, 128]),
    ])
    func `float samples are scaled from minimum to maximum unless within 0 to 1`(values: [Float], grey: [UInt8]) throws
    {
        let folder = try TemporaryFolder()
        let picture = try sliced(
            try Scan(path: try folder.writing(Self.floats(values), to: "scan.tif"), policy: .unguarded), in: folder)
        #expect((0..<values.count).map { picture[$0, 0][0] } == grey)
    }

    @Test func `the sample range stated in a TIFF is used unless it is implausible`() throws {
        let folder = try TemporaryFolder()
        // SMinSampleValue and SMaxSampleValue.
        let bytes = Self.floats([0, 50, 100, 200], doubles: [(340, 0), (341, 100)])
        let picture = try sliced(
            try Scan(path: try folder.writing(bytes, to: "scan.tif"), policy: .unguarded), in: folder)
        #expect((0..<4).map { picture[$0, 0][0] } == [0, 128, 255, 255])
        // An implausible range is ignored.
        let odd = Self.floats([0, 50, 100], doubles: [(340, 5), (341, 5)])
        let measured = try sliced(
            try Scan(path: try folder.writing(odd, to: "scan.tif"), policy: .unguarded), in: folder)
        #expect((0..<3).map { measured[$0, 0][0] } == [0, 128, 255])
    }

    @Test func `NaN and infinite samples are ignored, and a scan of nothing else is refused`() throws {
        let folder = try TemporaryFolder()
        let some = Self.floats([.nan, 10, .infinity, 20, -.infinity])
        let picture = try sliced(
            try Scan(path: try folder.writing(some, to: "scan.tif"), policy: .unguarded), in: folder)
        #expect(picture[1, 0][0] == 0 && picture[3, 0][0] == 255)
        let none = try Scan(
            path: try folder.writing(Self.floats([.nan, .infinity]), to: "scan.tif"), policy: .unguarded)
        let error = #expect(throws: TileEngineError.self) { try Slicer.slice(none, to: folder.file("none.szi")) }
        #expect(error?.kind == .unsupported && error?.reason == "has no sample that is a number, expected a picture")
        #expect(try !folder.contents.contains { $0.hasPrefix("none.szi") })
    }

    @Test func `other threads can call libvips alone while a sample range is measured`() throws {
        let folder = try TemporaryFolder()
        let (width, height) = (512, 700)
        var samples = [Float](repeating: 5, count: width * height)
        (samples[0], samples[width * height - 1]) = (-3, 70)
        let pixels = samples.flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian, Array.init) }
        let page = TIFFFixture.Page(
            width: UInt32(width), height: UInt32(height), bits: 32, sampleFormat: 3, pixels: pixels)
        let scan = try Scan(path: try folder.writing(TIFFFixture.bytes([page]), to: "scan.tif"), policy: .unguarded)
        var checkCount = 0
        let range = try scan.sampleRange(
            of: try scan.stored(),
            isCancelled: {
                checkCount += 1
                guard checkCount == 2 else { return false }
                // As after a failed call, whose reason is found by repeating it alone.
                let hasEnded = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    VipsCalls.exclusively {}
                    hasEnded.signal()
                }
                #expect(hasEnded.wait(timeout: .now() + 60) == .success)
                return false
            })
        #expect(checkCount > 2)
        #expect(range == SampleRange(black: -3, white: 70))
    }

    @Test func `a truncated scan whose sample range must be measured is reported as damaged`() throws {
        let folder = try TemporaryFolder()
        let bytes = Self.floats((0..<5000).map { Float($0) })
        let path = try folder.writing(bytes, to: "scan.tif")
        let scan = try Scan(path: path, policy: .unguarded)
        // The directory follows the pixels, so the strip's length is set beyond the end of the file.
        let other = TIFFFixture.bytes([
            .init(width: 5000, height: 1, bits: 32, sampleFormat: 3, pixels: [UInt8](repeating: 0, count: 100))
        ])
        _ = try folder.writing(other, to: "scan.tif")
        // Repeated, because with two threads libvips occasionally lost one thread's error.
        for _ in 0..<40 {
            let error = #expect(throws: TileEngineError.self) { try Slicer.slice(scan, to: folder.file("out.szi")) }
            #expect(error?.kind == .damaged)
        }
    }
}

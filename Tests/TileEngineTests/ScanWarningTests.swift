import CTIFF
import CVips
import Foundation
import Testing

@testable import TileEngine

@Suite("Scans decoded with warnings")
struct ScanWarningTests {
    private static let picture = Picture(600, 400) { x, y in
        (x / 40 + y / 40) % 2 == 0 || (x * y) % 97 == 0 ? (0, 0, 0) : (255, 255, 255)
    }

    /// Returns the picture in black and white, with fax compression, in one strip.
    private static func faxTIFF(orientation: Int = 1) throws -> [UInt8] {
        try picture.withImage { image in
            let grey = try image.applying { cvips_extract_bands($0, 0, 1) }
                .applying { cvips_copy_interpretation($0, cvips_interpretation_bw) }.applying(cvips_copy)
            cvips_image_set_int(grey.pointer, "orientation", Int32(orientation))
            return try grey.encoded(suffix: ".tif[bitdepth=1,compression=ccittfax4,tile-height=400]")
        }
    }

    /// Returns the same with altered bytes in the middle of its data, which come first in the file or last.
    private static func damaged(orientation: Int = 1) throws -> [UInt8] {
        var bytes = try faxTIFF(orientation: orientation)
        let middle = bytes.count / 2
        for place in middle..<middle + 12 { bytes[place] = UInt8(truncatingIfNeeded: place &* 89 &+ 7) }
        return bytes
    }

    private func slice(
        _ bytes: [UInt8], _ name: String = "scan.bin", policy: ScanPolicy = .unguarded, in folder: TemporaryFolder
    ) throws -> (result: SliceResult, archive: Data) {
        let scan = try Scan(path: try folder.writing(bytes, to: name), policy: policy)
        let out = folder.file("out.szi")
        let result = try Slicer.slice(scan, to: out)
        defer { unlink(out) }
        return (result, try Data(contentsOf: URL(filePath: out)))
    }

    @Test(arguments: [1, 2, 6])
    func `a damaged fax-compressed TIFF is read with a note, always to the same bytes`(orientation: Int) throws {
        let folder = try TemporaryFolder()
        #expect(try slice(Self.faxTIFF(orientation: orientation), in: folder).result.notes.isEmpty)
        let (result, archive) = try slice(Self.damaged(orientation: orientation), in: folder)
        let note = try #require(result.notes.first)
        #expect(result.notes.count == 1 && note.hasPrefix("was decoded with "), "\(result.notes)")
        #expect(note.unicodeScalars.count < 700)
        // Pixels that libtiff leaves unwritten never show earlier contents of memory.
        for fill in [0, 255] as [UInt8] {
            let stale = [UInt8](repeating: fill, count: 1 << 20)
            withExtendedLifetime(stale) {}
            #expect(try slice(Self.damaged(orientation: orientation), in: folder).archive == archive)
        }
    }

    @Test func `a child process gives the same notes and archive`() throws {
        let folder = try TemporaryFolder()
        let inProcess = try slice(Self.damaged(), in: folder)
        let inChild = try slice(Self.damaged(), policy: .isolated, in: folder)
        #expect(!inProcess.result.notes.isEmpty && inChild.result.notes == inProcess.result.notes)
        #expect(inChild.archive == inProcess.archive)
    }

    @Test func `a fax-compressed TIFF is decoded to its exact pixels`() throws {
        let folder = try TemporaryFolder()
        for suffix in ["ccittfax4", "ccittfax4,miniswhite", "ccittfax4,tile-height=64"] {
            let bytes = try Self.picture.withImage { image in
                try image.applying { cvips_extract_bands($0, 0, 1) }
                    .applying { cvips_copy_interpretation($0, cvips_interpretation_bw) }
                    .encoded(suffix: ".tif[bitdepth=1,compression=\(suffix)]")
            }
            let scan = try Scan(path: try folder.writing(bytes, to: "scan.tif"))
            #expect(try TIFFBilevelSource(scan) != nil)
            try Slicer.slice(scan, to: folder.file("out.szi"), options: SliceOptions(format: .png))
            let archive = try TileArchive(path: folder.file("out.szi"))
            #expect(try archive.stitchedLevel(archive.pyramid.nativeLevel) == Self.picture, "\(suffix)")
        }
    }

    @Test func `a TIFF with random image data is noted or refused`() throws {
        let folder = try TemporaryFolder()
        var numbers = RepeatableNumbers(seed: 18)
        var bytes = try Self.faxTIFF()
        // Everything between the header and the directory.
        let directory = Int(bytes.uint32(at: 4))
        for place in 8..<min(directory, bytes.count) { bytes[place] = .random(in: 0...255, using: &numbers) }
        do {
            #expect(try !slice(bytes, in: folder).result.notes.isEmpty)
        } catch let error as TileEngineError {
            #expect(error.kind == .damaged)
        }
    }

    @Test func `contradictory TIFF fields are noted, and unknown fields are not`() throws {
        let folder = try TemporaryFolder()
        func tiff(_ page: TIFFFixture.Page) -> [UInt8] { TIFFFixture.bytes([page]) }
        let whole = TIFFFixture.Page(width: 40, height: 30)
        #expect(try slice(tiff(whole), in: folder).result.notes.isEmpty)
        var foreign = whole
        foreign.doubles = [(65_000, 1)]
        #expect(try slice(tiff(foreign), in: folder).result.notes.isEmpty)
        var odd = whole
        odd.doubles = [(282, .nan), (320, 1)]
        let notes = try slice(tiff(odd), in: folder).result.notes
        #expect(notes.count == 1 && notes[0].contains("ColorMap"), "\(notes)")
    }

    @Test(arguments: ["", "[profile=p3]"])
    func `stray bytes in a JPEG are noted`(option: String) throws {
        let folder = try TemporaryFolder()
        let jpeg = try Self.picture.encoded(".jpg" + option)
        #expect(try slice(jpeg, in: folder).result.notes.isEmpty)
        let tables = try #require(Data(jpeg).range(of: Data([0xFF, 0xC4])))
        let inserted = Array(jpeg[..<tables.lowerBound]) + [9, 9, 9] + jpeg[tables.lowerBound...]
        let notes = try slice(inserted, in: folder).result.notes
        #expect(notes.count == 1 && notes[0].hasPrefix("was decoded with a warning: "), "\(notes)")
    }

    @Test func `libpng warnings are noted`() throws {
        let folder = try TemporaryFolder()
        let png = try Self.picture.encoded(".png")
        let content = Array("tEXt".utf8) + Array("Title\0x".utf8)
        // With a wrong checksum.
        let chunk = withUnsafeBytes(of: UInt32(content.count - 4).bigEndian, Array.init) + content + [1, 2, 3, 4]
        let bytes = Array(png.prefix(33)) + chunk + png.dropFirst(33)
        let notes = try slice(bytes, in: folder).result.notes
        #expect(notes == ["was decoded with a warning: tEXt: CRC error"], "\(notes)")
    }

    @Test func `notes stay few and short however many warnings a decoder gives`() {
        var remarks = DecodingRemarks()
        for number in 0..<10_000 { remarks.add("row \(number)\u{1B}[31m \(String(repeating: "x", count: 5000))") }
        #expect(remarks.warningCount == 10_000 && remarks.notes.count == 1)
        let note = remarks.notes.joined()
        #expect(note.hasPrefix("was decoded with 10000 warnings: row 0 [31m xxx") && note.hasSuffix("; …"))
        #expect(note.unicodeScalars.count < 700)
        remarks.note("a")
        remarks.note("a")
        #expect(remarks.notes.count == 2)
    }
}

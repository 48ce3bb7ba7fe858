import CVips
import Foundation
import Testing

@testable import TileEngine

@Suite("Chunk lengths claimed by files", .serialized)
struct ChunkLengthsTests {
    private static let picture = Picture(60, 40) { x, y in (x * 4, y * 6, x * y) }
    /// The maximum address space that a small file may cost, in bytes.
    private static let maxBytes = 200 << 20

    private static func word(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }

    /// Returns a chunk of a PNG that claims this length.
    private static func chunk(_ name: String, _ content: [UInt8], claiming length: UInt32? = nil) -> [UInt8] {
        let named = Array(name.utf8) + content
        let checksum = named.withUnsafeBytes { StoredEntry.checksum(of: $0) }
        return word(length ?? UInt32(content.count)) + named + word(checksum)
    }

    private static func png(width: UInt32 = 4, isInterlaced: Bool = false, _ chunks: [UInt8]) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", word(width) + word(width) + [8, 6, 0, 0, isInterlaced ? 1 : 0]) + chunks
    }

    /// Returns a TIFF with a field of this many values.
    private static func tiff(tag: UInt16, type: UInt16, count: UInt32) -> [UInt8] {
        let fields: [(UInt16, UInt16, UInt32, UInt32)] = [
            (256, 4, 1, 4), (257, 4, 1, 4), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, 8),
            (277, 3, 1, 1), (278, 4, 1, 4), (279, 4, 1, 16), (tag, type, count, 8),
        ].sorted { $0.0 < $1.0 }
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 24, 0, 0, 0] + [UInt8](repeating: 99, count: 16)
        bytes.append(littleEndian: UInt16(fields.count))
        for (tag, type, count, value) in fields {
            bytes.append(littleEndian: tag)
            bytes.append(littleEndian: type)
            bytes.append(littleEndian: count)
            bytes.append(littleEndian: value)
        }
        bytes.append(littleEndian: 0 as UInt32)
        return bytes
    }

    private static func box(_ name: String, _ content: [UInt8], claiming length: UInt32? = nil) -> [UInt8] {
        word(length ?? UInt32(content.count + 8)) + Array(name.utf8) + content
    }

    /// Files that claim a gigabyte.
    private static let bombs: [(name: String, bytes: [UInt8])] = {
        let huge: UInt32 = 0x4400_0000
        var bombs = ["eXIf", "sPLT", "tEXt", "zTXt", "iTXt", "iCCP", "IDAT"].map { name in
            ("PNG \(name)", png(chunk(name, [], claiming: huge) + chunk("IDAT", [])))
        }
        bombs.append(
            (
                "PNG, interlaced, without data",
                png(width: 16_383, isInterlaced: true, chunk("IDAT", []) + chunk("IEND", []))
            ))
        bombs += [(700, 1), (34675, 7), (270, 2), (34377, 1), (273, 4), (33723, 4), (37724, 7)].map { tag, type in
            ("TIFF field \(tag)", tiff(tag: tag, type: type, count: 0x4000_0000))
        }
        var riff = Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0x2C, 0, 0, 0, 3, 0, 0, 3, 0, 0] + Array("ICCP".utf8)
        riff.append(littleEndian: huge)
        riff += [UInt8](repeating: 0, count: 20)
        var webp = Array("RIFF".utf8)
        webp.append(littleEndian: UInt32(riff.count))
        bombs.append(("WebP", webp + riff))
        let meta = box("meta", [0, 0, 0, 0] + box("iprp", box("ipco", box("colr", [1], claiming: huge))))
        bombs.append(("HEIF", box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + meta))
        bombs.append(
            (
                "HEIF, 64 bits",
                box("ftyp", Array("avif\0\0\0\0".utf8)) + box("mdat", word(0x7FFF_FFFF) + word(0), claiming: 1)
            ))
        bombs.append(("JPEG 2000", box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + box("xml ", [], claiming: huge)))
        return bombs
    }()

    @Test(arguments: bombs.map(\.name))
    func `a small file that claims a gigabyte is refused without allocating it`(name: String) async throws {
        let folder = try TemporaryFolder()
        let bytes = try #require(Self.bombs.first { $0.name == name }).bytes
        #expect(bytes.count < 400)
        let path = try folder.writing(bytes, to: "bomb.bin")
        await #expect(processExitsWith: .success) { [path = path as String] in
            // The address space of the libraries themselves does not count.
            _ = try Self.picture.encoded(".png")
            let before = try Self.peakAddressSpace()
            #expect(throws: TileEngineError.self) {
                try Slicer.slice(try Scan(path: path, policy: .unguarded), to: path + ".szi")
            }
            let growth = try Self.peakAddressSpace() - before
            #expect(growth < Self.maxBytes, "\(growth) bytes")
        }
        let error = try #require(
            #expect(throws: TileEngineError.self) { try Scan(path: path, policy: .unguarded) })
        #expect(error.kind == .damaged && error.reason.contains("expected"), "\(error)")
    }

    /// Returns the peak address space of this process: proc_pid_status(5). Unlike the resident set, it includes memory
    /// that was allocated but never written.
    private static func peakAddressSpace() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmPeak:") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first) * 1024
    }

    @Test(arguments: [
        ".png", ".png[interlace]", ".webp", ".webp[lossless]", ".jp2", ".avif", ".jxl", ".tif", ".tif[bigtiff]",
        ".tif[tile,pyramid]", ".tif[compression=deflate]",
    ])
    func `intact files are accepted`(suffix: String) throws {
        let folder = try TemporaryFolder()
        let profiled = try Self.picture.withImage { image in
            try image.applying { cvips_icc_transform($0, "p3", "srgb", cvips_intent_relative) }.encoded(suffix: suffix)
        }
        let path = try folder.writing(profiled, to: "scan.bin")
        #expect(try Scan(path: path, policy: .unguarded).info.size == Self.picture.size)
    }

    @Test func `an extremely compressible image of one colour is accepted`() throws {
        let folder = try TemporaryFolder()
        let plain = try Picture(2000, 2000) { _, _ in (255, 255, 255) }.encoded(".png[compression=9]")
        #expect(try Scan(path: try folder.writing(plain, to: "scan.png")).info.width == 2000)
    }

    /// Checks a TIFF's directories, and returns the error.
    private func errorOfCheck(_ tiff: [UInt8]) throws -> TileEngineError? {
        let folder = try TemporaryFolder()
        let file = try OpenFile.forReading(try folder.writing(tiff, to: "scan.tif"), expected: "a TIFF file")
        do {
            try ChunkLengths.check(file, .tiff)
            return nil
        } catch let error as TileEngineError {
            return error
        }
    }

    @Test func `a TIFF with overlapping directories is refused once it has had too many fields`() throws {
        // Directories of 4,096 fields, 4 bytes apart. The fields have types that TIFF does not define.
        let (directoryCount, linkOffset, start) = (100, 2 + 12 * 4096, 8)
        var bytes: [UInt8] = [0x49, 0x49, 42, 0]
        bytes.append(littleEndian: UInt32(start))
        for _ in 0..<directoryCount + linkOffset / 4 + 1 { bytes += [0x00, 0x10, 0x00, 0x00] }
        for index in 0..<directoryCount {
            let next = index + 1 < directoryCount ? UInt32(start + (index + 1) * 4) : 0
            let place = start + index * 4 + linkOffset
            withUnsafeBytes(of: next.littleEndian) { bytes.replaceSubrange(place..<place + 4, with: $0) }
        }
        let error = try errorOfCheck(bytes)
        #expect(error?.kind == .damaged)
        #expect(error?.reason.contains("expected at most 262144") == true, "\(String(describing: error))")
    }

    @Test func `a TIFF directory of more fields than libtiff reads is refused`() throws {
        func directory(fieldCount: UInt16) -> [UInt8] {
            var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
            bytes.append(littleEndian: fieldCount)
            return bytes + [UInt8](repeating: 0, count: 12 * Int(fieldCount) + 4)
        }
        #expect(try errorOfCheck(directory(fieldCount: 4096)) == nil)
        let error = try errorOfCheck(directory(fieldCount: 4097))
        #expect(error?.kind == .damaged && error?.reason == "has a directory of 4097 fields, expected at most 4096")
    }

    @Test func `a TIFF of ten thousand pages is accepted`() throws {
        let pages = [TIFFFixture.Page](repeating: TIFFFixture.Page(width: 2, height: 2), count: 10_000)
        #expect(try errorOfCheck(TIFFFixture.bytes(pages)) == nil)
    }

    @Test func `the error names the chunk, its claimed length and the bytes left`() throws {
        let folder = try TemporaryFolder()
        let png = Self.png(Self.chunk("eXIf", [], claiming: 0x4400_0000) + Self.chunk("IDAT", []))
        #expect(png.count == 57)
        let path = try folder.writing(png, to: "scan.png")
        let error = #expect(throws: TileEngineError.self) { try Scan(path: path) }
        #expect(
            error?.reason == "has a part “eXIf” of 1140850688 bytes where 16 are left, expected a whole PNG file")
    }
}

import Foundation
import Testing

@testable import TileEngine

@Suite("Animations and reduced pages")
struct AnimationTests {
    /// Returns a chunk with its length, name and checksum.
    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        func bytes(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in Array(name.utf8) + content {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
        }
        return bytes(UInt32(content.count)) + Array(name.utf8) + content + bytes(~crc)
    }

    @Test func `an animated PNG reports its frames as pages, and acTL after the image data is ignored`() throws {
        let folder = try TemporaryFolder()
        var bytes = try Picture(30, 20) { x, y in (x, y, 0) }.encoded(".png")
        for (frames, count) in [(7, 7), (1, 1), (0, 1), (UInt32.max, 1_000_000)] as [(UInt32, Int)] {
            let content = withUnsafeBytes(of: frames.bigEndian, Array.init) + [0, 0, 0, 0]
            // After the header: eight bytes of signature and 25 of IHDR.
            var animated = bytes
            animated.insert(contentsOf: Self.chunk("acTL", content), at: 33)
            let scan = try Scan(path: try folder.writing(animated, to: "a.png"), policy: .unguarded)
            #expect(scan.info.pageCount == count && scan.info.width == 30)
            #expect(try Scan(path: folder.file("a.png"), policy: .isolated).info == scan.info)
        }
        // A chunk after the picture's data is ignored.
        bytes.insert(contentsOf: Self.chunk("acTL", [0, 0, 0, 7, 0, 0, 0, 0]), at: bytes.count - 12)
        #expect(try Scan(path: try folder.writing(bytes, to: "b.png"), policy: .unguarded).info.pageCount == 1)
    }

    @Test func `reduced versions and masks of pages are marked as reduced, also in a child process`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.writing(
            TIFFFixture.bytes([
                .init(width: 40, height: 32), .init(width: 20, height: 16, kind: 1),
                .init(width: 40, height: 32, kind: 4), .init(width: 30, height: 32, kind: 2),
            ]), to: "scan.tif")
        for policy in [ScanPolicy.unguarded, .isolated] {
            let reduced = try (1...4).map { try Scan(path: path, page: $0, policy: policy).info.isReduced }
            #expect(reduced == [false, true, true, false])
        }
    }

    @Test func `the file format is detected by content, not by extension`() throws {
        let folder = try TemporaryFolder()
        let picture = Picture(30, 20) { x, y in (x, y, 0) }
        #expect(ScanFormat(ofFile: try folder.writing(try picture.encoded(".png"), to: "a.txt")) == .png)
        #expect(ScanFormat(ofFile: try folder.writing(Array("GIF".utf8), to: "a.gif")) == nil)
        #expect(ScanFormat(ofFile: folder.file("nowhere")) == nil && ScanFormat(ofFile: folder.file("")) == nil)
    }
}

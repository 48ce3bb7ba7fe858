import CVips
import CZlib
import Foundation
import Testing

@testable import TileEngine

@Suite("Hostile scans", .serialized)
struct HostileScanTests {
    /// The maximum memory that one may cost, including the baseline of a test process, in bytes.
    private static let maxBytes = 400 << 20
    private static let maxSeconds = 20.0

    private static let picture = Picture(300, 200) { x, y in (x * 7 + y, (x ^ y) * 3, x * y) }

    /// Slices a file in a separate process and checks the cost.
    private func slice(
        _ bytes: [UInt8], in folder: TemporaryFolder, expecting error: Bool? = true, _ name: String = "scan.bin"
    ) async throws {
        let path = try folder.writing(bytes, to: name)
        let out = folder.file("out.szi")
        await #expect(processExitsWith: .success) {
            [path = path as String, out = out as String, error = error as Bool?] in
            let start = ContinuousClock.now
            do {
                try Slicer.slice(try Scan(path: path, policy: .unguarded), to: out)
                #expect(error != true, "no error")
                try TileArchive(path: out).verify()
            } catch let fault as TileEngineError {
                #expect(error != false, "\(fault)")
                #expect(fault.description.hasPrefix("\(path): ") && !fault.description.contains("\n"), "\(fault)")
                #expect([.damaged, .tooLarge, .unsupported].contains(fault.kind), "\(fault)")
                #expect(fault.reason.contains("expected"), "\(fault)")
            }
            #expect((ContinuousClock.now - start) / .seconds(1) < Self.maxSeconds)
            let peak = try Self.peakByteCount()
            #expect(peak < Self.maxBytes, "\(peak) bytes")
        }
        try? FileManager.default.removeItem(atPath: out)
        #expect(try !folder.contents.contains { $0.hasPrefix("out.szi") })
    }

    /// Returns the peak memory of this process since it began to execute its program: proc_pid_status(5).
    private static func peakByteCount() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }) * 1024
    }

    /// Returns the bytes with a number written at an offset from the start of a pattern.
    private func patched(
        _ bytes: [UInt8], after pattern: [UInt8], skipping count: Int, _ content: [UInt8]
    ) throws -> [UInt8] {
        let range = try #require(Data(bytes).range(of: Data(pattern)))
        var bytes = bytes
        let start = range.upperBound + count
        bytes.replaceSubrange(start..<start + content.count, with: content)
        return bytes
    }

    @Test(arguments: ["baseline", "progressive", "tiff", "tiff, tiled", "webp", "gif", "jp2", "avif"])
    func `a header claiming more pixels than the file has costs bounded time and memory`(kind: String) async throws {
        let folder = try TemporaryFolder()
        let bytes: [UInt8]
        switch kind {
        case "baseline":
            bytes = try patched(
                Self.picture.encoded(".jpg"), after: [0xFF, 0xC0], skipping: 3, [0xFF, 0xDC, 0xFF, 0xDC])
        case "progressive":
            bytes = try patched(
                Self.picture.encoded(".jpg[interlace]"), after: [0xFF, 0xC2], skipping: 3, [0xFF, 0xDC, 0xFF, 0xDC])
        case "tiff": bytes = TIFFFixture.bytes([.init(width: 1 << 19, height: 1 << 19, pixels: [1, 2, 3])])
        case "tiff, tiled":
            // Only the width of the picture, so that there are too few tiles.
            bytes = try patched(
                Self.picture.encoded(".tif[tile,tile-width=64,tile-height=64,compression=deflate]"),
                after: [0, 1, 3, 0, 1, 0, 0, 0], skipping: 0, [0xFF, 0xFF, 0, 0])
        case "webp":
            bytes = try patched(
                Self.picture.encoded(".webp"), after: [0x9D, 0x01, 0x2A], skipping: 0, [0xFF, 0x3F, 0xFF, 0x3F])
        case "gif":
            let gif = try patched(
                Self.picture.encoded(".gif"), after: Array("GIF89a".utf8), skipping: 0, [0xFF, 0xFF, 0xFF, 0xFF])
            bytes = gif
        case "jp2":
            bytes = try patched(
                Self.picture.encoded(".jp2"), after: [0xFF, 0x51], skipping: 4,
                [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        default:
            bytes = try patched(
                Self.picture.encoded(".avif"), after: Array("ispe".utf8), skipping: 4,
                [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
        }
        // libvips does not trust a GIF with so large a screen, and uses the size of its picture.
        try await slice(bytes, in: folder, expecting: kind == "gif" ? nil : true)
    }

    @Test(arguments: ["", "[profile=p3]"])
    func `a JPEG with thousands of scans is refused in bounded time and memory`(option: String) async throws {
        let folder = try TemporaryFolder()
        let options = option.isEmpty ? "[interlace]" : "[interlace,profile=p3]"
        let bytes = try Picture(2000, 2000) { x, y in (x / 200, y / 200, 90) }.encoded(".jpg\(options)")
        // The last scan only refines the picture and can be repeated.
        let marker = try #require(Data(bytes).range(of: Data([0xFF, 0xDA]), options: .backwards))
        let last = bytes[marker.lowerBound..<bytes.count - 2]
        var bomb = Array(bytes.dropLast(2))
        for _ in 0..<3000 { bomb += last }
        bomb += [0xFF, 0xD9]
        try await slice(bomb, in: folder)
    }

    /// Returns zeros compressed by zlib, produced in parts.
    private static func compressedZeros(byteCount: Int) throws -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        try #require(deflateInit_(&stream, Z_DEFAULT_COMPRESSION, zlibVersion(), size) == Z_OK)
        defer { deflateEnd(&stream) }
        var zeros = [UInt8](repeating: 0, count: 1 << 20)
        var compressed: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        for start in stride(from: 0, to: byteCount, by: zeros.count) {
            let flush = start + zeros.count >= byteCount ? Z_FINISH : Z_NO_FLUSH
            zeros.withUnsafeMutableBufferPointer { zeros in
                stream.next_in = zeros.baseAddress
                stream.avail_in = uInt(min(zeros.count, byteCount - start))
                repeat {
                    part.withUnsafeMutableBufferPointer { part in
                        stream.next_out = part.baseAddress
                        stream.avail_out = uInt(part.count)
                        _ = deflate(&stream, flush)
                    }
                    compressed += part.prefix(part.count - Int(stream.avail_out))
                } while stream.avail_out == 0
            }
        }
        return compressed
    }

    /// Returns a PNG with an additional chunk, whose content is compressed and follows a name and two zeros.
    private func png(chunk name: String, keyword: String, byteCount: Int) throws -> [UInt8] {
        let compressed = try Self.compressedZeros(byteCount: byteCount)
        let content = Array(name.utf8) + Array(keyword.utf8) + [0, 0] + compressed
        let checksum = content.withUnsafeBytes { StoredEntry.checksum(of: $0) }
        var chunk = withUnsafeBytes(of: UInt32(content.count - 4).bigEndian, Array.init)
        chunk += content
        chunk += withUnsafeBytes(of: checksum.bigEndian, Array.init)
        let bytes = try Self.picture.encoded(".png")
        // After the signature and the header.
        return Array(bytes.prefix(33)) + chunk + bytes.dropFirst(33)
    }

    @Test(arguments: ["zTXt", "iCCP"])
    func `a PNG with a gigabyte in a compressed metadata chunk costs bounded memory`(chunk: String) async throws {
        let folder = try TemporaryFolder()
        // It may be read without the hidden data, or refused.
        try await slice(try png(chunk: chunk, keyword: "a", byteCount: 1 << 30), in: folder, expecting: nil)
    }

    @Test func `a small PNG with many pixels is sliced in bounded memory`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("bomb.png")
        try Picture(8, 8) { _, _ in (9, 9, 9) }.withImage { image in
            let large = try image.applying { cvips_draw_enlarge($0, 1500, 12_000, 12_000) }
            #expect(cvips_image_write_to_file(large.pointer, path) == 0)
        }
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(bytes.count < 1_000_000)
        try await slice(bytes, in: folder, expecting: false)
    }

    @Test func `a scan with a huge profile that misstates its size is sliced in bounded memory`() async throws {
        let folder = try TemporaryFolder()
        var profile = ICCFixture.oddProfile
        profile.replaceSubrange(0..<4, with: [0x7F, 0xFF, 0xFF, 0xFF])
        profile += [UInt8](repeating: 7, count: 5 << 20)
        let bytes = try Self.picture.withImage { image in
            cvips_image_set_blob(image.pointer, "icc-profile-data", profile, profile.count)
            return try image.encoded(suffix: ".tif")
        }
        try await slice(bytes, in: folder, expecting: false)
    }
}

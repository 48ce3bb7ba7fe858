import Foundation
import Testing

@testable import TileEngine

@Suite("Hostile archives")
struct HostileArchiveTests {
    /// Opens an archive, which must fail, and returns the single clear error.
    private func error(opening bytes: [UInt8]) throws -> TileEngineError {
        let folder = try TemporaryFolder()
        let path = try folder.writing(bytes, to: "out.szi")
        let error = try #require(#expect(throws: TileEngineError.self) { try TileArchive(path: path) })
        #expect(error.description.hasPrefix(path + ": ") && !error.description.contains("\n"))
        return error
    }

    private func error(_ change: (inout ZipFixture) throws -> Void) throws -> TileEngineError {
        var fixture = try ZipFixture.archive()
        try change(&fixture)
        return try error(opening: fixture.bytes)
    }

    @Test func `a file that is no ZIP and a ZIP truncated anywhere are refused`() throws {
        #expect(try error(opening: Array("not a zip".utf8)).reason.hasPrefix("has no zip directory at its end"))
        #expect(try error(opening: []).kind == .unreadable)
        let bytes = try ZipFixture.archive().bytes
        for count in stride(from: 1, to: bytes.count, by: 37) {
            #expect(try error(opening: Array(bytes.prefix(count))).kind == .damaged)
        }
        #expect(try error(opening: Array(bytes.dropFirst(1))).kind == .damaged)
    }

    @Test func `a missing file and a folder are unreadable as archives`() throws {
        let folder = try TemporaryFolder()
        for (path, words) in [
            (folder.file("none.szi"), "No such file or directory, expected an SZI archive"),
            (folder.path, "is a folder, expected an SZI archive"),
        ] {
            let error = #expect(throws: TileEngineError.self) { try TileArchive(path: path) }
            #expect(error?.kind == .unreadable && error?.reason == words)
        }
    }

    @Test func `offsets and sizes beyond the end of the file are reported as damage`() throws {
        for offset in [UInt32.max - 1, 100_000] {
            #expect(try error { $0.change("10/1_1.jpg") { $0.statedOffset = offset } }.kind == .damaged)
            #expect(try error { $0.statedDirectoryOffset = offset }.kind == .damaged)
            #expect(try error { $0.statedDirectoryByteCount = offset }.kind == .damaged)
            #expect(try error { $0.change("10/1_1.jpg") { $0.statedByteCount = offset } }.kind == .damaged)
        }
        // Zip64's sentinel without a zip64 field.
        #expect(try error { $0.change("10/1_1.jpg") { $0.statedOffset = .max } }.kind == .damaged)
        #expect(try error { $0.change("10/1_1.jpg") { $0.statedByteCount = .max } }.kind == .damaged)
        let far: [UInt8] = [1, 0, 8, 0] + [UInt8](repeating: 0xFF, count: 8)
        #expect(
            try error {
                $0.change("10/1_1.jpg") { entry in
                    entry.statedOffset = .max
                    entry.directoryExtra = far
                }
            }.kind == .damaged)
    }

    @Test func `overlapping entries are reported as damage`() throws {
        let overlap = try error { $0.change("10/1_1.jpg") { $0.statedOffset = 0 } }
        #expect(overlap.kind == .damaged && overlap.reason.contains("expected no overlap"))
        #expect(try error { $0.change("9/0_0.jpg") { $0.statedByteCount = 60 } }.kind == .damaged)
    }

    @Test func `a wrong entry count is reported as damage`() throws {
        #expect(try error { $0.statedCount = 65_534 }.reason.contains("expected at least 46 for each"))
        #expect(try error { $0.statedCount = 3 }.kind == .damaged)
        #expect(try error { $0.statedCount = 0 }.kind == .damaged)
        #expect(try error { $0.statedCount = .max }.kind == .damaged)
    }

    @Test func `a ZIP64 record with impossible values is reported as damage`() throws {
        let bytes = try ZipFixture.archive().bytes
        let end = bytes.count - 22
        func record(position: UInt64, count: UInt64, size: UInt64, offset: UInt64) -> [UInt8] {
            var zip = Array(bytes.prefix(end))
            zip.append(littleEndian: 0x0606_4B50 as UInt32)
            zip.append(littleEndian: 44 as UInt64)
            zip.append(littleEndian: 0x002D_002D as UInt32)
            zip.append(littleEndian: 0 as UInt64)
            for value in [count, count, size, offset] { zip.append(littleEndian: value) }
            zip.append(littleEndian: 0x0706_4B50 as UInt32)
            zip.append(littleEndian: 0 as UInt32)
            zip.append(littleEndian: position)
            zip.append(littleEndian: 1 as UInt32)
            var last = Array(bytes.suffix(22))
            for index in 8..<20 { last[index] = 0xFF }
            return zip + last
        }
        for value in [UInt64.max, UInt64(Int64.max), 1 << 40, UInt64(end)] {
            #expect(try error(opening: record(position: value, count: 1, size: 46, offset: 0)).kind == .damaged)
            let position = UInt64(end)
            #expect(try error(opening: record(position: position, count: value, size: 46, offset: 0)).kind == .damaged)
            #expect(try error(opening: record(position: position, count: 1, size: value, offset: 0)).kind == .damaged)
            #expect(try error(opening: record(position: position, count: 1, size: 46, offset: value)).kind == .damaged)
            #expect(
                try error(opening: record(position: position, count: value, size: value, offset: value)).kind
                    == .damaged)
        }
    }

    @Test func `a wrong checksum of the descriptor is reported as damage`() throws {
        let error = try error { $0.change(".dzi") { $0.checksum = 1 } }
        #expect(error.kind == .damaged && error.reason.contains("checksum"))
    }

    @Test func `a tile whose local header does not match its entry is reported as damaged`() throws {
        var fixture = try ZipFixture.archive()
        fixture.change("10/1_1.jpg") { $0.localName = String(repeating: "x", count: 60) }
        let folder = try TemporaryFolder()
        let archive = try TileArchive(path: try folder.writing(fixture.bytes, to: "out.szi"))
        let error = #expect(throws: TileEngineError.self) {
            try archive.tile(TileAddress(level: 10, column: 1, row: 1))
        }
        #expect(error?.kind == .damaged)
    }

    @Test func `compressed or encrypted entries are refused as unsupported`() throws {
        #expect(try error { $0.change("10/1_1.jpg") { $0.method = 8 } }.kind == .unsupported)
        #expect(try error { $0.change("10/1_1.jpg") { $0.flags = 1 } }.kind == .unsupported)
        #expect(try error { $0.change(".dzi") { $0.method = 8 } }.kind == .unsupported)
    }

    @Test func `a missing, duplicate or invalid descriptor is refused`() throws {
        #expect(try error { $0.entries.removeFirst() }.reason.contains("has no .dzi file"))
        #expect(try error { $0.entries.append(.init(name: "b.dzi", content: [1])) }.reason.contains("several .dzi"))
        for (xml, words) in [
            ("", "without <Image> or <Size>"), ("<Image/>", "without <Image> or <Size>"),
            ("<!DOCTYPE a [<!ENTITY b 'c'>]><Image/>", "document type"), ("<Image><Size", "Width “”"),
            ("<Image TileSize='256' Overlap='0' Format='jpg'><Size Width='x' Height='1'/></Image>", "Width “x”"),
            ("<Image TileSize='256' Overlap='1' Format='jpg'><Size Width='9' Height='9'/></Image>", "overlap by 1"),
            ("<Image TileSize='256' Overlap='0' Format='bmp'><Size Width='9' Height='9'/></Image>", "“bmp”"),
            ("<Image TileSize='9' Overlap='0' Format='jpg'><Size Width='9' Height='9'/></Image>", "tile size of 9"),
            (
                "<Image TileSize='256' Overlap='0' Format='jpg'><Size Width='9999999999' Height='9'/></Image>",
                "9999999999"
            ),
            (
                "<Image TileSize='64' Overlap='0' Format='jpg'><Size Width='1073741824' Height='1073741824'/></Image>",
                "tiles"
            ),
            ("<Image TileSize='99999999999999999999' Overlap='0'><Size Width='9' Height='9'/></Image>", "TileSize"),
        ] {
            let error = try error { $0.change(".dzi") { $0.content = Array(xml.utf8) } }
            #expect(error.reason.contains(words), "\(error)")
        }
        let huge = [UInt8](repeating: 0x20, count: 70_000)
        #expect(try error { $0.change(".dzi") { $0.content = huge } }.reason.contains("expected at most 65536"))
    }

    @Test func `a descriptor with a BOM, comments and unusual spacing is read`() throws {
        let xml = """
            \u{FEFF}<?xml version='1.0'?><!-- <Image TileSize="9"> -->
            <Image  TileSize = '256'
              Format="jpg" Url="x > y" Overlap='0' xmlns='http://schemas.microsoft.com/deepzoom/2009'>
            <Size Height="300" Width="600"></Size></Image>
            """
        let descriptor = try DeepZoomDescriptor(xml: Array(xml.utf8))
        let pyramid = try Pyramid(width: 600, height: 300)
        #expect(descriptor == DeepZoomDescriptor(pyramid: pyramid, format: .jpeg))
        #expect(try DeepZoomDescriptor(xml: Array(descriptor.xml.utf8)) == descriptor)
    }

    @Test func `missing, duplicate, empty, oversized or out-of-grid tiles are refused`() throws {
        let missing = try error { $0.entries.removeAll { $0.name.hasSuffix("10/1_1.jpg") } }
        #expect(missing.kind == .damaged)
        let replaced = try error { $0.change("10/1_1.jpg") { $0.name = "scan_files/readme" } }
        #expect(replaced.reason.contains("has no tile 10/1_1"))
        let doubled = try error { $0.entries.append(.init(name: "scan_files/10/1_1.jpg", content: [1])) }
        #expect(doubled.reason.contains("has the tile 10/1_1 twice"))
        for name in ["10/3_0", "10/0_2", "11/0_0", "999999999/0_0"] {
            let outside = try error { $0.entries.append(.init(name: "scan_files/\(name).jpg", content: [1])) }
            #expect(outside.reason.contains("has the tile \(name) outside the grid of 600 × 300"))
        }
        #expect(try error { $0.change("10/1_1.jpg") { $0.content = [] } }.kind == .damaged)
        let huge = [UInt8](repeating: 1, count: 2_000_000)
        #expect(try error { $0.change("10/1_1.jpg") { $0.content = huge } }.reason.contains("expected 1 to"))
    }

    @Test(arguments: ["../evil", "a/../b", "/etc/passwd", "a\\b", "..", "a/..", "", "a\u{0}b"])
    func `entry names that escape the folder are refused`(name: String) throws {
        let error = try error { $0.entries.append(.init(name: name, content: [1])) }
        #expect(error.kind == .damaged && error.reason.contains("expected a name within the archive"))
    }

    @Test func `entry names with harmless dots are accepted`() throws {
        let folder = try TemporaryFolder()
        var fixture = try ZipFixture.archive()
        for name in ["...", "a..b", "a/.../c", "..a", ".hidden"] {
            fixture.entries.append(.init(name: name, content: [1]))
        }
        _ = try TileArchive(path: try folder.writing(fixture.bytes, to: "out.szi"))
    }

    @Test func `a randomly damaged archive yields the right tile or a one-line error`() throws {
        let folder = try TemporaryFolder()
        let bytes = try ZipFixture.archive().bytes
        var numbers = RepeatableNumbers(seed: 9)
        for _ in 0..<1500 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                damaged[.random(in: damaged.indices, using: &numbers)] = .random(in: 0...255, using: &numbers)
            }
            let path = try folder.writing(damaged, to: "out.szi")
            do {
                let archive = try TileArchive(path: path)
                let address = TileAddress(level: 10, column: 1, row: 1)
                if let tile = try archive.tile(address), archive.pyramid.tileSize == 256 {
                    #expect(tile == ZipFixture.content(of: address))
                }
                try archive.verify()
            } catch let error as TileEngineError {
                #expect(error.description.hasPrefix(path + ": ") && !error.description.contains("\n"))
            }
        }
    }

    @Test func `rendering from tiles that are not images is reported as damage`() throws {
        let folder = try TemporaryFolder()
        let archive = try TileArchive(path: try folder.writing(try ZipFixture.archive().bytes, to: "out.szi"))
        let address = TileAddress(level: archive.pyramid.doubleLevel, column: 0, row: 0)
        let error = #expect(throws: TileEngineError.self) {
            try TileRenderer(archive: archive).tile(address, as: .png)
        }
        #expect(error?.kind == .damaged)
        #expect(error?.description.hasPrefix("\(archive.path): has the tile 10/0_0, which cannot be decoded") == true)
    }
}

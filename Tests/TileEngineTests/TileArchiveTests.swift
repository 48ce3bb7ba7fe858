import Foundation
import Testing

@testable import TileEngine

@Suite("TileArchive")
struct TileArchiveTests {
    /// Writes an archive with tiles of a few bytes each, with our own writer.
    private func written(
        _ folder: TemporaryFolder, _ pyramid: Pyramid, format: TileFormat = .png, name: String = "out.szi",
        position: Int64 = 0
    ) throws -> String {
        var writer = try SZIWriter(path: folder.file(name), pyramid: pyramid, format: format, position: position)
        for level in 0...pyramid.nativeLevel {
            for address in pyramid.addresses(atLevel: level) {
                try writer.append(ZipFixture.content(of: address), at: address)
            }
        }
        try writer.finish()
        return folder.file(name)
    }

    private func expectAllTiles(_ archive: TileArchive) throws {
        for level in 0...archive.pyramid.nativeLevel {
            for address in archive.pyramid.addresses(atLevel: level) {
                let content = ZipFixture.content(of: address)
                #expect(try archive.tile(address) == content)
                #expect(archive.byteCount(of: address) == content.count)
                #expect(archive.checksum(of: address) == content.withUnsafeBytes { StoredEntry.checksum(of: $0) })
            }
        }
        try archive.verify()
    }

    @Test(arguments: [(1, 1), (1, 100_000), (600, 300), (1025, 4097)], TileFormat.allCases)
    func `tiles that were written are read back`(size: (Int, Int), format: TileFormat) throws {
        let folder = try TemporaryFolder()
        let pyramid = try Pyramid(width: size.0, height: size.1)
        let archive = try TileArchive(path: try written(folder, pyramid, format: format))
        #expect(archive.pyramid == pyramid)
        #expect(archive.format == format)
        try expectAllTiles(archive)
    }

    @Test func `the same tiles give the same archive bytes`() throws {
        let folder = try TemporaryFolder()
        let pyramid = try Pyramid(width: 600, height: 300)
        let first = try Data(contentsOf: URL(fileURLWithPath: try written(folder, pyramid)))
        try FileManager.default.removeItem(atPath: folder.file("out.szi"))
        let second = try Data(contentsOf: URL(fileURLWithPath: try written(folder, pyramid)))
        #expect(first == second)
    }

    @Test func `tiles of the 2× level and outside the grid are nil`() throws {
        let folder = try TemporaryFolder()
        let archive = try TileArchive(path: try written(folder, try Pyramid(width: 600, height: 300)))
        for (level, column, row) in [
            (11, 0, 0), (12, 0, 0), (-1, 0, 0), (10, 3, 0), (10, 0, 2), (10, -1, 0), (10, 0, -1), (0, 1, 0),
            (.max, .max, .max), (.min, .min, .min), (10, .max, .max),
        ] {
            let address = TileAddress(level: level, column: column, row: row)
            #expect(try archive.tile(address) == nil)
            #expect(archive.checksum(of: address) == nil)
            #expect(archive.byteCount(of: address) == nil)
        }
    }

    @Test func `an archive laid out like those of Python's zipfile is read`() throws {
        let folder = try TemporaryFolder()
        for (stem, fileExtension) in [("scan", "jpg"), ("a/b c/\u{e9}t\u{e9}", "jpeg"), ("x", "png")] {
            let fixture = try ZipFixture.archive(stem: stem, fileExtension: fileExtension)
            let archive = try TileArchive(path: try folder.writing(fixture.bytes, to: "out.szi"))
            #expect(archive.pyramid == (try Pyramid(width: 600, height: 300)))
            try expectAllTiles(archive)
        }
    }

    @Test func `folders, foreign files, comments, extra fields and data descriptors are tolerated`() throws {
        let folder = try TemporaryFolder()
        var fixture = try ZipFixture.archive()
        fixture.entries.insert(.init(name: "scan_files/", content: []), at: 0)
        fixture.entries.append(.init(name: "scan_files/vips-properties.xml", content: Array("<a/>".utf8)))
        fixture.entries.append(.init(name: "README", content: [0x4B, 0x04], method: 8))
        fixture.entries.append(.init(name: "scan_files/10/00_0.jpg", content: [1]))
        fixture.comment = Array("a comment, and PK\u{5}\u{6} in it".utf8)
        for index in fixture.entries.indices {
            fixture.entries[index].hasDataDescriptor = index % 2 == 0
            fixture.entries[index].localExtra = [UInt8](repeating: 0, count: index % 3 * 8)
            fixture.entries[index].directoryExtra = [0x55, 0x54, 1, 0, 7]
        }
        try expectAllTiles(try TileArchive(path: try folder.writing(fixture.bytes, to: "out.szi")))
    }

    @Test func `the slicer's archive of an image is read back to its pixels`() throws {
        let folder = try TemporaryFolder()
        let picture = Picture(520, 300) { x, y in (x, y, x + y) }
        let scan = try Scan(path: try folder.writing(try picture.encoded(), to: "scan.png"))
        try Slicer.slice(scan, to: folder.file("out.szi"), options: SliceOptions(format: .png))
        let archive = try TileArchive(path: folder.file("out.szi"))
        #expect(try archive.stitchedLevel(10) == picture)
    }

    @Test func `tiles of an archive of more than 65,535 entries are read back`() throws {
        let folder = try TemporaryFolder()
        let pyramid = try Pyramid(width: 256 * 64, height: 256 * 64, tileSize: 64)
        #expect(pyramid.storedTileCount > 65_535)
        let archive = try TileArchive(path: try written(folder, pyramid))
        #expect(archive.pyramid == pyramid)
        for address in [
            TileAddress(level: 0, column: 0, row: 0), TileAddress(level: 14, column: 0, row: 0),
            TileAddress(level: 14, column: 255, row: 255), TileAddress(level: 13, column: 127, row: 3),
        ] {
            #expect(try archive.tile(address) == ZipFixture.content(of: address))
        }
        #expect(try archive.tile(TileAddress(level: 14, column: 256, row: 0)) == nil)
    }

    @Test(arguments: [UInt64(UInt32.max) - 3000, 5 << 30, 1 << 40])
    func `tiles beyond 4 GB are read back`(offset: UInt64) throws {
        let folder = try TemporaryFolder()
        let pyramid = try Pyramid(width: 600, height: 300)
        let archive = try TileArchive(path: try written(folder, pyramid, position: Int64(offset)))
        #expect(archive.byteCount > Int64(offset))
        try expectAllTiles(archive)
    }

    @Test func `many threads read tiles concurrently`() async throws {
        let folder = try TemporaryFolder()
        let archive = try TileArchive(path: try written(folder, try Pyramid(width: 3000, height: 2000)))
        await withTaskGroup(of: Void.self) { group in
            for seed in 0..<8 {
                group.addTask {
                    var numbers = RepeatableNumbers(seed: UInt64(seed))
                    for _ in 0..<500 {
                        let level = Int.random(in: 8...12, using: &numbers)
                        let address = TileAddress(
                            level: level, column: .random(in: 0..<12, using: &numbers),
                            row: .random(in: 0..<8, using: &numbers))
                        let tile = try? archive.tile(address)
                        let expected = archive.pyramid.contains(address) ? ZipFixture.content(of: address) : nil
                        #expect(tile == expected)
                    }
                }
            }
        }
    }

    @Test func `a changed tile is reported as damaged by reading and by verifying`() throws {
        let folder = try TemporaryFolder()
        let path = try written(folder, try Pyramid(width: 600, height: 300))
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let position = try #require(Data(bytes).firstRange(of: Data("tile 10/2_1".utf8))).lowerBound
        bytes[position + 8] ^= 1
        let archive = try TileArchive(path: try folder.writing(bytes, to: "out.szi"))
        let address = TileAddress(level: 10, column: 2, row: 1)
        let error = #expect(throws: TileEngineError.self) { try archive.tile(address) }
        #expect(error?.kind == .damaged)
        #expect(error?.description.hasPrefix("\(path): has the tile 10/2_1 with the checksum ") == true)
        #expect(throws: TileEngineError.self) { try archive.verify() }
        #expect(throws: CancellationError.self) { try archive.verify(isCancelled: { true }) }
    }

    @Test func `reading an archive truncated while open is reported as damage`() throws {
        let folder = try TemporaryFolder()
        let path = try written(folder, try Pyramid(width: 600, height: 300))
        let archive = try TileArchive(path: path)
        #expect(truncate(path, 40) == 0)
        let error = #expect(throws: TileEngineError.self) {
            try archive.tile(TileAddress(level: 10, column: 2, row: 1))
        }
        #expect(error?.kind == .damaged)
    }
}

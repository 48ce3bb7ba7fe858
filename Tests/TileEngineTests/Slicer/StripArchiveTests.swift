import Foundation
import Testing

@testable import TileEngine

@Suite("StripArchive")
struct StripArchiveTests {
    private func write(_ pyramid: Pyramid, to path: String, from position: Int64 = 0) throws {
        let file = try OpenFile.creating(path)
        let names = EntryNames(stem: "scan", fileExtension: "jpg")
        var archive = StripArchive(
            file: file, destination: path, names: names,
            descriptor: DeepZoomDescriptor(pyramid: pyramid, format: .jpeg),
            position: position)
        for level in 0...pyramid.nativeLevel {
            var chunk = TileChunk()
            for address in pyramid.addresses(atLevel: level) {
                try Array("\(address)".utf8).withUnsafeBytes { try chunk.append($0, named: names.tile(address)) }
            }
            try archive.append(chunk)
        }
        try archive.finish()
    }

    @Test func `an archive of more than 65,535 tiles can be read back, also by Python`() throws {
        let folder = try TemporaryFolder()
        let pyramid = try Pyramid(width: 16_384, height: 16_384, tileSize: 64)
        #expect(pyramid.storedTileCount > 65_535)
        try write(pyramid, to: folder.file("many.szi"))
        let archive = try TileArchive(path: folder.file("many.szi"))
        #expect(archive.pyramid == pyramid)
        let last = TileAddress(level: pyramid.nativeLevel, column: 255, row: 255)
        #expect(try archive.tile(last) == Array("14/255_255".utf8))
        if let names = try Self.readByPython(folder.file("many.szi"), tile: "14/255_255") {
            #expect(names == pyramid.storedTileCount + 1)
        }
    }

    @Test(arguments: [1 << 32 - 500, 5 << 30])
    func `an archive of more than 4 GB can be read back, also by Python`(position: Int64) throws {
        let folder = try TemporaryFolder()
        let pyramid = try Pyramid(width: 700, height: 500)
        try write(pyramid, to: folder.file("far.szi"), from: position)
        let archive = try TileArchive(path: folder.file("far.szi"))
        try archive.verify()
        #expect(archive.byteCount > 1 << 32)
        if let names = try Self.readByPython(folder.file("far.szi"), tile: "10/2_1") {
            #expect(names == pyramid.storedTileCount + 1)
        }
    }

    /// Reads an archive with Python's zipfile, which shares no code with ours, and a tile whose content is its address.
    ///
    /// - Returns: The number of entries; nil without Python.
    private static func readByPython(_ path: String, tile: String) throws -> Int? {
        let python = "/usr/bin/python3"
        guard FileManager.default.isExecutableFile(atPath: python) else { return nil }
        let script = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as archive:
                names = archive.namelist()
                for name in names[::97] + names[-3:]:
                    archive.read(name)
                content = archive.read(f"scan/scan_files/{sys.argv[2]}.jpg").decode()
                print(len(names) if content == sys.argv[2] else content)
            """
        let (status, output) = try SystemProgram.run(python, ["-c", script, path, tile])
        #expect(status == 0)
        let words = output.trimmingCharacters(in: .whitespacesAndNewlines)
        let count: Int = try #require(Int(words), "\(words)")
        return count
    }

    @Test func `an empty tile is refused`() {
        var chunk = TileChunk()
        #expect(throws: TileEngineError.self) {
            try [UInt8]().withUnsafeBytes { try chunk.append($0, named: "a") }
        }
    }
}

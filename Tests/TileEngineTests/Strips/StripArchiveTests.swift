import Foundation
import Testing

@testable import TileEngine

@Suite("Strips: the archive")
struct StripArchiveTests {
    private func write(_ pyramid: Pyramid, to path: String, from position: Int64 = 0) throws {
        let file = try OpenFile.creating(path)
        let names = EntryNames(stem: "scan", fileExtension: "jpg")
        var archive = StripArchive(
            file: file, place: path, names: names, descriptor: DeepZoomDescriptor(pyramid: pyramid, format: .jpeg),
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

    @Test func `more than 65,535 tiles make it zip64`() throws {
        let folder = try TemporaryFolder()
        let pyramid = try Pyramid(width: 16_384, height: 16_384, tileSize: 64)
        #expect(pyramid.storedTileCount > 65_535)
        try write(pyramid, to: folder.file("many.szi"))
        let archive = try TileArchive(path: folder.file("many.szi"))
        #expect(archive.pyramid == pyramid)
        let last = TileAddress(level: pyramid.nativeLevel, column: 255, row: 255)
        #expect(try archive.tile(last) == Array("14/255_255".utf8))
    }

    @Test func `an archive of more than 4 GB is zip64`() throws {
        let folder = try TemporaryFolder()
        let pyramid = try Pyramid(width: 700, height: 500)
        try write(pyramid, to: folder.file("far.szi"), from: 5 << 30)
        let archive = try TileArchive(path: folder.file("far.szi"))
        try archive.verify()
        #expect(archive.byteCount > 5 << 30)
    }

    @Test func `an empty tile is refused`() {
        var chunk = TileChunk()
        #expect(throws: TileEngineError.self) {
            try [UInt8]().withUnsafeBytes { try chunk.append($0, named: "a") }
        }
    }
}

import Foundation
import Testing

@testable import TileEngine

@Suite("Archives that are elsewhere")
struct RemoteArchiveTests {
    private let folder: TemporaryFolder
    private let pyramid: Pyramid

    init() throws {
        folder = try TemporaryFolder()
        pyramid = try Pyramid(width: 1_500, height: 1_100)
    }

    private func far(tileByteCount: Int = 9_000, name: String = "far.szi") throws -> FarArchive {
        try FarArchive(pyramid, tileByteCount: tileByteCount, in: folder, name: name)
    }

    private func files(byteLimit: Int = 1 << 30, fileLimit: Int = 100) throws -> RemoteArchiveCache {
        try RemoteArchiveCache(folder: folder.file("cache"), byteLimit: byteLimit, fileLimit: fileLimit, moveSeconds: 0)
    }

    private var addresses: [TileAddress] { (0...pyramid.nativeLevel).flatMap { pyramid.addresses(atLevel: $0) } }

    private func expectAllTiles(_ archive: TileArchive, tileByteCount: Int = 9_000) throws {
        for address in addresses {
            #expect(try archive.tile(address) == FarArchive.tile(address, byteCount: tileByteCount))
        }
    }

    /// Returns the disk space that the file occupies.
    private func diskByteCount(_ name: String = "far.szi") -> Int {
        var status = stat()
        return stat(folder.file("cache/" + name), &status) == 0 ? Int(status.st_blocks) * 512 : 0
    }

    @Test func `the directory is read when it is opened, and a tile when it is asked for`() throws {
        let (far, files) = (try far(), try files())
        let archive = try TileArchive(far, keptIn: files)
        #expect(archive.pyramid == pyramid && archive.source != nil && archive.isUnmodified)
        // The end, the descriptor, and the first tile.
        #expect(far.takeReads().count <= 3)
        let address = TileAddress(level: pyramid.nativeLevel, column: 3, row: 2)
        let place = try #require(archive.remoteLocation(of: address))
        #expect(try archive.tile(address) == FarArchive.tile(address, byteCount: 9_000))
        #expect(far.takeReads() == [place.range])
        // Tiles that are yet to be written are available, too.
        #expect(try archive.tile(address) == FarArchive.tile(address, byteCount: 9_000))
        files.waitForWrites()
        #expect(archive.remoteLocation(of: address) == nil)
        #expect(try archive.tile(address) == FarArchive.tile(address, byteCount: 9_000))
        #expect(far.takeReads().isEmpty)
        #expect(diskByteCount() < Int(archive.byteCount) / 2)
    }

    @Test func `it is answered without waiting once it is on this disk`() throws {
        let (far, files) = (try far(), try files())
        let archive = try TileArchive(far, keptIn: files)
        let address = TileAddress(level: pyramid.nativeLevel, column: 0, row: 0)
        let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 9_000, alignment: 16)
        defer { space.deallocate() }
        #expect(!archive.readTileWithoutWaiting(address, into: space))
        _ = try archive.tile(address)
        files.waitForWrites()
        #expect(archive.readTileWithoutWaiting(address, into: space))
        #expect(Array(space) == FarArchive.tile(address, byteCount: 9_000))
    }

    @Test func `a later run finds what is there`() throws {
        let far = try far()
        do {
            let files = try files()
            try expectAllTiles(try TileArchive(far, keptIn: files))
            files.waitForWrites()
        }
        _ = far.takeReads()
        let files = try files()
        #expect(files.usage.byteCount >= Int(far.byteCount))
        let archive = try TileArchive(far, keptIn: files)
        far.leave()
        try expectAllTiles(archive)
        #expect(far.takeReads().isEmpty)
    }

    @Test func `what is wrong on this disk is fetched again`() throws {
        let (far, files) = (try far(), try files())
        let archive = try TileArchive(far, keptIn: files)
        try expectAllTiles(archive)
        files.waitForWrites()
        _ = far.takeReads()
        let handle = try #require(FileHandle(forWritingAtPath: folder.file("cache/far.szi")))
        try handle.seek(toOffset: 20_000)
        try handle.write(contentsOf: Data([0, 0, 0]))
        try handle.close()
        try expectAllTiles(archive)
        #expect(far.takeReads().count == 1)
    }

    @Test func `what is wrong elsewhere is an error that names it, until it is mended`() throws {
        let (far, files) = (try far(), try files())
        let archive = try TileArchive(far, keptIn: files)
        let address = TileAddress(level: pyramid.nativeLevel, column: 2, row: 1)
        let place = try #require(archive.remoteLocation(of: address))
        far.damage(at: place.range.lowerBound + 5_000)
        let error = #expect(throws: TileEngineError.self) { try archive.tile(address) }
        #expect(error?.kind == .damaged)
        #expect(error?.path == "far/pyramids/far.szi")
        #expect(archive.remoteLocation(of: address) != nil)
        #expect(throws: TileEngineError.self) { try archive.verify() }
        far.damage(at: place.range.lowerBound + 5_000)
        try archive.verify()
        try expectAllTiles(archive)
    }

    @Test func `when the place is gone, what is here is answered and the rest is unavailable`() throws {
        let (far, files) = (try far(), try files())
        let archive = try TileArchive(far, keptIn: files)
        let (here, there) = (TileAddress(level: 3, column: 0, row: 0), TileAddress(level: 4, column: 0, row: 0))
        _ = try archive.tile(here)
        files.waitForWrites()
        far.leave()
        #expect(try archive.tile(here) != nil)
        let error = #expect(throws: TileEngineError.self) { try archive.tile(there) }
        #expect(error?.kind == .unavailable)
        far.leave(false)
        #expect(try archive.tile(there) != nil)
    }

    @Test func `tiles make room for others, and come again when they are asked for`() throws {
        // Several stretches of 4 MiB each.
        let far = try FarArchive(pyramid, tileByteCount: 300_000, in: folder)
        let limit = 5 << 20
        let files = try files(byteLimit: limit)
        let archive = try TileArchive(far, keptIn: files)
        #expect(far.byteCount > Int64(2 * limit))
        for _ in 0..<2 {
            for address in addresses {
                #expect(try archive.tile(address) == FarArchive.tile(address, byteCount: 300_000))
                files.waitForWrites()
                #expect(files.usage.byteCount <= limit)
                #expect(diskByteCount() <= limit)
            }
        }
        #expect(files.usage.removedByteCount > 0)
    }

    @Test func `what the disk cannot hold is served through, and kept once it can`() throws {
        let (far, files) = (try far(), try files())
        let cache = folder.file("cache")
        // Nothing can be written into a folder that is a file.
        try FileManager.default.removeItem(atPath: cache)
        try Data().write(to: URL(filePath: cache))
        let archive = try TileArchive(far, keptIn: files)
        for _ in 0..<2 {
            try expectAllTiles(archive)
            files.waitForWrites()
            #expect(
                far.takeReads().count >= addresses.count - 1,
                "no tile is kept, but the one that came with the directory")
        }
        #expect(files.usage.isFull && files.usage.lostCount >= 2 * addresses.count - 2 && files.usage.byteCount == 0)
        try FileManager.default.removeItem(atPath: cache)
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: false)
        try expectAllTiles(archive)
        files.waitForWrites()
        #expect(!files.usage.isFull && diskByteCount() > 9_000 * (addresses.count - 1))
        _ = far.takeReads()
        try expectAllTiles(archive)
        #expect(far.takeReads().isEmpty)
        // And a later run finds all of it.
        let later = try TileArchive(far, keptIn: try self.files())
        #expect(far.takeReads().isEmpty)
        try expectAllTiles(later)
    }

    @Test func `what was used last longest ago stands back for something else on a full disk`() throws {
        let (far, files) = (try far(), try files())
        try expectAllTiles(try TileArchive(far, keptIn: files))
        files.waitForWrites()
        #expect(files.hasRoom(forByteCount: 0) && !files.hasRoom(forByteCount: .max))
        files.makeRoom(forByteCount: 0)
        #expect(files.usage.removedByteCount == 0)
        files.makeRoom(forByteCount: .max)
        #expect(files.usage.byteCount == 0 && files.usage.fileCount == 0 && diskByteCount() == 0)
    }

    @Test func `files that nobody has open go when there are too many`() throws {
        let files = try files(fileLimit: 8)
        for number in 0..<30 { _ = try TileArchive(try far(name: "\(number).szi"), keptIn: files) }
        files.waitForWrites()
        #expect(files.usage.fileCount <= 8)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("cache"))
        #expect(names.count == files.usage.fileCount)
        #expect(names.contains("29.szi"))
    }

    @Test func `a file of another length is not used`() throws {
        let far = try far()
        let files = try files()
        try Data(repeating: 7, count: 100).write(to: URL(fileURLWithPath: folder.file("cache/far.szi")))
        try expectAllTiles(try TileArchive(far, keptIn: files))
    }

    @Test(arguments: ["../far.szi", ".far.szi", "a/b.szi", "far.zip", String(repeating: "f", count: 300) + ".szi"])
    func `a name that leads elsewhere is refused`(name: String) throws {
        let files = try files()
        #expect(throws: TileEngineError.self) { try files.open(name, byteCount: 10) }
        #expect(files.usage.fileCount == 0)
    }
}

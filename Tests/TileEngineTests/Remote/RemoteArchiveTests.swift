import Foundation
import Testing

@testable import TileEngine

@Suite("Remote archives")
struct RemoteArchiveTests {
    private let folder: TemporaryFolder
    private let pyramid: Pyramid

    init() throws {
        folder = try TemporaryFolder()
        pyramid = try Pyramid(width: 1_500, height: 1_100)
    }

    private func remote(tileByteCount: Int = 9_000, name: String = "far.szi") throws -> FakeRemoteArchive {
        try FakeRemoteArchive(pyramid, tileByteCount: tileByteCount, in: folder, name: name)
    }

    private func files(byteLimit: Int = 1 << 30, fileLimit: Int = 100) throws -> RemoteArchiveCache {
        try RemoteArchiveCache(folder: folder.file("cache"), byteLimit: byteLimit, fileLimit: fileLimit, moveSeconds: 0)
    }

    private var addresses: [TileAddress] { (0...pyramid.nativeLevel).flatMap { pyramid.addresses(atLevel: $0) } }

    private func expectAllTiles(_ archive: TileArchive, tileByteCount: Int = 9_000) throws {
        for address in addresses {
            #expect(try archive.tile(address) == FakeRemoteArchive.tile(address, byteCount: tileByteCount))
        }
    }

    /// Returns the disk space that the file occupies.
    private func diskByteCount(_ name: String = "far.szi") -> Int {
        var status = stat()
        return stat(folder.file("cache/" + name), &status) == 0 ? Int(status.st_blocks) * 512 : 0
    }

    @Test func `opening reads only the directory, and each tile is fetched once when first requested`() throws {
        let (remote, files) = (try remote(), try files())
        let archive = try TileArchive(remote, keptIn: files)
        #expect(archive.pyramid == pyramid && archive.source != nil && archive.isUnmodified)
        // The end, the descriptor, and the first tile.
        #expect(remote.takeReads().count <= 3)
        let address = TileAddress(level: pyramid.nativeLevel, column: 3, row: 2)
        let place = try #require(archive.remoteLocation(of: address))
        #expect(try archive.tile(address) == FakeRemoteArchive.tile(address, byteCount: 9_000))
        #expect(remote.takeReads() == [place.range])
        // Tiles that are yet to be written are available, too.
        #expect(try archive.tile(address) == FakeRemoteArchive.tile(address, byteCount: 9_000))
        files.waitForWrites()
        #expect(archive.remoteLocation(of: address) == nil)
        #expect(try archive.tile(address) == FakeRemoteArchive.tile(address, byteCount: 9_000))
        #expect(remote.takeReads().isEmpty)
        #expect(diskByteCount() < Int(archive.byteCount) / 2)
    }

    @Test func `a tile is read without waiting once it is cached on disk`() throws {
        let (remote, files) = (try remote(), try files())
        let archive = try TileArchive(remote, keptIn: files)
        let address = TileAddress(level: pyramid.nativeLevel, column: 0, row: 0)
        let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 9_000, alignment: 16)
        defer { space.deallocate() }
        #expect(!archive.readTileWithoutWaiting(address, into: space))
        _ = try archive.tile(address)
        files.waitForWrites()
        #expect(archive.readTileWithoutWaiting(address, into: space))
        #expect(Array(space) == FakeRemoteArchive.tile(address, byteCount: 9_000))
    }

    @Test func `a cache left by an earlier run is used without fetching again`() throws {
        let remote = try remote()
        do {
            let files = try files()
            try expectAllTiles(try TileArchive(remote, keptIn: files))
            files.waitForWrites()
        }
        _ = remote.takeReads()
        let files = try files()
        #expect(files.usage.byteCount >= Int(remote.byteCount))
        let archive = try TileArchive(remote, keptIn: files)
        remote.setUnavailable()
        try expectAllTiles(archive)
        #expect(remote.takeReads().isEmpty)
    }

    @Test func `corrupt cached bytes are fetched again`() throws {
        let (remote, files) = (try remote(), try files())
        let archive = try TileArchive(remote, keptIn: files)
        try expectAllTiles(archive)
        files.waitForWrites()
        _ = remote.takeReads()
        try corruptCachedTile()
        try expectAllTiles(archive)
        #expect(remote.takeReads().count == 1)
    }

    /// Overwrites some bytes of a tile in the cached file.
    private func corruptCachedTile() throws {
        let handle = try #require(FileHandle(forWritingAtPath: folder.file("cache/far.szi")))
        try handle.seek(toOffset: 20_000)
        try handle.write(contentsOf: Data([0, 0, 0]))
        try handle.close()
    }

    @Test(arguments: [false, true])
    func `the disk space of a tile that is fetched again is counted once`(isVerified: Bool) throws {
        let (remote, files) = (try remote(), try files())
        let archive = try TileArchive(remote, keptIn: files)
        try expectAllTiles(archive)
        files.waitForWrites()
        let usage = files.usage
        try corruptCachedTile()
        if isVerified { try archive.verify() }
        try expectAllTiles(archive)
        files.waitForWrites()
        #expect(files.usage.byteCount == usage.byteCount && files.usage.removedByteCount == usage.removedByteCount)
        #expect(files.keptByteCount(of: "far.szi") == Int64(usage.byteCount))
    }

    @Test func `remote corruption is an error naming the archive until it is repaired`() throws {
        let (remote, files) = (try remote(), try files())
        let archive = try TileArchive(remote, keptIn: files)
        let address = TileAddress(level: pyramid.nativeLevel, column: 2, row: 1)
        let place = try #require(archive.remoteLocation(of: address))
        remote.damage(at: place.range.lowerBound + 5_000)
        let error = #expect(throws: TileEngineError.self) { try archive.tile(address) }
        #expect(error?.kind == .damaged)
        #expect(error?.path == "far/pyramids/far.szi")
        #expect(archive.remoteLocation(of: address) != nil)
        #expect(throws: TileEngineError.self) { try archive.verify() }
        remote.damage(at: place.range.lowerBound + 5_000)
        try archive.verify()
        try expectAllTiles(archive)
    }

    @Test func `while the source is unavailable cached tiles are served and others are unavailable`() throws {
        let (remote, files) = (try remote(), try files())
        let archive = try TileArchive(remote, keptIn: files)
        let (cached, uncached) = (TileAddress(level: 3, column: 0, row: 0), TileAddress(level: 4, column: 0, row: 0))
        _ = try archive.tile(cached)
        files.waitForWrites()
        remote.setUnavailable()
        #expect(try archive.tile(cached) != nil)
        let error = #expect(throws: TileEngineError.self) { try archive.tile(uncached) }
        #expect(error?.kind == .unavailable)
        remote.setUnavailable(false)
        #expect(try archive.tile(uncached) != nil)
    }

    @Test func `the disk cache stays within its limit, and evicted tiles are fetched again`() throws {
        // Several stretches of 4 MiB each.
        let remote = try FakeRemoteArchive(pyramid, tileByteCount: 300_000, in: folder)
        let limit = 5 << 20
        let files = try files(byteLimit: limit)
        let archive = try TileArchive(remote, keptIn: files)
        #expect(remote.byteCount > Int64(2 * limit))
        for _ in 0..<2 {
            for address in addresses {
                #expect(try archive.tile(address) == FakeRemoteArchive.tile(address, byteCount: 300_000))
                files.waitForWrites()
                #expect(files.usage.byteCount <= limit)
                #expect(diskByteCount() <= limit)
            }
        }
        #expect(files.usage.removedByteCount > 0)
    }

    @Test func `tiles are served uncached while the disk is full and cached once it has space`() throws {
        let (remote, files) = (try remote(), try files())
        let cache = folder.file("cache")
        // Nothing can be written into a folder that is a file.
        try FileManager.default.removeItem(atPath: cache)
        try Data().write(to: URL(filePath: cache))
        let archive = try TileArchive(remote, keptIn: files)
        for _ in 0..<2 {
            try expectAllTiles(archive)
            files.waitForWrites()
            #expect(
                remote.takeReads().count >= addresses.count - 1,
                "no tile is cached except the one read with the directory")
        }
        #expect(files.usage.isFull && files.usage.lostCount >= 2 * addresses.count - 2 && files.usage.byteCount == 0)
        try FileManager.default.removeItem(atPath: cache)
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: false)
        try expectAllTiles(archive)
        files.waitForWrites()
        #expect(!files.usage.isFull && diskByteCount() > 9_000 * (addresses.count - 1))
        _ = remote.takeReads()
        try expectAllTiles(archive)
        #expect(remote.takeReads().isEmpty)
        // And a later run finds all of it.
        let later = try TileArchive(remote, keptIn: try self.files())
        #expect(remote.takeReads().isEmpty)
        try expectAllTiles(later)
    }

    @Test func `freeing space on a full disk evicts cached files only if needed`() throws {
        let (remote, files) = (try remote(), try files())
        try expectAllTiles(try TileArchive(remote, keptIn: files))
        files.waitForWrites()
        #expect(files.hasSpace(forByteCount: 0) && !files.hasSpace(forByteCount: .max))
        files.freeSpace(forByteCount: 0)
        #expect(files.usage.removedByteCount == 0)
        files.freeSpace(forByteCount: .max)
        #expect(files.usage.byteCount == 0 && files.usage.fileCount == 0 && diskByteCount() == 0)
    }

    @Test func `closed archives are evicted when the cache exceeds its file limit`() throws {
        let files = try files(fileLimit: 8)
        for number in 0..<30 { _ = try TileArchive(try remote(name: "\(number).szi"), keptIn: files) }
        files.waitForWrites()
        #expect(files.usage.fileCount <= 8)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("cache"))
        #expect(names.count == files.usage.fileCount)
        #expect(names.contains("29.szi"))
    }

    @Test func `the least recently opened archives are evicted first`() throws {
        let files = try files(fileLimit: 3)
        let remotes = try ["a.szi", "b.szi", "c.szi", "d.szi", "e.szi"].map { try remote(name: $0) }
        // The first is opened again before the limit is exceeded.
        for number in [0, 1, 2, 0, 3, 4] {
            _ = try TileArchive(remotes[number], keptIn: files)
            files.waitForWrites()
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("cache"))
        #expect(names.sorted() == ["a.szi", "d.szi", "e.szi"])
    }

    @Test func `files left by an earlier run are evicted by their modification dates`() throws {
        _ = try files()
        for (name, day) in [("a.szi", 2), ("b.szi", 4), ("c.szi", 1), ("d.szi", 3)] {
            let path = folder.file("cache/" + name)
            try Data([7]).write(to: URL(fileURLWithPath: path))
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        _ = try files(fileLimit: 2)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("cache"))
        #expect(names.sorted() == ["b.szi", "d.szi"])
    }

    @Test func `a cached file of another length is not used`() throws {
        let remote = try remote()
        let files = try files()
        try Data(repeating: 7, count: 100).write(to: URL(fileURLWithPath: folder.file("cache/far.szi")))
        try expectAllTiles(try TileArchive(remote, keptIn: files))
    }

    @Test(arguments: ["../far.szi", ".far.szi", "a/b.szi", "far.zip", String(repeating: "f", count: 300) + ".szi"])
    func `an unsafe archive name is refused`(name: String) throws {
        let files = try files()
        #expect(throws: TileEngineError.self) { try files.open(name, byteCount: 10) }
        #expect(files.usage.fileCount == 0)
    }
}

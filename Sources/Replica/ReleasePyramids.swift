import DocumentLibrary
import FileSupport
import Foundation
import NIOCore
import ObjectStore
import Publishing
import NIOConcurrencyHelpers
import TileEngine

/// The state that the pyramids of all releases share: the store, the local copies and the open archives.
///
/// A pyramid's name identifies its content, so each pyramid is opened once for all releases that contain it.
final class ReplicaPyramids: PyramidPlace {
    private struct Opened {
        weak var archive: TileArchive?
    }

    /// The maximum number of lists of files kept in memory.
    private static let shardCount = 64
    /// The length of the parts in which a recording is fetched, in bytes. Each has the time limit of a read.
    private static let recordingPartByteCount: Int64 = 2 << 20

    let store: ObjectStore
    private let loops: any EventLoopGroup
    let folder: ReplicaFolder
    let files: RemoteArchiveCache
    let reads: RemoteReads
    private let opened = NIOLockedValueBox<[String: Opened]>([:])
    private let shards = NIOLockedValueBox<[String: [String: InventoryFile]]>([:])

    init(
        store: ObjectStore, folder: ReplicaFolder, files: RemoteArchiveCache, reads: RemoteReads,
        loops: any EventLoopGroup
    ) {
        self.loops = loops
        (self.store, self.folder, self.files, self.reads) = (store, folder, files, reads)
    }

    func pyramids(ofLibraryIn folder: String) throws -> any PyramidSource {
        let path = folder + "/release.json"
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw ReplicaError.cache(path, reason: "is missing, expected the description of a release")
        }
        let release = try ReleaseFiles.release(bytes, path)
        return ReleasePyramids(release: release, shared: self)
    }

    /// Returns the pyramid of an entry, and opens it unless it is open already. Blocks.
    fileprivate func archive(_ entry: @autoclosure () throws -> StoredArchive.Entry, named name: String) throws
        -> TileArchive
    {
        if let archive = opened.withLockedValue({ $0[name]?.archive }) { return archive }
        let entry = try entry()
        let object = "pyramids/" + name
        let source = StoredArchive(
            entry: entry, object: object, address: "\(store.address)/\(object)", reads: reads, loops: loops)
        let archive = try TileArchive(source, keptIn: files)
        return opened.withLockedValue { opened in
            // Another thread may have opened it in the meantime.
            if let archive = opened[name]?.archive { return archive }
            if opened.count > 1_024 { opened = opened.filter { $0.value.archive != nil } }
            opened[name] = Opened(archive: archive)
            return archive
        }
    }

    /// Fetches a recording as a whole, since only its SHA-256 shows whether its bytes are the ones that were published.
    /// It is kept in a file without a name, as long as the server needs it. Blocks.
    fileprivate func recording(named name: String, byteCount: Int64, sha256: String) throws -> RecordingFile {
        let object = "originals/" + name
        let address = "\(store.address)/\(object)"
        let digest = MessageDigest()
        do {
            if !files.hasSpace(forByteCount: byteCount) { files.freeSpace(forByteCount: byteCount) }
            let file = try RecordingFile(in: folder.path, byteCount: byteCount)
            var offset: Int64 = 0
            while offset < byteCount {
                let range = offset..<min(byteCount, offset + Self.recordingPartByteCount)
                let part = RemoteReads.Part(object: object, range: range)
                let bytes = try Array(reads.read(part, name: address, on: loops.any()).wait().readableBytesView)
                digest.update(bytes)
                try file.write(bytes, at: offset)
                offset = range.upperBound
            }
            guard digest.value.hexadecimalDigits == sha256 else {
                throw TileEngineError(
                    .damaged, path: address, "differs from what was written, expected the SHA-256 in its name")
            }
            return file
        } catch let error as LibraryError {
            throw TileEngineError(.unavailable, path: address, "cannot be kept: \(error)")
        }
    }

    /// Returns a list of files by name. Blocks.
    fileprivate func shard(_ key: String, _ sha256: String) throws -> [String: InventoryFile] {
        if let shard = shards.withLockedValue({ $0[sha256] }) { return shard }
        let (path, object) = (folder.path + "/inventories/\(sha256).json", Release.inventory(sha256))
        let address = "\(store.address)/\(object)"
        var bytes = FileManager.default.contents(atPath: path) ?? Data()
        if Digest.sha256(bytes) != sha256 {
            let part = RemoteReads.Part(object: object, range: RemoteReads.whole)
            bytes = Data(try reads.read(part, name: address, on: loops.any()).wait().readableBytesView)
            guard Digest.sha256(bytes) == sha256 else {
                throw TileEngineError(
                    .damaged, path: address, "differs from what was written, expected the SHA-256 in its name")
            }
            // A failed write only means that the list is fetched again next time.
            try? folder.write(bytes, to: path)
        }
        let list = try ReleaseFiles.list(bytes, shard: key, address)
        let shard = Dictionary(list.map { ($0.name, $0) }) { first, _ in first }
        shards.withLockedValue { shards in
            if shards.count >= Self.shardCount, let any = shards.keys.randomElement() { shards[any] = nil }
            shards[sha256] = shard
        }
        return shard
    }
}

/// The pyramids of one release, according to its list of files.
struct ReleasePyramids: PyramidSource {
    let release: Release
    let shared: ReplicaPyramids

    func has(_ file: String) throws -> Bool { try listed(file) != nil }

    func archive(named name: String) throws -> TileArchive { try shared.archive(try entry(named: name), named: name) }

    func recording(named name: String, byteCount: Int64, sha256: String) throws -> RecordingFile {
        try shared.recording(named: name, byteCount: byteCount, sha256: sha256)
    }

    func keptByteCount(of name: String) -> Int64? { shared.files.keptByteCount(of: name) }

    /// Returns a file of the release's lists, or nil if it is in none.
    private func listed(_ file: String) throws -> InventoryFile? {
        let key = InventoryFile.shard(of: file)
        return try release.inventories[key].flatMap { try shared.shard(key, $0)[file] }
    }

    private func entry(named name: String) throws -> StoredArchive.Entry {
        let file = "pyramids/" + name
        let address = "\(shared.store.address)/\(file)"
        guard let found = try listed(file), let directory = found.directory else {
            throw TileEngineError(.damaged, path: address, "is not in the release's list of files")
        }
        // The list was validated when it was read, so the directory is within the pyramid.
        guard directory.byteCount <= 1 << 30 else {
            throw TileEngineError(
                .damaged, path: address,
                "has a directory of \(directory.byteCount) bytes in the list, expected at most \(1 << 30)")
        }
        return StoredArchive.Entry(
            name: name, byteCount: found.byteCount,
            directory: directory.offset..<directory.offset + directory.byteCount, directorySHA256: directory.sha256)
    }
}

import DocumentLibrary
import FileSupport
import Foundation
import NIOCore
import ObjectStore
import Publishing
import TileEngine

/// Assembles the database of a release from its pieces, reusing pieces of earlier local releases.
struct Snapshot: Sendable {
    /// The number of pieces fetched at once.
    private static let parallelCount = 16

    /// The amount fetched from the store, and the time it took.
    struct Fetched: Sendable {
        var byteCount: Int64 = 0
        var time = Duration.zero
    }

    let store: ObjectStore
    let folder: ReplicaFolder
    /// The fetched parts of pyramids, which are deleted if a database needs the space.
    let files: RemoteArchiveCache

    /// Creates the folder of a release, with its database and its description, unless it exists and is not damaged.
    ///
    /// - Returns: The number of bytes fetched from the store, and the time it took.
    /// - Throws: ``ReplicaError``, `StoreError`.
    func make(_ id: String, release bytes: Data, _ release: Release) async throws -> Fetched {
        let target = folder.release(id)
        if FileManager.default.contents(atPath: target + "/release.json") == bytes,
            isWhole(release, at: target + "/library.sqlite")
        {
            return Fetched()
        }
        try? FileManager.default.removeItem(atPath: target)
        let partial = target + ".partial"
        try? FileManager.default.removeItem(atPath: partial)
        makeRoom(for: release)
        do {
            do {
                try FileManager.default.createDirectory(
                    atPath: partial, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw ReplicaError.cache(partial, reason: "cannot be made")
            }
            var fetched = try await assemble(release, in: partial)
            if let theme = release.theme { fetched.byteCount += try await unpack(theme, into: partial) }
            try folder.write(bytes, to: partial + "/release.json", isDurable: true)
            guard rename(partial, target) == 0 else {
                throw ReplicaError.cache(target, reason: "cannot be made (\(String(cString: strerror(errno))))")
            }
            return fetched
        } catch {
            // A partial copy would take up the space that the next attempt needs.
            try? FileManager.default.removeItem(atPath: partial)
            throw error
        }
    }

    /// Frees disk space for a release, if there is too little, by removing the release before the one in service and
    /// fetched parts of pyramids.
    private func makeRoom(for release: Release) {
        let needed = release.library.byteCount + (release.theme?.byteCount ?? 0)
        if !files.hasRoom(forByteCount: needed), let current = folder.current {
            folder.removeReleases(but: [current])
        }
        files.makeRoom(forByteCount: needed)
    }

    private func assemble(_ release: Release, in partial: String) async throws -> Fetched {
        let database = release.library
        let path = partial + "/library.sqlite"
        let file = try DatabaseFile(path: path, byteCount: database.byteCount)
        let former = formerPieces(size: database.pieceByteCount)
        let begin = ContinuousClock.now
        var fetched = Fetched()
        try await inParallel(database.pieces.enumerated(), width: Self.parallelCount) { number, name -> Int64 in
            let offset = Int64(number) * Int64(database.pieceByteCount)
            let count = Int(database.byteCount(ofPiece: number))
            if let place = former[name], let bytes = place.bytes(count: count), Digest.sha256(bytes) == name {
                try file.write(bytes, at: offset)
                return 0
            }
            let bytes = try await piece(name, byteCount: count)
            try file.write(bytes, at: offset)
            return Int64(count)
        } take: {
            fetched.byteCount += $0
        }
        fetched.time = .now - begin
        try file.synchronize()
        guard isWhole(release, at: path) else {
            throw ReplicaError.release(
                "\(store.address)",
                reason: "has pieces that do not make the database with the SHA-256 \(database.sha256)")
        }
        return fetched
    }

    /// Unpacks the institution's theme into the folder of the database.
    ///
    /// - Returns: The number of bytes fetched from the store.
    private func unpack(_ theme: Release.Database, into partial: String) async throws -> Int64 {
        var packed: [UInt8] = []
        for (number, name) in theme.pieces.enumerated() {
            packed += try await piece(name, byteCount: Int(theme.byteCount(ofPiece: number)))
        }
        let place = "\(store.address)"
        guard Digest.sha256(packed) == theme.sha256, let pack = try? ThemePack(Data(packed)) else {
            throw ReplicaError.release(
                place, reason: "has pieces that do not make the theme with the SHA-256 \(theme.sha256)")
        }
        do {
            try pack.write(toLibraryIn: partial)
        } catch {
            throw ReplicaError.cache(partial, reason: "cannot be written")
        }
        return Int64(packed.count)
    }

    private func piece(_ name: String, byteCount: Int) async throws -> [UInt8] {
        let object = Release.piece(name)
        let bytes = Array(try await store.read(object, byteLimit: byteCount).bytes.readableBytesView)
        guard bytes.count == byteCount, Digest.sha256(bytes) == name else {
            throw ReplicaError.release(
                "\(store.address)/\(object)", reason: "has other bytes than were written, expected those of its name")
        }
        return bytes
    }

    /// The position of a piece in the database of another release.
    private struct Place: Sendable {
        let path: String
        let offset: UInt64

        func bytes(count: Int) -> [UInt8]? {
            guard let file = FileHandle(forReadingAtPath: path) else { return nil }
            defer { try? file.close() }
            guard (try? file.seek(toOffset: offset)) != nil, let data = try? file.read(upToCount: count) else {
                return nil
            }
            return data.count == count ? Array(data) : nil
        }
    }

    /// Returns the positions of pieces of this size in local databases.
    private func formerPieces(size: Int) -> [String: Place] {
        var places: [String: Place] = [:]
        for id in folder.releases {
            let path = folder.release(id)
            guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path + "/release.json")),
                let release = try? ReleaseFiles.release(bytes, id),
                release.library.pieceByteCount == size
            else { continue }
            for (number, name) in release.library.pieces.enumerated() {
                places[name] = Place(path: path + "/library.sqlite", offset: UInt64(number) * UInt64(size))
            }
        }
        return places
    }

    /// Whether the database has the length and SHA-256 that the release states.
    private func isWhole(_ release: Release, at path: String) -> Bool {
        // A file of another length is not read.
        guard Library.byteCount(of: path) == release.library.byteCount, let found = try? FileDigest(path: path) else {
            return false
        }
        return found.byteCount == release.library.byteCount && found.sha256 == release.library.sha256
    }
}

/// A database being assembled. SQLite does not open it until it is complete.
private final class DatabaseFile: Sendable {
    private let path: String
    private let descriptor: Int32

    init(path: String, byteCount: Int64) throws(ReplicaError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cache(path, reason: String(cString: strerror(errno))) }
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw fault() }
    }

    deinit { close(descriptor) }

    private func fault() -> ReplicaError {
        .cache(path, reason: "cannot be written (\(String(cString: strerror(errno))))")
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(ReplicaError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                pwrite(
                    descriptor, buffer.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset) + off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw fault() }
            done += count
        }
    }

    func synchronize() throws(ReplicaError) { if fsync(descriptor) != 0 { throw fault() } }
}

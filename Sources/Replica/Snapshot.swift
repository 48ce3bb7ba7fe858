import DocumentLibrary
import FileSupport
import Foundation
import NIOCore
import ObjectStore
import Publishing
import TileEngine

/// Assembles the database and the theme of a release from their pieces, reusing those that this machine has.
struct Snapshot: Sendable {
    /// The number of pieces fetched at once.
    private static let parallelCount = 16
    /// The names of the database and of the packed theme, in the folder of a release.
    private static let (databaseName, themeName) = ("/library.sqlite", "/theme.pack")

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
    /// After an error of the store, the pieces fetched so far stay, so that the next attempt fetches only the others.
    ///
    /// - Returns: The number of bytes fetched from the store, and the time it took.
    /// - Throws: ``ReplicaError``, `StoreError`.
    func make(_ id: String, release bytes: Data, _ release: Release) async throws -> Fetched {
        let target = folder.release(id)
        if FileManager.default.contents(atPath: target + "/release.json") == bytes,
            isWhole(release.library, at: target + Self.databaseName)
        {
            return Fetched()
        }
        let partial = folder.unfinishedRelease(id)
        folder.removeUnfinishedReleases(but: id)
        do {
            if !FileManager.default.fileExists(atPath: partial) { try begin(partial, from: target, release) }
            try? FileManager.default.removeItem(atPath: target)
            var fetched = try await assemble(release.library, "database", at: partial + Self.databaseName)
            if let theme = release.theme {
                let packed = partial + Self.themeName
                fetched.byteCount += try await assemble(theme, "theme", at: packed).byteCount
                try unpack(packed, into: partial)
            }
            try folder.write(bytes, to: partial + "/release.json", isDurable: true)
            guard rename(partial, target) == 0 else {
                throw ReplicaError.cache(target, reason: "cannot be made (\(SystemError.text()))")
            }
            return fetched
        } catch let error as ReplicaError {
            // The disk may be full, and a partial copy takes up the space that the next attempt needs.
            if case .cache = error { try? FileManager.default.removeItem(atPath: partial) }
            throw error
        }
    }

    /// Creates the folder in which a release is assembled, with the sound pieces of a damaged copy.
    private func begin(_ partial: String, from damaged: String, _ release: Release) throws(ReplicaError) {
        freeSpace(for: release)
        do {
            try FileManager.default.createDirectory(
                atPath: partial, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cache(partial, reason: "cannot be made")
        }
        for name in [Self.databaseName, Self.themeName] { rename(damaged + name, partial + name) }
    }

    /// Frees disk space for a release, if there is too little, by removing the release before the one in service and
    /// fetched parts of pyramids.
    private func freeSpace(for release: Release) {
        // The theme is there packed and unpacked.
        let needed = release.library.byteCount + 2 * (release.theme?.byteCount ?? 0)
        if !files.hasSpace(forByteCount: needed), let current = folder.current {
            folder.removeReleases(but: [current])
        }
        files.freeSpace(forByteCount: needed)
    }

    /// Assembles a file of a release from its pieces.
    ///
    /// - Parameter kind: The file's name in errors.
    private func assemble(_ whole: Release.Database, _ kind: String, at path: String) async throws -> Fetched {
        let isBegun = FileManager.default.fileExists(atPath: path)
        let file = try AssembledFile(path: path, byteCount: whole.byteCount)
        let former = formerPieces(size: whole.pieceByteCount)
        let begin = ContinuousClock.now
        var fetched = Fetched()
        try await inParallel(whole.pieces.enumerated(), width: Self.parallelCount) { number, name -> Int64 in
            let offset = Int64(number) * Int64(whole.pieceByteCount)
            let count = Int(whole.byteCount(ofPiece: number))
            if isBegun, Place(path: path, offset: UInt64(offset)).bytes(count: count, sha256: name) != nil { return 0 }
            if let bytes = former[name]?.bytes(count: count, sha256: name) {
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
        guard isWhole(whole, at: path) else {
            throw ReplicaError.release(
                "\(store.address)",
                reason: "has pieces that do not make the \(kind) with the SHA-256 \(whole.sha256)")
        }
        return fetched
    }

    /// Unpacks the institution's theme into the folder of the database.
    private func unpack(_ packed: String, into partial: String) throws(ReplicaError) {
        guard let bytes = FileManager.default.contents(atPath: packed) else {
            throw .cache(packed, reason: "cannot be read")
        }
        guard let pack = try? ThemePack(bytes) else {
            throw .release("\(store.address)", reason: "has a theme that is not what `explore publish` packs")
        }
        do {
            try pack.write(toLibraryIn: partial)
        } catch {
            throw .cache(partial, reason: "cannot be written (\(error))")
        }
    }

    private func piece(_ name: String, byteCount: Int) async throws -> [UInt8] {
        let object = Release.piece(name)
        let bytes = Array(try await store.read(object, byteLimit: byteCount).bytes.readableBytesView)
        guard bytes.count == byteCount, Digest.sha256(bytes) == name else {
            throw ReplicaError.release(
                "\(store.address)/\(object)", reason: "differs from what was written, expected the SHA-256 in its name")
        }
        return bytes
    }

    /// The position of a piece in a local file.
    private struct Place: Sendable {
        let path: String
        let offset: UInt64

        /// Returns the piece, or nil if the file has other bytes there.
        func bytes(count: Int, sha256: String) -> [UInt8]? {
            guard let file = FileHandle(forReadingAtPath: path) else { return nil }
            defer { try? file.close() }
            guard (try? file.seek(toOffset: offset)) != nil, let data = try? file.read(upToCount: count),
                data.count == count, Digest.sha256(data) == sha256
            else { return nil }
            return Array(data)
        }
    }

    /// Returns the positions of pieces of this size in local releases.
    private func formerPieces(size: Int) -> [String: Place] {
        var places: [String: Place] = [:]
        for id in folder.releases {
            guard let release = folder.description(of: id) else { continue }
            let names = [Self.databaseName, Self.themeName]
            for (part, name) in zip(release.parts, names) where part.pieceByteCount == size {
                let path = folder.release(id) + name
                for (number, piece) in part.pieces.enumerated() {
                    places[piece] = Place(path: path, offset: UInt64(number) * UInt64(size))
                }
            }
        }
        return places
    }

    /// Whether a file has the length and SHA-256 that the release states.
    private func isWhole(_ whole: Release.Database, at path: String) -> Bool {
        // A file of another length is not read.
        guard Library.byteCount(of: path) == whole.byteCount, let found = try? FileDigest(path: path) else {
            return false
        }
        return found.byteCount == whole.byteCount && found.sha256 == whole.sha256
    }
}

/// A file being assembled, perhaps with pieces of an earlier attempt. SQLite does not open a database until it is
/// complete.
private final class AssembledFile: Sendable {
    private let path: String
    private let descriptor: Int32

    init(path: String, byteCount: Int64) throws(ReplicaError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cache(path, reason: SystemError.text()) }
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw fault() }
    }

    deinit { close(descriptor) }

    private func fault() -> ReplicaError {
        .cache(path, reason: "cannot be written (\(SystemError.text()))")
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(ReplicaError) {
        guard bytes.withUnsafeBytes({ PositionalFile.write(descriptor, $0, at: offset) }) else { throw fault() }
    }

    func synchronize() throws(ReplicaError) { if fsync(descriptor) != 0 { throw fault() } }
}

import DocumentLibrary
import FileSupport
import Foundation
import NIOCore
public import ObjectStore

/// Restores a library from a backup. The copy is assembled in a temporary folder, verified, and then renamed.
public struct BackupRestorer: Sendable {
    private let repository: ReleaseRepository
    private let folder: String
    private let progress: @Sendable (Double) -> Void

    /// - Parameters:
    ///   - store: The store with the backups.
    ///   - folder: The folder of the restored library; it must be empty or not exist.
    ///   - progress: Called with the completed fraction, 0 to 1, from any thread.
    public init(
        _ store: any ObjectPlace, to folder: String, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) {
        (self.folder, self.progress) = (folder, progress)
        repository = ReleaseRepository(store, kind: .backup)
    }

    /// Restores a backup. Tokens that are revoked in any kept backup are revoked in the restored library too.
    ///
    /// - Parameter wanted: The backup's number, or a prefix of its id; nil for the newest one that is not later than
    ///   `time`.
    /// - Parameter time: The latest permitted time of the backup, as in ``Release/created``; nil for now.
    /// - Returns: The backup, and the ids of those that cannot be read and whose revocations are therefore unknown.
    /// - Throws: ``PublishingError``, `StoreError`, `ClauseStoreError`; after an error the folder does not exist or is
    ///   empty.
    public func restore(
        _ wanted: String? = nil, notAfter time: String? = nil
    ) async throws -> (backup: ListedRelease, lost: [String]) {
        let kept = try await repository.list()
        let backups = kept.readable
        let found = backups.first { backup in
            if let wanted { return backup.isNamed(wanted) }
            return time.map { backup.release.created <= $0 } ?? true
        }
        guard let found else {
            let expected = backups.map { "\($0.release.number) of \($0.release.created)" }.joined(separator: ", ")
            throw PublishingError.noRelease(
                "backup \(wanted ?? "from \(time ?? "now") or earlier")", address: repository.store.name,
                expected: "one of those kept: \(expected)")
        }
        guard ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).isEmpty else {
            throw PublishingError.cannotRestore(
                folder, reason: "exists already, expected a new name or an empty folder")
        }
        let whole = try AtomicFolder(folder, failure: { PublishingError.cannotRestore(folder, reason: $0) })
        try make(whole.partial)
        try await restore(found.release, to: whole.partial)
        let revoked = Set(backups.flatMap { $0.release.revokedTokens ?? [] })
        if !revoked.isEmpty { try Library(path: whole.partial, access: .change).revoke(tokens: revoked) }
        try whole.moveIntoPlace(failure: {
            PublishingError.cannotRestore(folder, reason: "cannot be made (\($0))")
        })
        return (found, kept.lost)
    }

    /// Makes the folders of a library in an empty folder, for this user and group only.
    private func make(_ folder: String) throws {
        do {
            let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o750]
            try FileManager.default.setAttributes(permissions, ofItemAtPath: folder)
            for part in ["originals", "pyramids"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/\(part)", withIntermediateDirectories: false, attributes: permissions)
            }
        } catch {
            throw PublishingError.cannotRestore(
                folder, reason: "cannot be made, expected a place that this user may write")
        }
    }

    // MARK: Content

    /// An object to fetch: its name, its destination and its digest.
    private struct Part: Sendable {
        let object: String
        let file: String
        let byteCount: Int64
        let sha256: String
    }

    private func restore(_ release: Release, to folder: String) async throws {
        var files: [Part] = []
        try await repository.forEachInventory(of: release) { _, list in
            files += list.map {
                Part(object: $0.name, file: "\(folder)/\($0.name)", byteCount: $0.byteCount, sha256: $0.sha256)
            }
        }
        let total = files.reduce(release.library.byteCount) { $0 + $1.byteCount }
        var done: Int64 = 0
        func note(_ byteCount: Int64) {
            done += byteCount
            progress(Double(done) / Double(max(total, 1)))
        }
        try await join(release.library, to: folder + "/library.sqlite", note)
        if let theme = release.theme {
            let packed = folder + "/theme.pack"
            try await join(theme, to: packed) { _ in }
            try ThemePack(try Data(contentsOf: URL(filePath: packed))).write(toLibraryIn: folder)
            unlink(packed)
        }
        try await inParallel(files, width: ReleaseRepository.readWidth) { file in
            try await self.fetch(file)
            return file.byteCount
        } take: {
            note($0)
        }
    }

    /// Assembles the database from its pieces.
    private func join(_ database: Release.Database, to path: String, _ note: (Int64) -> Void) async throws {
        let file = try AtomicFile(path, failure: { PublishingError.cannotRestore(path, reason: $0) })
        let digest = MessageDigest()
        for (number, piece) in database.pieces.enumerated() {
            try Task.checkCancellation()
            let object = Release.piece(piece)
            let byteCount = database.byteCount(ofPiece: number)
            let bytes = Data(
                try await repository.store.read(object, byteLimit: Int(byteCount)).bytes.readableBytesView)
            guard Digest.sha256(bytes) == piece else { throw damaged(object) }
            digest.update(bytes)
            bytes.withUnsafeBytes { file.append($0) }
            try file.check(failure: { PublishingError.cannotRestore(path, reason: $0) })
            note(Int64(bytes.count))
        }
        guard digest.value.hexadecimalDigits == database.sha256 else { throw damaged("the database") }
        try file.moveIntoPlace(failure: { PublishingError.cannotRestore(path, reason: $0) })
    }

    private func fetch(_ part: Part) async throws {
        let file = try AtomicFile(part.file, failure: { PublishingError.cannotRestore(part.file, reason: $0) })
        let sha256 = try await repository.read(part.object, byteCount: part.byteCount) { bytes in
            bytes.withUnsafeBytes { file.append($0) }
            try file.check(failure: { PublishingError.cannotRestore(part.file, reason: $0) })
        }
        guard sha256 == part.sha256 else { throw damaged(part.object) }
        try file.moveIntoPlace(failure: { PublishingError.cannotRestore(part.file, reason: $0) })
    }

    private func damaged(_ object: String) -> PublishingError {
        .damaged(
            repository.store.name(of: object), reason: "differs from what was written; restore another backup")
    }
}

public import DocumentLibrary
public import ObjectStore

import FileSupport
import Foundation
import NIOCore
import Synchronization

/// Publishes a library to a store as a release.
///
/// First it takes the ``Lease`` of the address, so that nobody else changes the releases meanwhile. Then it uploads all
/// objects of the release, which nobody reads yet; then the release itself; and last, in one write, the pointer. An
/// interruption before that leaves objects that the next publication reuses or `prune` deletes, and readers keep seeing
/// the former release.
///
/// ```
/// release.json               the pointer: the current release, its number, the ids of the kept ones
/// releases/<id>.json         a release; its id is the SHA-256 of its bytes
/// pieces/<sha256>            pieces of the database, in the release's order
/// inventories/<sha256>.json  lists of files, by the first two digits of the SHA-256 of their names
/// pyramids/<name>.szi        tiles, named as in the library: by content and how they are cut
/// originals/<sha256>.jpg     scans, if requested
/// publishing.json            the lease, while somebody changes the releases
/// ```
///
/// Only the pointer and the lease ever change. All other objects are named by their content, or verified by a digest
/// that is.
public struct Publisher: Sendable {
    let library: Library
    let store: ObjectStore
    let repository: ReleaseRepository
    let options: PublishingOptions
    let count: UploadCounter

    /// Prepares the publication of a library.
    ///
    /// - Parameter progress: Called with the progress, from any thread.
    public init(
        _ library: Library, to store: ObjectStore, options: PublishingOptions = PublishingOptions(),
        progress: @escaping @Sendable (PublishingProgress) -> Void = { _ in }
    ) {
        self.library = library
        self.store = store
        self.options = options
        var repository = ReleaseRepository(store, cacheFolder: library.servedFolder + "/library.sqlite-published")
        repository.leaseTimes = options.leaseTimes
        self.repository = repository
        count = UploadCounter(progress)
    }

    /// Publishes.
    ///
    /// - Returns: What was done.
    /// - Throws: ``PublishingError``, `StoreError`, `LibraryError`, `ClauseStoreError`, `TileEngineError`, and
    ///   `CancellationError` if its task is cancelled; in all cases readers keep seeing the former release.
    public func publish() async throws -> Publication {
        if options.isDryRun { return try await publish(under: nil) }
        return try await repository.withLease { try await publish(under: $0) }
    }

    /// - Parameter lease: Nil for a dry run.
    private func publish(under lease: Lease?) async throws -> Publication {
        let former = try await repository.pointer()
        let known = try await KnownRelease(former?.pointer, repository)
        count.begin(.copying, total: 1)
        let (snapshot, copy) = try await copyDatabase()
        let names =
            snapshot.pyramids.map { "pyramids/" + $0 }
            + (options.includesOriginals ? snapshot.originals.map { "originals/" + $0 } : [])
        let lists = try await sendFiles(names, known)
        let database = try await sendDatabase(copy, known)
        let theme = try await sendTheme(known)
        let files = Release.Files(
            count: names.count, byteCount: lists.values.reduce(0) { $0 + $1.reduce(0) { $0 + $1.byteCount } })
        let inventories = try await sendInventories(lists, known)
        var publication = Publication(
            release: "", number: 0, fileCount: files.count, byteCount: files.byteCount + database.byteCount, kept: [])
        defer { repository.cache?.keepOnly(inventories.values) }
        if let pointer = former?.pointer, let release = known.current, release.library == database,
            release.inventories == inventories, release.theme == theme
        {
            (publication.release, publication.number, publication.isNew) = (pointer.release, pointer.number, false)
            publication.kept = pointer.kept
        } else {
            let number = known.highestNumber + 1
            let release = Release(
                created: UTCTime(second: Int64(Date().timeIntervalSince1970)).iso8601, number: number,
                library: database, theme: theme, files: files, inventories: inventories)
            let bytes = try ReleaseRepository.encoded(release)
            (publication.release, publication.number) = (Digest.sha256(bytes), number)
            let kept = [publication.release] + (former?.pointer.kept ?? [])
            publication.kept = Array(kept.prefix(min(max(1, options.keptCount), ReleasePointer.keptLimit)))
            try await send(bytes, to: Release.object(publication.release), contentType: "application/json")
            try Task.checkCancellation()
            let pointer = ReleasePointer(release: publication.release, number: number, kept: publication.kept)
            if let lease { try await repository.switch(to: pointer, from: former?.etag, under: lease) }
        }
        (publication.sentObjectCount, publication.sentByteCount) = count.sent
        return publication
    }

    /// Copies the database into an unlinked file, so that nothing is left of it in any case.
    private func copyDatabase() async throws -> (Library.Snapshot, FileHandle) {
        let path = "\(library.servedFolder)/library.sqlite.partial-\(getpid())-published"
        let library = library
        return try await Self.blocking { isCancelled in
            unlink(path)
            defer { unlink(path) }
            let snapshot = try library.snapshot(to: path, isCancelled: isCancelled)
            guard let copy = FileHandle(forReadingAtPath: path) else { throw PublishingError.removedMeanwhile(path) }
            return (snapshot, copy)
        }
    }

    // MARK: Objects

    /// Uploads an object that is named by its content.
    func send(_ bytes: Data, to object: String, contentType: String) async throws {
        if !options.isDryRun {
            try await store.write(object, ByteBuffer(bytes: bytes), as: ObjectMetadata(contentType: contentType))
        }
        count.sent(byteCount: Int64(bytes.count))
    }

    /// Whether an object that the last release does not have exists nevertheless, and is young enough not to be pruned
    /// meanwhile.
    func isThere(_ object: String, byteCount: Int64) async throws -> Bool {
        guard let found = try await store.information(object), found.byteCount == byteCount else { return false }
        guard let modified = found.modified else { return false }
        return -modified.timeIntervalSinceNow < options.trustedSeconds
    }

    /// Runs blocking work on a thread that may block.
    ///
    /// - Parameter body: Receives a function that returns whether the task was cancelled meanwhile.
    static func blocking<Value: Sendable>(
        _ body: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let flag = CancellationFlag()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try body { flag.isSet } })
                }
            }
        } onCancel: {
            flag.set()
        }
    }
}

/// The cancellation flag of a task, for threads outside of it.
private final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}

/// What the store already has: the current release and the newest one, which differ after a rollback.
struct KnownRelease: Sendable {
    /// The current release.
    let current: Release?
    /// The current and the newest release.
    let releases: [Release]
    /// The highest number given so far.
    let highestNumber: Int
    /// The pieces of their databases.
    let pieces: Set<String>

    init(_ pointer: ReleasePointer?, _ repository: ReleaseRepository) async throws {
        guard let pointer else {
            (current, releases, highestNumber, pieces) = (nil, [], 0, [])
            return
        }
        let current = try await repository.release(pointer.release)
        var releases = [current]
        if let newest = pointer.kept.first, newest != pointer.release {
            releases.append(try await repository.release(newest))
        }
        self.current = current
        self.releases = releases
        highestNumber = releases.map(\.number).max() ?? 0
        pieces = Set(
            releases.filter { $0.library.pieceByteCount == Release.pieceByteCount }
                .flatMap { $0.library.pieces + ($0.theme?.pieces ?? []) })
    }
}

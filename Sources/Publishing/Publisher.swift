public import DocumentLibrary
public import ObjectStore

import FileSupport
import Foundation
import NIOCore
import Synchronization

/// Sends a library to a store as a release.
///
/// First all objects that the release consists of, which nobody reads yet; then the release; and last, in one write, the
/// pointer. Whatever ends it before that leaves objects behind that the next publication uses or `prune` removes, and
/// readers see what they saw.
public struct Publisher: Sendable {
    let library: Library
    let store: ObjectStore
    let shelf: ReleaseShelf
    let options: PublishingOptions
    let count: SendingCount

    /// A publication of a library.
    ///
    /// - Parameter progress: Told how far it has come, from any thread.
    public init(
        _ library: Library, to store: ObjectStore, options: PublishingOptions = PublishingOptions(),
        progress: @escaping @Sendable (PublishingProgress) -> Void = { _ in }
    ) {
        self.library = library
        self.store = store
        self.options = options
        shelf = ReleaseShelf(store, cacheFolder: library.servedFolder + "/library.sqlite-published")
        count = SendingCount(progress)
    }

    /// Publishes.
    ///
    /// - Returns: What was done.
    /// - Throws: ``PublishingError``, `StoreError`, `LibraryError`, `ClauseStoreError`, `TileEngineError`, and
    ///   `CancellationError` where its task is cancelled; in all cases readers see what they saw.
    public func publish() async throws -> Publication {
        let former = try await shelf.pointer()
        let known = try await KnownRelease(former?.pointer, shelf)
        count.begin(.copying, total: 1)
        let (snapshot, copy) = try await copyDatabase()
        let names =
            snapshot.pyramids.map { "pyramids/" + $0 }
            + (options.includesOriginals ? snapshot.originals.map { "originals/" + $0 } : [])
        let lists = try await sendFiles(names, known)
        let database = try await sendDatabase(copy, known)
        let files = Release.Files(
            count: names.count, byteCount: lists.values.reduce(0) { $0 + $1.reduce(0) { $0 + $1.byteCount } })
        let inventories = try await sendInventories(lists, known)
        var publication = Publication(
            release: "", number: 0, fileCount: files.count, byteCount: files.byteCount + database.byteCount, kept: [])
        defer { shelf.cache?.keepOnly(inventories.values) }
        if let pointer = former?.pointer, let release = known.current, release.library == database,
            release.inventories == inventories
        {
            (publication.release, publication.number, publication.isNew) = (pointer.release, pointer.number, false)
            publication.kept = pointer.kept
        } else {
            let number = known.highestNumber + 1
            let release = Release(
                created: UTCTime(second: Int64(Date().timeIntervalSince1970)).iso8601, number: number,
                library: database, files: files, inventories: inventories)
            let bytes = try ReleaseShelf.encoded(release)
            (publication.release, publication.number) = (Digest.sha256(bytes), number)
            let kept = [publication.release] + (former?.pointer.kept ?? [])
            publication.kept = Array(kept.prefix(min(max(1, options.keptCount), ReleasePointer.keptLimit)))
            try await send(bytes, to: Release.object(publication.release), contentType: "application/json")
            try Task.checkCancellation()
            let pointer = ReleasePointer(release: publication.release, number: number, kept: publication.kept)
            if !options.isDryRun { try await shelf.switch(to: pointer, from: former?.etag) }
        }
        (publication.sentObjectCount, publication.sentByteCount) = count.sent
        return publication
    }

    /// Copies the database into a file that has no name any more, so that nothing is left of it however this ends.
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

    /// Sends an object that is named by its content.
    func send(_ bytes: Data, to object: String, contentType: String) async throws {
        if !options.isDryRun {
            try await store.write(object, ByteBuffer(bytes: bytes), as: StoredForm(contentType: contentType))
        }
        count.sent(byteCount: Int64(bytes.count))
    }

    /// Whether an object that the last release does not have is there all the same, and will be as long as this takes.
    func isThere(_ object: String, byteCount: Int64) async throws -> Bool {
        guard let found = try await store.information(object), found.byteCount == byteCount else { return false }
        guard let modified = found.modified else { return false }
        return -modified.timeIntervalSinceNow < options.trustedSeconds
    }

    /// Runs what waits for disks and locks on a thread that may.
    ///
    /// - Parameter body: Asks what it is given whether the task was cancelled meanwhile.
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

/// Whether a task was cancelled, for threads that are none of it.
private final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}

/// What the store has already: the release that is served and the newest one, which after a rollback is another.
struct KnownRelease: Sendable {
    /// The release that is served.
    let current: Release?
    /// That, and the newest.
    let releases: [Release]
    /// The highest number that was given.
    let highestNumber: Int
    /// The pieces of their databases.
    let pieces: Set<String>

    init(_ pointer: ReleasePointer?, _ shelf: ReleaseShelf) async throws {
        guard let pointer else {
            (current, releases, highestNumber, pieces) = (nil, [], 0, [])
            return
        }
        let current = try await shelf.release(pointer.release)
        var releases = [current]
        if let newest = pointer.kept.first, newest != pointer.release {
            releases.append(try await shelf.release(newest))
        }
        self.current = current
        self.releases = releases
        highestNumber = releases.map(\.number).max() ?? 0
        pieces = Set(releases.filter { $0.library.pieceByteCount == Release.pieceByteCount }.flatMap(\.library.pieces))
    }
}

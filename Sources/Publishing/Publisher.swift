public import DocumentLibrary
public import ObjectStore

import FileSupport
import Foundation
import NIOCore

/// Publishes a library to a store as a release.
///
/// It first takes the ``Lease`` of the address, so that no other process changes the releases. Then it uploads all
/// objects of the release, which no reader uses yet, then the release itself, and last, in one write, the pointer. An
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
/// publishing.json            the lease, while a process changes the releases
/// ```
///
/// Only the pointer and the lease ever change. All other objects are named by their content, or verified by a digest
/// that is.
public struct Publisher: Sendable {
    let library: Library
    let store: any ObjectPlace
    let repository: ReleaseRepository
    let options: PublishingOptions
    let count: UploadCounter

    /// Prepares the publication of a library.
    ///
    /// - Parameter progress: Called with the progress from any thread.
    public init(
        _ library: Library, to store: any ObjectPlace, options: PublishingOptions = PublishingOptions(),
        progress: @escaping @Sendable (PublishingProgress) -> Void = { _ in }
    ) {
        self.library = library
        self.store = store
        self.options = options
        var repository = ReleaseRepository(
            store, kind: options.kind,
            cacheFolder: library.servedFolder + "/library.sqlite-"
                + (options.kind == .backup ? "backed-up" : "published"))
        repository.leaseTimes = options.leaseTimes
        self.repository = repository
        count = UploadCounter(progress)
    }

    /// Publishes the library.
    ///
    /// - Returns: The result.
    /// - Throws: ``PublishingError``, `StoreError`, `LibraryError`, `ClauseStoreError`, `TileEngineError`, and
    ///   `CancellationError` if its task is cancelled. After any error, readers still see the former release.
    public func publish() async throws -> Publication {
        try await repository.checkIsNoLibrary()
        if options.isDryRun { return try await publish(under: nil) }
        return try await repository.withLease { try await publish(under: $0) }
    }

    /// - Parameter lease: Nil for a dry run.
    private func publish(under lease: Lease?) async throws -> Publication {
        let former = try await repository.pointer()
        if former == nil { try await checkIsUnused() }
        count.begin(.copying, total: 1)
        async let copied = copyDatabase()
        let known = try await KnownRelease(former?.pointer, repository)
        let (snapshot, copy) = try await copied
        let names = names(of: snapshot)
        let lists = try await sendFiles(names, known)
        let database = try await sendDatabase(copy, known)
        let theme = try await sendTheme(known)
        let inventories = try await sendInventories(lists, known)
        defer { repository.cache?.keepOnly(inventories.values) }
        let files = Release.Files(
            count: names.count, byteCount: lists.values.reduce(0) { $0 + $1.reduce(0) { $0 + $1.byteCount } })
        let pointer: ReleasePointer
        let isNew: Bool
        if var unchanged = former?.pointer, let release = known.current, release.library == database,
            release.inventories == inventories, release.theme == theme
        {
            unchanged.kept = kept(of: unchanged, known)
            (pointer, isNew) = (unchanged, false)
        } else {
            let release = Release(
                created: UTCTime(Date()).iso8601, number: known.highestNumber + 1,
                library: database, theme: theme, files: files, inventories: inventories,
                etags: etags(of: database.pieces + (theme?.pieces ?? []), inventories, known),
                revokedTokens: options.kind == .backup ? try library.revokedTokens() : nil)
            (pointer, isNew) = (try await send(release, after: former?.pointer, known), true)
        }
        if lease != nil, isNew {
            await store.abandonUploads(
                begunBefore: Date(timeIntervalSinceNow: -ReleaseRepository.pruningGraceSeconds),
                where: ReleaseRepository.isObject)
        }
        if let lease, pointer != former?.pointer {
            try await repository.switch(to: pointer, from: former?.etag, under: lease)
        }
        let dropped = Set(former?.pointer.kept ?? []).subtracting(pointer.kept + known.lost)
        let (sentObjectCount, sentByteCount) = count.sent
        return Publication(
            release: pointer.release, number: pointer.number, isNew: isNew, fileCount: files.count,
            byteCount: files.byteCount + database.byteCount, sentObjectCount: sentObjectCount,
            sentByteCount: sentByteCount, kept: pointer.kept, lost: known.lost, droppedCount: dropped.count)
    }

    /// Refuses an address that has something else than releases of this kind.
    private func checkIsUnused() async throws {
        if try await store.information(options.kind.other.pointer) != nil {
            throw PublishingError.otherKind(store.name, isBackup: options.kind == .published)
        }
        // A site is public, but a release is not.
        if try await store.information(SitePublisher.listName) != nil {
            throw PublishingError.damaged(
                store.name, reason: "has a static site, which is public; expected another address")
        }
    }

    /// Returns the names of the files of a release.
    private func names(of snapshot: Library.Snapshot) -> [String] {
        let includesOriginals = options.includesOriginals || options.kind == .backup
        return snapshot.pyramids.map { "pyramids/" + $0 }
            + ((includesOriginals ? snapshot.originals : []) + snapshot.recordings).map { "originals/" + $0 }
    }

    /// Uploads a new release, and returns the pointer to it.
    private func send(
        _ release: Release, after former: ReleasePointer?, _ known: KnownRelease
    ) async throws -> ReleasePointer {
        let bytes = try ReleaseRepository.encoded(release)
        let id = Digest.sha256(bytes)
        try await send(bytes, to: Release.object(id), contentType: "application/json")
        try Task.checkCancellation()
        let kept = [id] + (former?.kept ?? []).filter { !known.lost.contains($0) }
        return ReleasePointer(
            release: id, number: release.number,
            kept: Array(kept.prefix(min(max(1, options.keptCount), ReleasePointer.keptLimit))))
    }

    /// Returns the ids of the releases to keep if nothing has changed, the current one among them.
    private func kept(of pointer: ReleasePointer, _ known: KnownRelease) -> [String] {
        let others = pointer.kept.filter { $0 != pointer.release && !known.lost.contains($0) }
        let kept = Set(others.prefix(max(1, options.keptCount) - 1))
        return pointer.kept.filter { $0 == pointer.release || kept.contains($0) }
    }

    /// Copies the database into an unlinked file, so that no file remains whatever happens. The file is in the
    /// library's folder, or in a temporary one if that cannot be written.
    func copyDatabase() async throws -> (Library.Snapshot, FileHandle) {
        let (library, isBackup) = (library, options.kind == .backup)
        return try await Self.blocking { isCancelled in
            let files = FileManager.default
            var folder = library.servedFolder
            let isWritable = files.isWritableFile(atPath: folder)
            if !isWritable {
                folder = files.temporaryDirectory.path(percentEncoded: false) + "explore-\(UUID().uuidString)"
                try files.createDirectory(
                    atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            }
            let path = "\(folder)/library.sqlite\(AtomicFile.partialMark)\(getpid())-published"
            unlink(path)
            defer {
                unlink(path)
                if !isWritable { rmdir(folder) }
            }
            let snapshot =
                try isBackup
                ? library.completeSnapshot(to: path, isCancelled: isCancelled)
                : library.snapshot(to: path, isCancelled: isCancelled)
            guard let copy = FileHandle(forReadingAtPath: path) else { throw PublishingError.removedMeanwhile(path) }
            return (snapshot, copy)
        }
    }

    // MARK: Objects

    /// Uploads an object that is named by its content.
    func send(_ bytes: Data, to object: String, contentType: String) async throws {
        if !options.isDryRun {
            let form = ObjectMetadata(contentType: contentType)
            count.note(try await store.write(object, ByteBuffer(bytes: bytes), as: form), of: object)
        }
        count.sent(byteCount: Int64(bytes.count))
    }

    /// Uploads an object that is named by its content, unless ``uploaded(_:byteCount:)`` finds it.
    func sendIfNeeded(_ bytes: Data, to object: String, contentType: String) async throws {
        if let found = try await uploaded(object, byteCount: Int64(bytes.count)) {
            count.note(found.etag, of: object)
        } else {
            try await send(bytes, to: object, contentType: contentType)
        }
    }

    /// Returns an object that neither the known releases nor the store's list contain, if it exists nevertheless and is
    /// too young to be pruned before the release refers to it.
    func uploaded(_ object: String, byteCount: Int64) async throws -> ObjectInformation? {
        guard let found = try await store.information(object), found.byteCount == byteCount,
            let modified = found.modified, -modified.timeIntervalSinceNow < options.trustedSeconds
        else { return nil }
        return found
    }

    /// Returns the ETags of the pieces and lists of a release, as far as they are known.
    private func etags(
        of pieces: [String], _ inventories: [String: String], _ known: KnownRelease
    ) -> [String: String] {
        let names = pieces.map(Release.piece) + inventories.values.map(Release.inventory)
        let former = known.releases.map { $0.etags ?? [:] }
        let sent = count.etags
        return names.reduce(into: [:]) { etags, name in
            etags[name] = sent[name] ?? former.lazy.compactMap { $0[name] }.first
        }
    }

    /// Runs blocking work outside Swift's cooperative threads.
    ///
    /// - Parameter body: Receives a function that returns whether the task has been cancelled.
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

/// What the store already contains: the current release and the newest one (they differ after a rollback), if they can
/// be read, and the objects that actually exist.
struct KnownRelease: Sendable {
    /// The current release.
    var current: Release?
    /// The current and the newest release.
    var releases: [Release] = []
    /// The highest release number used so far.
    var highestNumber = 0
    /// The lengths of the pieces of their databases and themes, by name, in bytes.
    private var pieces: [String: Int64] = [:]
    /// The ids of kept releases that are damaged or missing.
    private(set) var lost: [String] = []
    let stored: StoredObjects

    /// Reads the releases and lists the objects.
    init(_ pointer: ReleasePointer?, _ repository: ReleaseRepository) async throws {
        let folders = pointer == nil ? [] : ReleaseRepository.folders
        stored = try await StoredObjects(folders, of: repository.store)
        guard let pointer else { return }
        for id in pointer.kept {
            // The first id is that of the newest release.
            if id == pointer.release || id == pointer.kept.first {
                if let release = try await repository.ifSound({ try await repository.release(id) }) {
                    releases.append(release)
                    if id == pointer.release { current = release }
                    continue
                }
            } else if try await stored.find(Release.object(id), byteCount: nil) != nil {
                continue
            }
            lost.append(id)
        }
        // Numbers rise by one, so this is an upper bound for all kept releases, even those that cannot be read.
        let assumed = lost.isEmpty ? pointer.number : pointer.number + pointer.kept.count
        highestNumber = max(assumed, releases.map(\.number).max() ?? 0)
        for release in releases where release.library.pieceByteCount == Release.pieceByteCount {
            for part in release.parts {
                for (number, name) in part.pieces.enumerated() { pieces[name] = part.byteCount(ofPiece: number) }
            }
        }
    }

    /// Whether the store has this piece of a known release.
    func hasPiece(_ name: String) async throws -> Bool {
        guard let byteCount = pieces[name] else { return false }
        return try await stored.has(Release.piece(name), byteCount: byteCount)
    }
}

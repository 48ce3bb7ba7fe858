import DocumentLibrary
import FileSupport
public import Foundation
import ObjectStore

/// A kept release, as `explore publish list` shows it.
public struct ListedRelease: Sendable, Equatable {
    /// The release's id.
    public let id: String
    /// Whether it is the current release.
    public let isServed: Bool
    /// The contents of the release.
    public let release: Release

    /// Whether this is the release that a user means by its number or the beginning of its id.
    func isNamed(_ text: String) -> Bool {
        String(release.number) == text || text.utf8.count >= 8 && id.hasPrefix(text)
    }
}

/// The kept releases of a store.
public struct KeptReleases: Sendable, Equatable {
    /// Those that can be read, newest first.
    public var readable: [ListedRelease] = []
    /// The ids of those that are damaged or missing.
    public var lost: [String] = []
}

/// The result of pruning.
public struct PruneResult: Sendable, Equatable {
    /// The number of objects deleted.
    public var objectCount = 0
    /// The total length of the deleted objects, in bytes.
    public var byteCount: Int64 = 0
    /// The number of abandoned uploads that were aborted.
    public var uploadCount = 0
    /// The number of unused objects that are too young to delete.
    public var youngCount = 0
}

extension ReleaseRepository {
    /// The minimum age at which unused objects are deleted, in seconds: a publication in progress may need younger
    /// ones.
    public static let pruningGraceSeconds = 86_400.0
    /// The folders with the objects of releases. Nothing outside them is ever deleted.
    static let folders = ["releases/", "pieces/", "inventories/", "pyramids/", "originals/"]

    /// Whether an object of a release could have this name. Objects with other names are never deleted.
    static func isObject(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, folders.contains(parts[0] + "/") else { return false }
        switch parts[0] {
        case "pieces": return Digest.isValid(parts[1])
        case "pyramids", "originals": return Library.isFileName(parts[1])
        default: return parts[1].hasSuffix(".json") && Digest.isValid(String(parts[1].dropLast(5)))
        }
    }

    /// Whether this is the name of a release or of a piece of a database, which no site has.
    ///
    /// - Parameter belowPrefix: Whether it may be below a further prefix.
    static func isOfRelease(_ name: String, belowPrefix: Bool) -> Bool {
        let object = belowPrefix ? name.split(separator: "/").suffix(2).joined(separator: "/") : name
        return isObject(object) && ["releases/", "pieces/"].contains(where: object.hasPrefix)
    }

    /// Refuses a library's own folder for backups. Its files have the names of a backup's objects, so a backup would
    /// use the originals as the copies, and pruning would delete them.
    func checkIsNoLibrary() async throws {
        guard kind == .backup, try await store.information("library.sqlite") != nil else { return }
        throw PublishingError.library(store.name)
    }

    /// Returns the kept releases. One that is damaged does not stand in the way of the others.
    ///
    /// - Throws: ``PublishingError/nothing(_:kind:)`` if nothing is published, the errors of ``pointer()``, and
    ///   `StoreError`.
    public func list() async throws -> KeptReleases {
        let (pointer, _) = try await current()
        var releases = KeptReleases()
        for id in pointer.kept {
            if let release = try await ifSound({ try await release(id) }) {
                releases.readable.append(ListedRelease(id: id, isServed: id == pointer.release, release: release))
            } else {
                releases.lost.append(id)
            }
        }
        return releases
    }

    /// Makes a former release the current one. All of its objects still exist; only the pointer is written.
    ///
    /// - Parameters:
    ///   - wanted: The number of a kept release, or a prefix of its id; by default the one before the current one.
    ///   - reopening: Whether the release may open documents that readers of the current one may not read, and accept
    ///     tokens that it has revoked. If so, the databases are not fetched to compare them.
    /// - Returns: The new current release.
    /// - Throws: ``PublishingError/noRelease(_:address:expected:)``,
    ///   ``PublishingError/reopens(_:release:documents:tokens:)``,
    ///   ``PublishingError/cannotCompare(_:release:reason:)``, ``PublishingError/overtaken(_:)``,
    ///   ``PublishingError/inProgress(_:holder:since:expiresInSeconds:)``.
    public func rollBack(to wanted: String? = nil, reopening: Bool = false) async throws -> ListedRelease {
        try await withLease { lease in try await rollBack(to: wanted, reopening: reopening, under: lease) }
    }

    private func rollBack(to wanted: String?, reopening: Bool, under lease: Lease) async throws -> ListedRelease {
        var (pointer, etag) = try await current()
        let releases = try await list().readable
        let numbers = releases.map { String($0.release.number) }.joined(separator: ", ")
        let found: ListedRelease?
        if let wanted {
            found = releases.first { $0.isNamed(wanted) }
        } else {
            let earlier = pointer.kept.drop { $0 != pointer.release }.dropFirst()
            found = releases.first { earlier.contains($0.id) }
        }
        guard let found else {
            throw PublishingError.noRelease(
                "release \(wanted ?? "before \(pointer.number)")", address: store.name,
                expected: "one of those kept: \(numbers)")
        }
        guard found.id != pointer.release else { return found }
        if !reopening { try await checkOpensNothing(found, since: pointer.release) }
        (pointer.release, pointer.number) = (found.id, found.release.number)
        try await self.switch(to: pointer, from: etag, under: lease)
        return ListedRelease(id: found.id, isServed: true, release: found.release)
    }

    /// Deletes objects that no kept release uses and that are older than the grace period.
    ///
    /// - Parameters:
    ///   - graceSeconds: The grace period, in seconds. Make it shorter than the default only if no publication can be
    ///     in progress.
    ///   - isDryRun: Whether to report what would be deleted, without deleting.
    /// - Throws: The errors of ``list()``; if a release cannot be read, nothing is deleted. Also
    ///   ``PublishingError/inProgress(_:holder:since:expiresInSeconds:)`` and ``PublishingError/library(_:)``.
    public func prune(
        graceSeconds: Double = ReleaseRepository.pruningGraceSeconds, isDryRun: Bool = false, now: Date = Date()
    ) async throws -> PruneResult {
        try await checkIsNoLibrary()
        if isDryRun { return try await prune(graceSeconds, now, under: nil) }
        return try await withLease { try await prune(graceSeconds, now, under: $0) }
    }

    /// - Parameter lease: Nil for a dry run.
    private func prune(_ graceSeconds: Double, _ now: Date, under lease: Lease?) async throws -> PruneResult {
        let (pointer, etag) = try await current()
        let used = try await usedObjects(pointer)
        var (pruning, doomed) = (PruneResult(), [String]())
        for folder in Self.folders {
            try await store.forEachPage(folder) { objects in
                try Task.checkCancellation()
                for object in objects where !used.contains(object.name) && Self.isObject(object.name) {
                    guard now.timeIntervalSince(object.modified) >= graceSeconds else {
                        pruning.youngCount += 1
                        continue
                    }
                    doomed.append(object.name)
                    pruning.byteCount += object.byteCount
                }
            }
        }
        pruning.objectCount = doomed.count
        let uploads = try await store.openUploadsIfListed().filter { upload in
            Self.isObject(upload.name)
                && now.timeIntervalSince1970 - upload.begunSeconds >= graceSeconds
        }
        pruning.uploadCount = uploads.count
        guard let lease else { return pruning }
        try await lease.confirm()
        // A program without leases may have published in the meantime.
        let latest = try await current()
        guard latest.pointer == pointer, latest.etag == etag else {
            throw PublishingError.overtaken(store.name)
        }
        try await store.delete(doomed)
        for upload in uploads { try await store.abandon(upload) }
        return pruning
    }

    private func current() async throws -> (pointer: ReleasePointer, etag: String?) {
        guard let found = try await pointer() else { throw PublishingError.nothing(store.name, kind: kind) }
        return found
    }

    private func usedObjects(_ pointer: ReleasePointer) async throws -> Set<String> {
        var used: Set<String> = []
        for id in pointer.kept {
            let release = try await release(id)
            used.insert(Release.object(id))
            used.formUnion(release.parts.flatMap(\.pieces).map(Release.piece))
            used.formUnion(release.inventories.values.map(Release.inventory))
            try await forEachInventory(of: release) { _, files in used.formUnion(files.map(\.name)) }
        }
        return used
    }
}

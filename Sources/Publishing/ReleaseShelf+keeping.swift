public import Foundation
import ObjectStore

/// A release, as `explore publish list` shows it.
public struct ListedRelease: Sendable, Equatable {
    /// Its id.
    public let id: String
    /// Whether it is the one that is served.
    public let isServed: Bool
    /// What it consists of.
    public let release: Release
}

/// What `prune` removed.
public struct Pruning: Sendable, Equatable {
    /// How many objects were removed.
    public var objectCount = 0
    /// How long they were together, in bytes.
    public var byteCount: Int64 = 0
    /// How many uploads that nobody ended were given up.
    public var uploadCount = 0
    /// How many objects no kept release uses that are too young to be removed.
    public var youngCount = 0
}

extension ReleaseShelf {
    /// How old what nobody uses must be before it is removed, in seconds: a publication may be under way.
    public static let pruningGraceSeconds = 86_400.0
    /// Where objects of releases are; nothing else is ever removed.
    private static let folders = ["releases/", "pieces/", "inventories/", "pyramids/", "originals/"]

    /// The releases that are kept, the newest first.
    ///
    /// - Throws: ``PublishingError/nothing(_:)`` where nothing is published, and as ``pointer()`` and ``release(_:)``.
    public func list() async throws -> [ListedRelease] {
        let (pointer, _) = try await current()
        var releases: [ListedRelease] = []
        for id in pointer.kept {
            releases.append(ListedRelease(id: id, isServed: id == pointer.release, release: try await release(id)))
        }
        return releases
    }

    /// Makes a former release the one that is served. All of it is still there; nothing is sent but the pointer.
    ///
    /// - Parameter wanted: The number, or the beginning of the id, of a release that is kept; else the one before the one that
    ///   is served now.
    /// - Returns: The release that is served from now on.
    /// - Throws: ``PublishingError/noRelease(_:address:expected:)``, ``PublishingError/overtaken(_:)``.
    public func rollBack(to wanted: String? = nil) async throws -> ListedRelease {
        var (pointer, etag) = try await current()
        let releases = try await list()
        let numbers = releases.map { String($0.release.number) }.joined(separator: ", ")
        let found: ListedRelease?
        if let wanted {
            found = releases.first {
                String($0.release.number) == wanted || wanted.utf8.count >= 8 && $0.id.hasPrefix(wanted)
            }
        } else {
            let place = pointer.kept.firstIndex(of: pointer.release).map { $0 + 1 }
            found = place.flatMap { $0 < releases.count ? releases[$0] : nil }
        }
        guard let found else {
            throw PublishingError.noRelease(
                wanted ?? "before \(pointer.number)", address: "\(store.address)",
                expected: "one of those kept: \(numbers)")
        }
        guard found.id != pointer.release else { return found }
        (pointer.release, pointer.number) = (found.id, found.release.number)
        try await self.switch(to: pointer, from: etag)
        return ListedRelease(id: found.id, isServed: true, release: found.release)
    }

    /// Removes what no kept release uses and what is older than the grace time.
    ///
    /// - Parameters:
    ///   - graceSeconds: How old it must be; less than the usual only where no publication can be under way.
    ///   - isDryRun: Whether nothing is removed, but only told what would be.
    /// - Throws: As ``list()``; a release that cannot be read keeps everything in place.
    public func prune(
        graceSeconds: Double = ReleaseShelf.pruningGraceSeconds, isDryRun: Bool = false, now: Date = Date()
    ) async throws -> Pruning {
        let (pointer, etag) = try await current()
        let used = try await usedObjects(pointer)
        var (pruning, doomed) = (Pruning(), [String]())
        for folder in Self.folders {
            try await store.forEachPage(folder) { objects in
                try Task.checkCancellation()
                for object in objects where !used.contains(object.name) {
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
        let uploads = try await store.openUploads().filter { upload in
            Self.folders.contains { upload.name.hasPrefix($0) }
                && now.timeIntervalSince1970 - upload.begunSeconds >= graceSeconds
        }
        pruning.uploadCount = uploads.count
        if isDryRun { return pruning }
        // What was published meanwhile uses what it found.
        let latest = try await current()
        guard latest.pointer == pointer, latest.etag == etag else {
            throw PublishingError.overtaken("\(store.address)")
        }
        try await store.delete(doomed)
        for upload in uploads { try await store.abandon(upload) }
        return pruning
    }

    private func current() async throws -> (pointer: ReleasePointer, etag: String?) {
        guard let found = try await pointer() else { throw PublishingError.nothing("\(store.address)") }
        return found
    }

    private func usedObjects(_ pointer: ReleasePointer) async throws -> Set<String> {
        var used: Set<String> = []
        for id in pointer.kept {
            let release = try await release(id)
            used.insert(Release.object(id))
            used.formUnion(release.library.pieces.map(Release.piece))
            used.formUnion(release.inventories.values.map(Release.inventory))
            try await forEachInventory(of: release) { _, files in used.formUnion(files.map(\.name)) }
        }
        return used
    }
}

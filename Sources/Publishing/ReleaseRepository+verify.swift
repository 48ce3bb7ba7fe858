import FileSupport
import Foundation
import NIOCore
import ObjectStore

extension ReleaseRepository {
    /// The number of objects read at once.
    static let readWidth = 8
    /// The number of bytes per read.
    private static let readByteCount: Int64 = 8 << 20

    /// Verifies that the store has the objects that all kept releases need.
    ///
    /// Releases and lists of files are read and compared with their SHA-256. Other objects are compared with the
    /// store's list by length, and by ETag if the release records one. An ETag from another store proves nothing, so an
    /// object with a different ETag is read. The objects of 10^5 documents take a few hundred requests.
    ///
    /// - Parameters:
    ///   - isFull: Whether to read all objects and compare their SHA-256.
    ///   - progress: Called with the completed fraction, 0 to 1, from any thread.
    /// - Throws: ``PublishingError/nothing(_:kind:)``, ``PublishingError/damaged(_:reason:)`` if the pointer is
    ///   damaged, `StoreError`, and `CancellationError`.
    public func verify(
        isFull: Bool = false, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws -> ReleaseVerification {
        guard let pointer = try await pointer()?.pointer else { throw PublishingError.nothing(store.name, kind: kind) }
        var found = ReleaseVerification(releaseCount: pointer.kept.count)
        let needed = try await neededObjects(pointer, &found)
        let stored = try await StoredObjects(Self.folders, of: store)
        found.objectCount += needed.count
        found.byteCount += needed.reduce(0) { $0 + $1.byteCount }
        let total = isFull ? found.byteCount : Int64(needed.count)
        var done: Int64 = 0
        try await inParallel(needed, width: Self.readWidth) { object in
            try await self.fault(of: object, stored, isFull: isFull)
        } take: { object, reason, readByteCount in
            found.readByteCount += readByteCount
            done += isFull ? object.byteCount : 1
            progress(Double(done) / Double(max(total, 1)))
            guard let reason else { return }
            found.damages.append(
                .init(object: object.name, reason: reason, releases: object.releases, sha256: object.sha256))
        }
        found.damages.sort { $0.object.utf8.lexicographicallyPrecedes($1.object.utf8) }
        return found
    }

    /// Returns the pieces and files that the kept releases need. Reads the releases and lists for this, and adds
    /// damaged ones to the result.
    private func neededObjects(
        _ pointer: ReleasePointer, _ found: inout ReleaseVerification
    ) async throws -> [NeededObject] {
        var needed: [String: NeededObject] = [:]
        var lists: [String: (shard: String, releases: [Int])] = [:]
        func add(_ name: String, _ byteCount: Int64, _ sha256: String, _ etag: String?, _ releases: [Int]) {
            if let known = needed[name], known.sha256 == sha256 {
                needed[name]?.releases += releases.filter { !known.releases.contains($0) }
            } else {
                needed[name] = NeededObject(
                    name: name, byteCount: byteCount, sha256: sha256, etag: etag, releases: releases)
            }
        }
        func note(_ error: any Error, _ object: String, _ releases: [Int], sha256: String?) throws {
            guard let reason = Self.damage(error) else { throw error }
            found.damages.append(.init(object: object, reason: reason, releases: releases, sha256: sha256))
        }
        for id in pointer.kept {
            found.objectCount += 1
            do {
                let release = try await release(id)
                for part in release.parts {
                    for (number, piece) in part.pieces.enumerated() {
                        let name = Release.piece(piece)
                        add(name, part.byteCount(ofPiece: number), piece, release.etags?[name], [release.number])
                    }
                }
                for (shard, list) in release.inventories {
                    lists[list, default: (shard, [])].releases.append(release.number)
                }
            } catch {
                try note(error, Release.object(id), [], sha256: nil)
            }
        }
        // The cache beside the library is no evidence about the store.
        let uncached = ReleaseRepository(store, kind: kind)
        for (sha256, list) in lists {
            try Task.checkCancellation()
            found.objectCount += 1
            do {
                for file in try await uncached.inventory(sha256, shard: list.shard) {
                    add(file.name, file.byteCount, file.sha256, file.etag, list.releases)
                }
            } catch {
                try note(error, Release.inventory(sha256), list.releases, sha256: sha256)
            }
        }
        return needed.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// Verifies an object. The reason is nil if it is sound.
    private func fault(
        of object: NeededObject, _ stored: StoredObjects, isFull: Bool
    ) async throws -> (NeededObject, reason: String?, readByteCount: Int64) {
        try Task.checkCancellation()
        guard let found = try await stored.find(object.name, byteCount: object.byteCount) else {
            return (object, "is missing", 0)
        }
        guard found.byteCount == object.byteCount else {
            return (object, "has \(found.byteCount) bytes, expected \(object.byteCount)", 0)
        }
        guard isFull || object.etag != nil && object.etag != found.etag else { return (object, nil, 0) }
        var readByteCount: Int64 = 0
        do {
            let sha256 = try await read(object.name, byteCount: object.byteCount) { readByteCount += Int64($0.count) }
            let isSound = sha256 == object.sha256
            let fault = "differs from what was written, expected the SHA-256 \(object.sha256)"
            return (object, isSound ? nil : fault, readByteCount)
        } catch {
            guard let reason = Self.damage(error) else { throw error }
            return (object, reason, readByteCount)
        }
    }

    /// Reads an object of any length in parts, up to its end or the given length.
    ///
    /// - Returns: The SHA-256 of the bytes read, as hexadecimal digits.
    func read(_ object: String, byteCount: Int64, _ body: (Data) throws -> Void) async throws -> String {
        let digest = MessageDigest()
        var offset: Int64 = 0
        while offset < byteCount {
            try Task.checkCancellation()
            let end = min(offset + Self.readByteCount, byteCount)
            let bytes = Data(try await store.read(object, range: offset..<end).bytes.readableBytesView)
            guard !bytes.isEmpty else { break }
            digest.update(bytes)
            try body(bytes)
            offset += Int64(bytes.count)
        }
        return digest.value.hexadecimalDigits
    }
}

public import ObjectStore

import Foundation
import NIOCore

/// The releases below an address of a store: reads them with strict validation, and writes them.
public struct ReleaseRepository: Sendable {
    /// The store.
    public let store: any ObjectPlace
    /// What the releases are for.
    let kind: ReleaseKind
    /// The folder that caches lists, so that they are not read again.
    let cache: InventoryCache?
    /// The times of leases; tests shorten them.
    package var leaseTimes = LeaseTimes()

    /// The releases of a store.
    ///
    /// - Parameters:
    ///   - kind: What they are for.
    ///   - cacheFolder: A folder for lists, created if necessary; without it, all lists are read from the store.
    public init(_ store: any ObjectPlace, kind: ReleaseKind = .published, cacheFolder: String? = nil) {
        (self.store, self.kind) = (store, kind)
        cache = cacheFolder.map { InventoryCache(folder: $0) }
    }

    /// The pointer and its tag; `nil` if nothing is published.
    ///
    /// - Throws: ``PublishingError/damaged(_:reason:)`` if it is not a pointer, and `StoreError`.
    public func pointer() async throws -> (pointer: ReleasePointer, etag: String?)? {
        do {
            let read = try await store.read(kind.pointer, byteLimit: ReleasePointer.byteLimit)
            let pointer: ReleasePointer = try decoded(Data(read.bytes.readableBytesView), kind.pointer)
            if let fault = pointer.fault { throw damaged(kind.pointer, fault) }
            return (pointer, read.etag)
        } catch let error as StoreError where error.isMissing {
            return nil
        }
    }

    /// A release.
    ///
    /// - Throws: ``PublishingError/damaged(_:reason:)`` if it is not what was written, and `StoreError`.
    public func release(_ id: String) async throws -> Release {
        let object = Release.object(id)
        let release: Release = try decoded(
            try await bytes(of: object, sha256: id, byteLimit: Release.byteLimit), object)
        if let fault = release.fault { throw damaged(object, fault) }
        return release
    }

    /// A list of files.
    ///
    /// - Parameter shard: The two digits with which the digests of its names begin.
    public func inventory(_ sha256: String, shard: String) async throws -> [InventoryFile] {
        let object = Release.inventory(sha256)
        let data: Data
        if let kept = cache?.bytes(sha256) {
            data = kept
        } else {
            data = try await bytes(of: object, sha256: sha256, byteLimit: InventoryFile.listByteLimit)
            cache?.keep(data, sha256)
        }
        let files: [InventoryFile] = try decoded(data, object)
        if let fault = InventoryFile.fault(files, shard: shard) { throw damaged(object, fault) }
        return files
    }

    /// What is read, or nil if the store lacks it or has other bytes than were written.
    func ifSound<Value>(_ read: () async throws -> Value) async throws -> Value? {
        do {
            return try await read()
        } catch {
            guard Self.damage(error) != nil else { throw error }
            return nil
        }
    }

    /// What an error tells of an object's damage; nil if it tells of something else, such as a store that does not respond.
    static func damage(_ error: any Error) -> String? {
        switch error {
        case StoreError.missing: "is missing"
        case StoreError.damaged(_, let reason), PublishingError.damaged(_, let reason): reason
        default: nil
        }
    }

    /// All files of a release, list by list.
    func forEachInventory(of release: Release, _ body: (String, [InventoryFile]) throws -> Void) async throws {
        for (shard, sha256) in release.inventories.sorted(by: { $0.key < $1.key }) {
            try Task.checkCancellation()
            try body(shard, try await inventory(sha256, shard: shard))
        }
    }

    /// Runs the body while no other process changes the releases: see ``Lease``.
    func withLease<Value: Sendable>(_ body: @escaping @Sendable (Lease) async throws -> Value) async throws -> Value {
        try await Lease.whileHeld(store, leaseTimes, body)
    }

    /// Switches the pointer, if it is still the one that was read and the lease is still held, and reads it back.
    ///
    /// - Parameter etag: The tag of the pointer that was read; `nil` if there was none.
    /// - Throws: ``PublishingError/overtaken(_:)``, ``PublishingError/leaseLost(_:holder:)``,
    ///   ``PublishingError/inProgress(_:holder:since:expiresInSeconds:)``, `StoreError`.
    func `switch`(to pointer: ReleasePointer, from etag: String?, under lease: Lease) async throws {
        try await lease.confirm()
        let bytes = try Self.encoded(pointer)
        let form = ObjectMetadata(
            contentType: "application/json", cacheControl: "no-cache",
            condition: etag.map { .hasTag($0) } ?? .isAbsent)
        do {
            try await store.write(
                kind.pointer, ByteBuffer(bytes: bytes), as: form,
                timeLimitSeconds: lease.times.pointerSeconds)
        } catch {
            // Perhaps by this very request, if its first response was lost.
            guard case .changed = error else { throw error }
        }
        if try await self.pointer()?.pointer != pointer { throw PublishingError.overtaken(store.name) }
    }

    private func bytes(of object: String, sha256: String, byteLimit: Int) async throws -> Data {
        let data = Data(try await store.read(object, byteLimit: byteLimit).bytes.readableBytesView)
        guard Digest.sha256(data) == sha256 else {
            throw damaged(object, "has other bytes than were written, expected those that its name is the digest of")
        }
        return data
    }

    private func decoded<Value: Decodable>(_ data: Data, _ object: String) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: data)
        } catch {
            throw damaged(object, "is not the JSON that `explore publish` writes there")
        }
    }

    private func damaged(_ object: String, _ reason: String) -> PublishingError {
        .damaged(store.name(of: object), reason: reason)
    }

    /// The canonical encoding of a value: equal values have equal bytes.
    static func encoded(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}

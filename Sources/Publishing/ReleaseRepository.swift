import FileSupport
public import ObjectStore

import Foundation
import NIOCore

/// The releases at an address in a store. Reads them with strict validation, and writes them.
public struct ReleaseRepository: Sendable {
    /// The store.
    public let store: any ObjectPlace
    /// The kind of the releases.
    let kind: ReleaseKind
    /// The cache of lists of files.
    let cache: InventoryCache?
    /// The time limits of leases; tests shorten them.
    package var leaseTimes = LeaseTimes()

    /// Creates a repository for the releases in a store.
    ///
    /// - Parameters:
    ///   - kind: The kind of the releases.
    ///   - cacheFolder: A folder in which to cache lists, created if necessary. Without it, all lists are read from the
    ///     store.
    public init(_ store: any ObjectPlace, kind: ReleaseKind = .published, cacheFolder: String? = nil) {
        (self.store, self.kind) = (store, kind)
        cache = cacheFolder.map { InventoryCache(folder: $0) }
    }

    /// Returns the pointer and its ETag, or nil if nothing is published.
    ///
    /// - Throws: ``PublishingError/damaged(_:reason:)`` if the object is not a valid pointer, and `StoreError`.
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

    /// Reads a release.
    ///
    /// - Throws: ``PublishingError/damaged(_:reason:)`` if it is damaged, and `StoreError`.
    public func release(_ id: String) async throws -> Release {
        let object = Release.object(id)
        let release: Release = try decoded(
            try await bytes(of: object, sha256: id, byteLimit: Release.byteLimit), object)
        if let fault = release.fault { throw damaged(object, fault) }
        return release
    }

    /// Reads a list of files.
    ///
    /// - Parameter shard: The first two digits of the SHA-256 of every name in the list.
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

    /// Returns the result of a read, or nil if the object is missing or damaged.
    func ifSound<Value>(_ read: () async throws -> Value) async throws -> Value? {
        do {
            return try await read()
        } catch {
            guard Self.damage(error) != nil else { throw error }
            return nil
        }
    }

    /// Returns how an object is damaged according to an error, or nil if the error has another cause, such as a store
    /// that does not respond.
    static func damage(_ error: any Error) -> String? {
        switch error {
        case StoreError.missing: "is missing"
        case StoreError.damaged(_, let reason), PublishingError.damaged(_, let reason): reason
        default: nil
        }
    }

    /// Calls the body with the files of a release, list by list.
    func forEachInventory(of release: Release, _ body: (String, [InventoryFile]) throws -> Void) async throws {
        for (shard, sha256) in release.inventories.sorted(by: { $0.key < $1.key }) {
            try Task.checkCancellation()
            try body(shard, try await inventory(sha256, shard: shard))
        }
    }

    /// Runs the body while no other process can change the releases. See ``Lease``.
    func withLease<Value: Sendable>(_ body: @escaping @Sendable (Lease) async throws -> Value) async throws -> Value {
        try await Lease.whileHeld(store, leaseTimes, body)
    }

    /// Writes a new pointer, if the pointer is still the one that was read and the lease is still held.
    ///
    /// - Parameter etag: The ETag of the pointer that was read; `nil` if there was none.
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
            // This very request may have changed it, if its first response was lost and it was repeated.
            guard case .changed = error else { throw error }
        }
        if try await self.pointer()?.pointer != pointer { throw PublishingError.overtaken(store.name) }
    }

    /// Reads an object whose SHA-256 is known.
    ///
    /// - Throws: ``PublishingError/damaged(_:reason:)`` if it has another one, and `StoreError`.
    func bytes(of object: String, sha256: String, byteLimit: Int) async throws -> Data {
        let data = Data(try await store.read(object, byteLimit: byteLimit).bytes.readableBytesView)
        guard Digest.sha256(data) == sha256 else {
            throw damaged(object, "differs from what was written, expected the SHA-256 in its name")
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

    /// Returns the canonical encoding of a value: equal values have equal bytes.
    static func encoded(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}

import Foundation
import NIOCore
import ObjectStore
import TestSupport
import Testing

@testable import Publishing

@Suite("Verification of releases", .ownThreads)
struct ReleaseVerificationTests {
    /// Publishes a library of two documents to a store in memory.
    private func published() async throws -> (MemoryStore, PublishedLibrary) {
        let store = try MemoryStore()
        let published = try await PublishedLibrary(
            endpoint: store.endpoint, address: try StoreAddress("s3://bucket/library"))
        try published.add("charter", shade: 1)
        try published.add("seal", shade: 2)
        return (store, published)
    }

    private func key(_ folder: String, of store: MemoryStore) throws -> String {
        try #require(store.objects.keys.filter { $0.contains("/\(folder)/") }.min())
    }

    /// Replaces the object by one with a different byte in the middle, with or without its former tag, like a failing
    /// disk.
    private func corrupt(_ key: String, in store: MemoryStore, keepsTag: Bool) throws {
        var object = try #require(store.objects[key])
        object.bytes[object.bytes.count / 2] ^= 1
        store.objects[key] = keepsTag ? object : MemoryStore.Object(object.bytes)
    }

    @Test func `missing objects and other lengths or tags are found without reading`() async throws {
        let (store, published) = try await published()
        let (done, _) = try await published.publish { $0.includesOriginals = true }
        try await published.withRepository { repository in
            let sound = try await repository.verify()
            #expect(sound.isSound && sound.damages.isEmpty && sound.releaseCount == 1 && sound.readByteCount == 0)
            // Release, piece, lists and files.
            #expect(sound.objectCount == store.objects.count - 1, "all but the pointer")
            #expect(sound.byteCount == done.byteCount)
        }
        let (pyramid, piece) = (try key("pyramids", of: store), try key("pieces", of: store))
        let scan = try key("originals", of: store)
        store.objects[pyramid] = nil
        store.objects[scan]?.bytes.removeLast()
        try corrupt(piece, in: store, keepsTag: false)
        try await published.withRepository { repository in
            let found = try await repository.verify()
            let reasons = found.damages.map { "\($0.object): \($0.reason)" }
            #expect(found.damages.count == 3 && !found.isSound, "\(reasons)")
            #expect(
                found.damages.allSatisfy {
                    pyramid.hasSuffix($0.object) || piece.hasSuffix($0.object) || scan.hasSuffix($0.object)
                })
            #expect(
                reasons.contains { $0.hasSuffix(": is missing") }
                    && reasons.contains { $0.contains(" bytes, expected ") })
            #expect(reasons.contains { $0.contains("differs from what was written") })
            #expect(found.damages.allSatisfy { $0.releases == [1] && !$0.isRepaired })
        }
    }

    @Test func `a full verification reads every byte`() async throws {
        let (store, published) = try await published()
        _ = try await published.publish()
        let pyramid = try key("pyramids", of: store)
        try corrupt(pyramid, in: store, keepsTag: true)
        try await published.withRepository { repository in
            let quick = try await repository.verify()
            #expect(quick.isSound)
            let full = try await repository.verify(isFull: true)
            #expect(full.damages.map { pyramid.hasSuffix($0.object) } == [true] && full.readByteCount == full.byteCount)
        }
    }

    @Test func `a tag from another store is no damage`() async throws {
        let (store, published) = try await published()
        _ = try await published.publish()
        for key in store.objects.keys { store.objects[key]?.tag += "-2" }
        try await published.withRepository { repository in
            let found = try await repository.verify()
            #expect(found.isSound && found.readByteCount == found.byteCount)
        }
    }

    @Test(arguments: ["pieces", "inventories", "pyramids", "originals"])
    func `damaged objects that the library has are repaired, and the release stays the same`(folder: String)
        async throws
    {
        let (store, published) = try await published()
        let (done, _) = try await published.publish { $0.includesOriginals = true }
        let key = try key(folder, of: store)
        let sound = try #require(store.objects[key]).bytes
        let damages: [() throws -> Void] = [
            { store.objects[key] = nil }, { try corrupt(key, in: store, keepsTag: false) },
        ]
        for damage in damages {
            try damage()
            let found = try await published.repair()
            #expect(found.damages.map(\.isRepaired) == [true] && found.isSound, "\(found.damages)")
            #expect(store.objects[key]?.bytes == sound)
        }
        try await published.withRepository { repository in
            let found = try await repository.verify(isFull: true)
            #expect(found.damages.isEmpty)
            let pointer = try await repository.pointer()?.pointer
            #expect(pointer?.release == done.release)
        }
    }

    @Test func `damage to objects that the library no longer has stays reported`() async throws {
        let (store, published) = try await published()
        _ = try await published.publish()
        let pyramid = try key("pyramids", of: store)
        try published.add("charter", shade: 3)
        try published.add("seal", shade: 4)
        _ = try? FileManager.default.removeItem(
            atPath: published.path + "/pyramids/" + (pyramid as NSString).lastPathComponent)
        store.objects[pyramid] = nil
        let found = try await published.repair()
        #expect(found.damages.map(\.isRepaired) == [false] && !found.isSound)
    }

    @Test(arguments: ["pieces", "inventories", "pyramids"])
    func `publishing uploads lost objects again, even without changes`(folder: String)
        async throws
    {
        let (store, published) = try await published()
        let (first, _) = try await published.publish()
        let key = try key(folder, of: store)
        store.objects[key] = nil
        let (second, _) = try await published.publish()
        #expect(!second.isNew && second.release == first.release && second.sentObjectCount == 1)
        #expect(store.objects[key] != nil)
        try await published.withRepository { repository in
            let found = try await repository.verify(isFull: true)
            #expect(found.damages.isEmpty)
        }
    }

    @Test func `publishing after a damaged release creates a new one and reports the lost one`() async throws {
        let (store, published) = try await published()
        let (first, _) = try await published.publish()
        let key = try key("releases", of: store)
        try corrupt(key, in: store, keepsTag: true)
        try await published.withRepository { repository in
            let found = try await repository.verify()
            #expect(found.damages.map(\.object) == [Release.object(first.release)] && !found.isSound)
        }
        let (second, _) = try await published.publish()
        #expect(second.isNew && second.lost == [first.release] && second.kept == [second.release])
        #expect(second.number > first.number)
        try await published.withRepository { repository in
            let found = try await repository.verify(isFull: true)
            #expect(found.damages.isEmpty)
            let kept = try await repository.list().readable.map(\.id)
            #expect(kept == [second.release])
        }
    }

    @Test func `verification fails if the store denies access`() async throws {
        let (store, published) = try await published()
        _ = try await published.publish()
        store.onRequest { method, key in method == "GET" && key.contains("/releases/") ? 403 : nil }
        try await published.withRepository { repository in
            _ = await #expect(throws: StoreError.self) { try await repository.verify() }
        }
    }
}

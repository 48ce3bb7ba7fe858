import Foundation
import NIOConcurrencyHelpers
import ObjectStore
import TestSupport
import Testing

@testable import Publishing

/// The objects that a publication reads and writes, besides its lease, which is renewed periodically.
@Suite("Publisher, request by request", .ownThreads)
struct PublisherRequestTests {
    /// The objects of requests, by method; the bucket itself for lists.
    private typealias KeysByMethod = [String: [String]]

    private static let lease = "bucket/" + LeaseRecord.object
    private static let pointer = "bucket/" + ReleasePointer.object

    private func library(_ store: MemoryStore) async throws -> PublishedLibrary {
        let library = try await PublishedLibrary(endpoint: store.endpoint, address: StoreAddress("s3://bucket"))
        for number in 0..<5 { try library.add("d\(number)", shade: UInt8(number)) }
        return library
    }

    private func publish(_ library: PublishedLibrary, to store: MemoryStore) async throws -> (Publication, KeysByMethod)
    {
        let requests = NIOLockedValueBox<KeysByMethod>([:])
        store.onRequest { method, key in
            if key != Self.lease { requests.withLockedValue { $0[method, default: []].append(key) } }
            return nil
        }
        let (done, _) = try await library.publish { $0.leaseTimes.settleSeconds = 0.5 }
        store.onRequest(nil)
        return (done, requests.withLockedValue { $0 })
    }

    @Test(arguments: MemoryStore.Conditions.allCases)
    func `publishing again unchanged reads the pointer, the release and five lists`(
        _ conditions: MemoryStore.Conditions
    ) async throws {
        let store = try MemoryStore(conditions)
        let library = try await library(store)
        let (first, _) = try await publish(library, to: store)
        let (second, requests) = try await publish(library, to: store)
        #expect(!second.isNew && second.release == first.release && second.sentObjectCount == 0)
        #expect(requests["PUT"] == nil && requests["HEAD"] == nil, "\(requests)")
        let read = requests["GET", default: []]
        #expect(Set(read).isSuperset(of: [Self.pointer, "bucket/" + Release.object(first.release)]), "\(read)")
        #expect(read.count == 2 + ReleaseRepository.folders.count, "\(read)")
    }

    @Test(arguments: MemoryStore.Conditions.allCases)
    func `a change in one of several documents writes what belongs to it, and the pointer`(
        _ conditions: MemoryStore.Conditions
    ) async throws {
        let store = try MemoryStore(conditions)
        let library = try await library(store)
        _ = try await publish(library, to: store)
        let former = Set(store.objects.keys)
        try library.add("d3", shade: 99)
        let (second, requests) = try await publish(library, to: store)
        let new = Set(store.objects.keys).subtracting(former)
        #expect(second.isNew && new.count == second.sentObjectCount)
        #expect(Set(requests["PUT", default: []]) == new.union([Self.pointer]), "\(requests)")
    }

    @Test(arguments: MemoryStore.Conditions.allCases)
    func `after an interrupted publication only the release and the pointer are written`(
        _ conditions: MemoryStore.Conditions
    ) async throws {
        let store = try MemoryStore(conditions)
        let library = try await library(store)
        _ = try await publish(library, to: store)
        // As if the pointer had never been switched.
        store.objects[Self.pointer] = nil
        // Its time in seconds distinguishes it from the former one.
        let (done, requests) = try await publish(library, to: store)
        #expect(done.sentObjectCount == 1)
        let written = Set(requests["PUT", default: []])
        #expect(written == [Self.pointer, "bucket/" + Release.object(done.release)], "\(requests)")
    }

    @Test func `interrupted uploads of objects of releases are aborted after a day by the next release`() async throws {
        let store = try MemoryStore()
        let library = try await library(store)
        let old = Date(timeIntervalSinceNow: -2 * 86_400)
        let scan = "bucket/originals/\(String(repeating: "a", count: 64)).tif"
        let uploads = [
            "old": MemoryStore.Upload(scan, begun: old), "young": MemoryStore.Upload(scan),
            "another's": MemoryStore.Upload("bucket/pictures/a.tif", begun: old),
        ]
        for shade in [10, 20] as [UInt8] {
            store.uploads = uploads
            try library.add("d0", shade: shade)
            _ = try await publish(library, to: store)
            #expect(Set(store.uploads.keys) == ["young", "another's"])
        }
        store.uploads = uploads
        _ = try await library.publish { $0.isDryRun = true }
        #expect(store.uploads.count == uploads.count)
    }

    @Test(arguments: [403, 405, 501])
    func `a library is published where uploads are not listed`(status: Int) async throws {
        let store = try MemoryStore()
        store.refuseUploadLists(status)
        let (done, _) = try await publish(try await library(store), to: store)
        #expect(done.isNew && done.sentObjectCount > 0)
    }
}

import Foundation
import NIOCore
import ObjectStore
import TestSupport
import Testing

@testable import Publishing

@Suite("Kept releases", .ownThreads)
struct KeptReleaseTests {
    private func library(_ store: MemoryStore) async throws -> PublishedLibrary {
        try await PublishedLibrary(endpoint: store.endpoint, address: StoreAddress("s3://bucket"))
    }

    /// Publishes a new version of a document for each shade.
    ///
    /// - Returns: The ids of the releases, newest first.
    private func publish(_ library: PublishedLibrary, shades: ClosedRange<UInt8>) async throws -> [String] {
        var ids: [String] = []
        for shade in shades {
            try library.add("charter", shade: shade)
            ids.insert(try await library.publish().0.release, at: 0)
        }
        return ids
    }

    @Test func `a damaged release blocks neither the list nor a rollback to the one before it`() async throws {
        let store = try MemoryStore()
        let library = try await library(store)
        let ids = try await publish(library, shades: 1...3)
        store.objects["bucket/" + Release.object(ids[1])] = nil
        try await library.withRepository { repository in
            let kept = try await repository.list()
            #expect(kept.readable.map(\.id) == [ids[0], ids[2]] && kept.readable.map(\.isServed) == [true, false])
            #expect(kept.lost == [ids[1]])
            #expect(try await repository.rollBack().id == ids[2])
            #expect(try await repository.pointer()?.pointer.release == ids[2])
            await #expect(throws: PublishingError.self) { try await repository.rollBack() }
        }
    }

    @Test func `fewer releases are kept even if nothing has changed`() async throws {
        let store = try MemoryStore()
        let library = try await library(store)
        let ids = try await publish(library, shades: 1...3)
        let (dry, _) = try await library.publish { ($0.keptCount, $0.isDryRun) = (2, true) }
        #expect(!dry.isNew && dry.kept == Array(ids.prefix(2)) && dry.droppedCount == 1)
        #expect(try await library.withRepository { try await $0.pointer()?.pointer.kept } == ids)
        let (done, _) = try await library.publish { $0.keptCount = 2 }
        #expect(!done.isNew && done.kept == Array(ids.prefix(2)) && done.droppedCount == 1)
        #expect(try await library.withRepository { try await $0.pointer()?.pointer.kept } == Array(ids.prefix(2)))
        let (again, _) = try await library.publish { $0.keptCount = 2 }
        #expect(again.droppedCount == 0)
    }

    @Test func `after a rollback without changes, the release that is served is kept`() async throws {
        let store = try MemoryStore()
        let (first, second) = (try await library(store), try await library(store))
        let ids = try await publish(first, shades: 1...1)
        let newer = try await publish(second, shades: 2...3)
        _ = try await first.withRepository { try await $0.rollBack(to: ids[0]) }
        let (done, _) = try await first.publish { $0.keptCount = 2 }
        #expect(!done.isNew && done.release == ids[0])
        #expect(done.kept == [newer[0], ids[0]] && done.droppedCount == 1)
        #expect(try await first.withRepository { try await $0.pointer()?.pointer.kept } == [newer[0], ids[0]])
    }
}

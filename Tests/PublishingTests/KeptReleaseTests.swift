import ClauseStore
import DocumentLibrary
import DocumentModel
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

    /// The documents and tokens that a refused rollback names.
    private func refusal(
        of body: () async throws -> ListedRelease
    ) async throws -> (documents: [String], tokens: [String])? {
        do {
            _ = try await body()
            return nil
        } catch PublishingError.reopens(_, _, let documents, let tokens) {
            return (documents, tokens)
        }
    }

    @Test func `a rollback refuses to show hidden documents and to accept revoked tokens, unless it is told to`()
        async throws
    {
        let store = try MemoryStore()
        let library = try await library(store)
        for id in ["charter", "deed", "roll", "writ"] { try library.add(id, shade: 1) }
        try library.add("draft", shade: 1, status: "draft")
        let changed = try Library(path: library.path, access: .change)
        let tokens = [AccessToken(), AccessToken()]
        for token in tokens {
            let info = TokenInfo(
                id: token.id, label: "a reader", grant: .everything, createdAt: Date(), expiresAt: nil)
            try changed.store.add(info, sha256: token.sha256)
        }
        let first = try await library.publish().0.release
        try library.add("charter", shade: 1, access: "restricted")
        try library.add("deed", shade: 1, status: "draft")
        try library.add("draft", shade: 1, status: "draft", access: "restricted")
        try changed.remove("roll")
        _ = try changed.store.revokeToken(tokens[0].id)
        let second = try await library.publish().0.release
        try await library.withRepository { repository in
            let refusal = try await self.refusal { try await repository.rollBack() }
            #expect(refusal?.documents == ["charter", "deed", "draft", "roll"] && refusal?.tokens == [tokens[0].id])
            #expect(try await repository.pointer()?.pointer.release == second)
            #expect(try await repository.rollBack(reopening: true).id == first)
            // The newer release hides more.
            #expect(try await repository.rollBack(to: "2").id == second)
        }
        // A document that only the newer release has was never hidden.
        try library.add("new", shade: 1)
        let third = try await library.publish().0.release
        let served = try await library.withRepository { repository in
            [try await repository.rollBack().id, try await repository.rollBack(to: "3").id]
        }
        #expect(served == [second, third])
    }

    @Test func `a rollback refuses to announce a document that is restricted, and to open one that is announced`()
        async throws
    {
        let store = try MemoryStore()
        let library = try await library(store)
        let former = ["charter": "announced", "deed": "open", "roll": "announced", "writ": "announced"]
        for (id, access) in former { try library.add(id, shade: 1, access: access) }
        let first = try await library.publish().0.release
        for (id, access) in ["charter": "restricted", "deed": "announced", "roll": "open"] {
            try library.add(id, shade: 1, access: access)
        }
        _ = try await library.publish()
        try await library.withRepository { repository in
            let back = try await self.refusal { try await repository.rollBack() }
            #expect(back?.documents == ["charter", "deed"])
            #expect(try await repository.rollBack(reopening: true).id == first)
            let forward = try await self.refusal { try await repository.rollBack(to: "2") }
            #expect(forward?.documents == ["roll"])
        }
    }

    @Test func `a rollback from a release whose database is damaged says that it cannot compare`() async throws {
        let store = try MemoryStore()
        let library = try await library(store)
        let ids = try await publish(library, shades: 1...2)
        try await library.withRepository { repository in
            let (old, new) = (try await repository.release(ids[1]), try await repository.release(ids[0]))
            let piece = try #require(new.library.pieces.first { !old.library.pieces.contains($0) })
            store.objects["bucket/" + Release.piece(piece)] = nil
            await #expect { try await repository.rollBack() } throws: { error in
                guard case PublishingError.cannotCompare(_, 1, let reason) = error else { return false }
                return reason.contains(piece) && "\(error)".contains("--reopen")
            }
            #expect(try await repository.pointer()?.pointer.release == ids[0])
            #expect(try await repository.rollBack(reopening: true).id == ids[1])
        }
    }

    @Test func `a rollback that is refused names ten documents and tells how many others there are`() {
        let error = PublishingError.reopens(
            "s3://bucket", release: 1, documents: (1...12).map { "d-\($0)" }, tokens: ["abc"])
        #expect("\(error)".contains("the documents d-1, d-2,") && "\(error)".contains("d-10 and 2 more"))
        #expect("\(error)".contains("accept the revoked token abc again") && !"\(error)".contains("d-11"))
    }
}

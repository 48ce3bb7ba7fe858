import Foundation
import NIOCore
import ObjectStore
import TestSupport
import Testing

@testable import Publishing

@Suite("Lease", .ownThreads)
struct LeaseTests {
    private static let lease = "bucket/publishing.json"
    private static let pointer = "bucket/release.json"

    private func library(_ store: MemoryStore) async throws -> PublishedLibrary {
        try await PublishedLibrary(endpoint: store.endpoint, address: StoreAddress("s3://bucket"))
    }

    /// Short times, so that tests do not wait.
    private static func shorten(_ options: inout PublishingOptions) {
        options.leaseTimes.settleSeconds = 0.5
        options.keptCount = ReleasePointer.keptLimit
    }

    /// Publishes once from each library at the same time.
    ///
    /// - Returns: The ids of the new releases, and the errors.
    private func publish(_ libraries: [PublishedLibrary]) async -> (releases: [String], errors: [any Error]) {
        await withTaskGroup(of: Result<String, any Error>.self) { group in
            for library in libraries {
                group.addTask {
                    do {
                        return .success(try await library.publish(Self.shorten).0.release)
                    } catch {
                        return .failure(error)
                    }
                }
            }
            var (releases, errors): ([String], [any Error]) = ([], [])
            for await result in group {
                switch result {
                case .success(let release): releases.append(release)
                case .failure(let error): errors.append(error)
                }
            }
            return (releases, errors)
        }
    }

    /// Publishes two libraries at the same time, in many rounds.
    private func publishInRounds(_ libraries: [PublishedLibrary], count: Int, begin: () -> Void) async throws {
        var published: [String] = []
        for round in 1...count {
            for (number, library) in libraries.enumerated() {
                try library.add("library-\(number)", shade: UInt8(round))
            }
            begin()
            let (releases, errors) = await publish(libraries)
            #expect(!releases.isEmpty, "round \(round): \(errors)")
            for error in errors {
                switch error {
                case PublishingError.inProgress(_, let holder, _, _):
                    #expect(holder.contains("(process \(getpid()))"))
                // The other publication had ended before this one checked.
                case PublishingError.overtaken: break
                default: Issue.record("round \(round): \(error)")
                }
            }
            published += releases
            let kept = try await libraries[0].withRepository { try await $0.pointer()?.pointer.kept }
            #expect(Set(published).subtracting(kept ?? []).isEmpty, "round \(round): a publication was lost")
            #expect(Set(kept ?? []).count == published.count)
        }
    }

    @Test(arguments: MemoryStore.Conditions.allCases)
    func `no publication is lost when two begin at the same moment`(_ conditions: MemoryStore.Conditions) async throws {
        let store = try MemoryStore(conditions)
        let libraries = [try await library(store), try await library(store)]
        try await publishInRounds(libraries, count: 12) {
            // Both see that there is no lease before either writes one.
            let (reads, firstReads) = (Gate(), Gate())
            store.onRequest { method, key in
                guard method == "GET", key == Self.lease, firstReads.count < 2 else { return nil }
                firstReads.pass()
                reads.pass()
                reads.wait(for: 2)
                return nil
            }
        }
        #expect(store.objects[Self.lease] == nil)
    }

    @Test(.enabled(if: RealStore.isInstalled, "\(RealStore.reason)"))
    func `no publication is lost in a real store when two begin at the same moment`() async throws {
        let first = try await PublishedLibrary()
        let second = try await PublishedLibrary(address: first.address)
        try await publishInRounds([first, second], count: 12) {}
    }

    @Test(arguments: MemoryStore.Conditions.allCases)
    func `a held lease blocks publishing until it has expired`(
        _ conditions: MemoryStore.Conditions
    ) async throws {
        let store = try MemoryStore(conditions)
        let library = try await library(store)
        try library.add("charter", shade: 1)
        let record = #"{"format":1,"holder":"ada@archive\n (process 7)","id":"a","renewed":"","since":"2027-01-31"}"#
        for text in [record, "not a lease"] {
            store.objects[Self.lease] = MemoryStore.Object(Array(text.utf8))
            await #expect {
                try await library.publish(Self.shorten)
            } throws: { error in
                guard case PublishingError.inProgress(_, let holder, let since, let seconds) = error else {
                    return false
                }
                let expected = text == record ? ("ada@archive (process 7)", "2027-01-31") : nil
                return (60...121).contains(seconds) && "\(error)".split(separator: "\n").count == 1
                    && (expected ?? ("an unknown publisher", "an unknown time")) == (holder, since)
            }
            #expect(store.objects.keys.sorted() == [Self.lease])
        }
        try await library.withRepository { repository in
            await #expect(throws: PublishingError.self) { try await repository.rollBack() }
            await #expect(throws: PublishingError.self) { try await repository.prune() }
        }
        // With a minute left, however long the machine takes until the lease is checked.
        store.objects[Self.lease]?.modified -= 60
        await #expect(throws: PublishingError.self) { try await library.publish(Self.shorten) }
        store.objects[Self.lease]?.modified -= 62
        #expect(try await library.publish(Self.shorten).0.number == 1)
        #expect(store.objects[Self.lease] == nil)
    }

    @Test(arguments: MemoryStore.Conditions.allCases)
    func `a lease left by a killed process of this machine is taken over at once`(
        _ conditions: MemoryStore.Conditions
    ) async throws {
        let store = try MemoryStore(conditions)
        let library = try await library(store)
        try library.add("charter", shade: 1)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/true")
        try process.run()
        process.waitUntilExit()
        var record = LeaseRecord()
        record.id = "a"
        store.objects[Self.lease] = MemoryStore.Object(Array(try JSONEncoder().encode(record)))
        await #expect(throws: PublishingError.self) { try await library.publish(Self.shorten) }
        record.process = process.processIdentifier
        store.objects[Self.lease] = MemoryStore.Object(Array(try JSONEncoder().encode(record)))
        #expect(try await library.publish(Self.shorten).0.number == 1)
        #expect(store.objects[Self.lease] == nil)
    }

    @Test(arguments: MemoryStore.Conditions.allCases)
    func `a publisher that lost its lease stops before it writes the pointer`(
        _ conditions: MemoryStore.Conditions
    ) async throws {
        let store = try MemoryStore(conditions)
        let library = try await library(store)
        try library.add("charter", shade: 1)
        let record = #"{"format":1,"holder":"ada@archive","id":"a","renewed":"","since":"2027-01-31"}"#
        store.onRequest { [unowned store] method, key in
            // The object written immediately before the pointer.
            if method == "PUT", key.hasPrefix("bucket/releases/") {
                store.objects[Self.lease] = MemoryStore.Object(Array(record.utf8))
            }
            return nil
        }
        await #expect {
            try await library.publish(Self.shorten)
        } throws: {
            "\($0)".contains("ada@archive") && "\($0)".contains("run the command again")
        }
        #expect(store.objects[Self.pointer] == nil)
        #expect(store.objects[Self.lease].map { String(decoding: $0.bytes, as: UTF8.self) } == record)
    }

    @Test func `a publisher that could not renew its lease in time stops`() async throws {
        let store = try MemoryStore()
        let library = try await library(store)
        try library.add("charter", shade: 1)
        let error = await #expect(throws: PublishingError.self) {
            try await library.publish { $0.leaseTimes.heldSeconds = 0 }
        }
        #expect(error == .leaseLost("s3://bucket", holder: nil))
        #expect(store.objects[Self.pointer] == nil)
    }

    @Test(arguments: MemoryStore.Conditions.allCases)
    func `a lease is renewed for as long as a publication takes`(_ conditions: MemoryStore.Conditions) async throws {
        let store = try MemoryStore(conditions)
        let library = try await library(store)
        try library.add("charter", shade: 1)
        let renewals = Gate()
        store.onRequest { method, key in
            if method == "PUT", key == Self.lease { renewals.pass() }
            // Each takes two requests if the first one is refused, as do the lease itself and the probe.
            if method == "PUT", key.hasPrefix("bucket/releases/") { renewals.wait(for: 3 + 3 * 2) }
            return nil
        }
        let (done, _) = try await library.publish {
            Self.shorten(&$0)
            $0.leaseTimes.renewalSeconds = 0.02
        }
        #expect(done.number == 1 && renewals.count >= 9)
        #expect(store.objects[Self.lease] == nil)
    }

    @Test(arguments: MemoryStore.Conditions.allCases)
    func `the lease is removed after a failure and when the publication is cancelled`(
        _ conditions: MemoryStore.Conditions
    ) async throws {
        let store = try MemoryStore(conditions)
        let library = try await library(store)
        try library.add("charter", shade: 1)
        store.onRequest { method, key in method == "PUT" && key.hasPrefix("bucket/pieces/") ? 403 : nil }
        await #expect(throws: StoreError.self) { try await library.publish(Self.shorten) }
        #expect(store.objects[Self.lease] == nil)
        let (begun, ended) = (Gate(), Gate())
        store.onRequest { method, key in
            guard method == "PUT", key.hasPrefix("bucket/pieces/") else { return nil }
            begun.pass()
            ended.wait(for: 1)
            return nil
        }
        let task = Task { try await library.publish(Self.shorten) }
        begun.wait(for: 1)
        #expect(store.objects[Self.lease] != nil)
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
        ended.pass()
        #expect(store.objects[Self.lease] == nil && store.objects[Self.pointer] == nil)
    }

    @Test func `a pointer that another program wrote meanwhile is not overwritten`() async throws {
        let store = try MemoryStore()
        let library = try await library(store)
        try library.add("charter", shade: 1)
        _ = try await library.publish(Self.shorten)
        try library.add("charter", shade: 2)
        let digest = String(repeating: "a", count: 64)
        let other = Array(#"{"format":1,"kept":["\#(digest)"],"number":7,"release":"\#(digest)"}"#.utf8)
        store.onRequest { [unowned store] method, key in
            if method == "PUT", key.hasPrefix("bucket/releases/") {
                store.objects[Self.pointer] = MemoryStore.Object(other)
            }
            return nil
        }
        await #expect(throws: PublishingError.overtaken("s3://bucket")) { try await library.publish(Self.shorten) }
        #expect(store.objects[Self.pointer]?.bytes == other)
    }
}

import ExplorerServer
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Synchronization
import Testing
import TileEngine

@testable import Replica

/// A store whose responses are released by the test.
private final class HeldStore: Sendable {
    private let requests = NIOLockedValueBox<[(part: RemoteReads.Part, promise: EventLoopPromise<ByteBuffer>)]>([])

    func read(_ part: RemoteReads.Part, _ loop: any EventLoop) -> EventLoopFuture<ByteBuffer> {
        let promise = loop.makePromise(of: ByteBuffer.self)
        requests.withLockedValue { $0.append((part, promise)) }
        return promise.futureResult
    }

    var count: Int { requests.withLockedValue { $0.count } }

    /// Completes the oldest request.
    func response(_ text: String? = nil) {
        let first = requests.withLockedValue { $0.removeFirst() }
        if let text {
            first.promise.succeed(ByteBuffer(string: text))
        } else {
            first.promise.fail(TileEngineError(.unavailable, "gone"))
        }
    }
}

@Suite("RemoteReads")
struct RemoteReadsTests {
    private let store = HeldStore()
    private let loops = MultiThreadedEventLoopGroup.singleton

    private let clock = Clock()

    private final class Clock: Sendable {
        private let seconds = Atomic<Int64>(1_000)
        var now: NIODeadline { .uptimeNanoseconds(UInt64(seconds.load(ordering: .relaxed)) * 1_000_000_000) }
        func pass(_ count: Int64) { seconds.add(count, ordering: .relaxed) }
    }

    private func reads(_ change: (inout RemoteReads.Limits) -> Void = { _ in }) -> RemoteReads {
        var limits = RemoteReads.Limits()
        change(&limits)
        return RemoteReads(limits: limits, now: { [clock] in clock.now }) { [store] in store.read($0, $1) }
    }

    private func part(_ number: Int64) -> RemoteReads.Part { RemoteReads.Part(object: "a", range: number..<number + 1) }

    private func read(_ reads: RemoteReads, _ number: Int64) -> EventLoopFuture<ByteBuffer> {
        reads.read(part(number), name: "s3://far/a", on: loops.any())
    }

    private func kind(_ future: EventLoopFuture<ByteBuffer>) async -> TileEngineError.Kind? {
        do {
            _ = try await future.get()
            return nil
        } catch {
            return (error as? TileEngineError)?.kind
        }
    }

    @Test func `callers of the same part share one read`() async throws {
        let reads = reads()
        let futures = (0..<10).map { _ in read(reads, 1) }
        #expect(store.count == 1)
        store.response("tile")
        for future in futures { #expect(try await String(buffer: future.get()) == "tile") }
        #expect(reads.counts.joinedCount == 9 && reads.counts.readCount == 1 && reads.counts.runningCount == 0)
        // A completed read is not shared.
        let later = read(reads, 1)
        store.response("new")
        #expect(try await String(buffer: later.get()) == "new")
    }

    @Test func `the numbers of reads in progress and waiting are limited, and more are refused at once`() async throws {
        let reads = reads { ($0.runningCount, $0.waitingCount) = (2, 3) }
        let futures = (0..<5).map { read(reads, Int64($0)) }
        #expect(store.count == 2 && reads.counts.waitingCount == 3)
        #expect(await kind(read(reads, 9)) == .unavailable)
        #expect(reads.counts.refusedCount == 1)
        // A caller that joins a waiting read does not add to their number.
        let joined = read(reads, 4)
        for (number, future) in futures.enumerated() {
            store.response("\(number)")
            #expect(try await String(buffer: future.get()) == "\(number)")
        }
        #expect(try await String(buffer: joined.get()) == "4")
        #expect(reads.counts.runningCount == 0 && reads.counts.waitingCount == 0)
    }

    @Test func `a read that has waited too long fails`() async throws {
        let reads = reads { ($0.runningCount, $0.waitingSeconds) = (1, 0) }
        let (first, second) = (read(reads, 1), read(reads, 2))
        store.response("first")
        #expect(try await String(buffer: first.get()) == "first")
        #expect(await kind(second) == .unavailable)
        #expect(store.count == 0 && reads.counts.runningCount == 0)
    }

    @Test func `a failing store is left alone, and then tried by one read`() async throws {
        let reads = reads { ($0.failureCount, $0.restSeconds, $0.runningCount) = (3, 4, 3) }
        let failing = (0..<3).map { read(reads, Int64($0)) }
        let waiting = read(reads, 3)
        for _ in 0..<3 {
            #expect(reads.isAvailable)
            store.response()
            // The trial read replaces the first.
        }
        for future in failing { #expect(await kind(future) == .unavailable) }
        #expect(!reads.isAvailable && reads.counts.isResting)
        #expect(await kind(read(reads, 5)) == .unavailable)
        // A read that was in progress when the pause began ends normally.
        store.response()
        #expect(await kind(waiting) == .unavailable)
        // Within a quarter more or less.
        clock.pass(2)
        #expect(!reads.isAvailable)
        clock.pass(4)
        // One trial read is allowed, and until it succeeds the store is not reported as available.
        #expect(reads.isAvailable && reads.counts.isResting)
        let trying = read(reads, 6)
        #expect(store.count == 1 && !reads.isAvailable)
        #expect(await kind(read(reads, 7)) == .unavailable)
        store.response("there again")
        #expect(try await String(buffer: trying.get()) == "there again")
        #expect(reads.isAvailable && !reads.counts.isResting && reads.counts.runningCount == 0)
    }

    @Test func `any other response ends the pause early, and one more failure starts it again`()
        async throws
    {
        let reads = reads { ($0.failureCount, $0.restSeconds) = (2, 4) }
        for number in 0..<2 {
            let failing = read(reads, Int64(number))
            store.response()
            #expect(await kind(failing) == .unavailable)
        }
        #expect(!reads.isAvailable && reads.counts.isResting)
        reads.noteResponse()
        #expect(reads.isAvailable && !reads.counts.isResting)
        let (failing, other) = (read(reads, 2), read(reads, 3))
        store.response()
        #expect(await kind(failing) == .unavailable)
        #expect(!reads.isAvailable && reads.counts.isResting)
        reads.noteResponse()
        store.response("there again")
        #expect(try await String(buffer: other.get()) == "there again")
        reads.noteResponse()
        #expect(reads.isAvailable && reads.counts.runningCount == 0)
    }

    @Test func `damage does not count as a failure of the store`() async throws {
        let reads = RemoteReads { _, loop in loop.makeFailedFuture(TileEngineError(.damaged, "wrong bytes")) }
        for number in 0..<20 { #expect(await kind(read(reads, Int64(number))) == .damaged) }
        #expect(reads.isAvailable)
    }
}

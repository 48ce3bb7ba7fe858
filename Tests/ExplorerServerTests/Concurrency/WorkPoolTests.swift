import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore
import NIOConcurrencyHelpers
import Testing

@testable import ExplorerServer

/// The order in which a pool works, and what it drops under overload.
@Suite(.ownThreads) struct WorkPoolTests {
    /// A pool whose threads are blocked until released, and a record of its work.
    private final class BlockedPool: Sendable {
        let pool: WorkPool
        let done = NIOLockedValueBox<[String]>([])
        private let threadCount: Int
        private let gate = DispatchSemaphore(value: 0)

        init(threadCount: Int = 1, waitingCount: Int, waitingPixels: Int = .max) async {
            self.threadCount = threadCount
            // A millisecond passes between two pieces of work, however busy the machine is.
            let time = NIOLockedValueBox<UInt64>(1 << 40)
            pool = WorkPool(threadCount: threadCount, waitingCount: waitingCount, waitingPixels: waitingPixels) {
                .uptimeNanoseconds(
                    time.withLockedValue {
                        $0 += 1_000_000
                        return $0
                    })
            }
            for _ in 0..<threadCount {
                Task { [pool, gate] in try await pool.run(.forTile) { gate.wait() } }
            }
            await until { self.pool.queue.tileCount == 0 && self.pool.load.running == threadCount }
        }

        func release() { for _ in 0..<threadCount { gate.signal() } }

        /// Adds work and waits until the queue has the expected length.
        ///
        /// - Returns: Whether the work will be done rather than refused.
        func add(
            _ name: String, estimatedPixels: Int = 0, _ purpose: WorkPool.Purpose = .any, until queue: WorkPool.Queue
        ) async -> Task<Bool, any Error> {
            let task = Task {
                do {
                    try await pool.run(purpose, estimatedPixels: estimatedPixels) { _ in
                        self.done.withLockedValue { $0.append(name) }
                    }
                    return true
                } catch let problem as Problem {
                    #expect(problem.status == .serviceUnavailable && problem.refusal == .busy)
                    #expect(problem.headers[.retryAfter] != nil)
                    return false
                }
            }
            await until { self.pool.queue == queue }
            #expect(pool.queue == queue, "after \(name)")
            return task
        }

        func until(_ condition: () -> Bool) async {
            for _ in 0..<10_000 {
                if condition() { return }
                try? await Task.sleep(for: .milliseconds(1))
            }
        }
    }

    @Test func `light work overtakes wide work, and equal work runs in order of arrival`() async throws {
        let blocked = await BlockedPool(waitingCount: 10)
        var tasks = [
            await blocked.add("wide", estimatedPixels: 100 << 20, until: .init(count: 1, estimatedPixels: 100 << 20))
        ]
        tasks.append(
            await blocked.add("first", estimatedPixels: 100, until: .init(count: 2, estimatedPixels: 100 + (100 << 20)))
        )
        tasks.append(
            await blocked.add(
                "second", estimatedPixels: 100, until: .init(count: 3, estimatedPixels: 200 + (100 << 20))))
        tasks.append(
            await blocked.add(
                "tile", .forTile, until: .init(count: 3, estimatedPixels: 200 + (100 << 20), tileCount: 1)))
        blocked.release()
        for task in tasks { #expect(try await task.value) }
        #expect(blocked.done.withLockedValue { $0 } == ["tile", "first", "second", "wide"])
        try await blocked.pool.shutdown()
    }

    @Test func `in a full queue, light work replaces the widest`() async throws {
        let blocked = await BlockedPool(waitingCount: 2)
        let wide = await blocked.add(
            "wide", estimatedPixels: 500 << 20, until: .init(count: 1, estimatedPixels: 500 << 20))
        let wider = await blocked.add(
            "wider", estimatedPixels: 900 << 20, until: .init(count: 2, estimatedPixels: 1_400 << 20))
        let light = await blocked.add(
            "light", estimatedPixels: 10 << 20, until: .init(count: 2, estimatedPixels: 510 << 20))
        #expect(try await wider.value == false)
        let widest = await blocked.add(
            "widest", estimatedPixels: 1_000 << 20, until: .init(count: 2, estimatedPixels: 510 << 20))
        #expect(try await widest.value == false, "the new one is the widest itself")
        let equal = await blocked.add(
            "equal", estimatedPixels: 500 << 20, until: .init(count: 2, estimatedPixels: 510 << 20))
        #expect(try await equal.value == false, "who came first stays")
        blocked.release()
        #expect(try await light.value)
        #expect(try await wide.value)
        #expect(blocked.done.withLockedValue { $0 } == ["light", "wide"])
        try await blocked.pool.shutdown()
    }

    @Test func `above the limit of queued pixels the widest work is dropped, unless it is alone`() async throws {
        let blocked = await BlockedPool(waitingCount: 10, waitingPixels: 1_000)
        let alone = await blocked.add("alone", estimatedPixels: 5_000, until: .init(count: 1, estimatedPixels: 5_000))
        let first = await blocked.add("first", estimatedPixels: 600, until: .init(count: 1, estimatedPixels: 600))
        #expect(try await alone.value == false)
        let second = await blocked.add("second", estimatedPixels: 300, until: .init(count: 2, estimatedPixels: 900))
        let third = await blocked.add("third", estimatedPixels: 300, until: .init(count: 2, estimatedPixels: 600))
        #expect(try await first.value == false)
        blocked.release()
        #expect(try await second.value)
        #expect(try await third.value)
        try await blocked.pool.shutdown()
    }

    @Test func `a stored tile is never refused`() async throws {
        let blocked = await BlockedPool(waitingCount: 1)
        let question = await blocked.add("question", until: .init(count: 1))
        var tiles: [Task<Bool, any Error>] = []
        for number in 1...50 {
            tiles.append(await blocked.add("tile \(number)", .forTile, until: .init(count: 1, tileCount: number)))
        }
        let refused = await blocked.add("another question", until: .init(count: 1, tileCount: 50))
        #expect(try await refused.value == false)
        blocked.release()
        for tile in tiles { #expect(try await tile.value) }
        #expect(try await question.value)
        #expect(blocked.done.withLockedValue { $0.last } == "question")
        try await blocked.pool.shutdown()
    }

    @Test func `work for a response in progress is never refused, and runs after lighter work`() async throws {
        let blocked = await BlockedPool(waitingCount: 1, waitingPixels: 1_000)
        let begun = await blocked.add("begun", estimatedPixels: 900 << 20, .begun, until: .init(tileCount: 1))
        let question = await blocked.add("question", until: .init(count: 1, tileCount: 1))
        let refused = await blocked.add("another question", until: .init(count: 1, tileCount: 1))
        #expect(try await refused.value == false)
        blocked.release()
        #expect(try await begun.value)
        #expect(try await question.value)
        #expect(blocked.done.withLockedValue { $0 } == ["question", "begun"])
        try await blocked.pool.shutdown()
    }

    @Test func `wide work never occupies all threads`() async throws {
        let pool = WorkPool(threadCount: 2, waitingCount: 10)
        let gate = DispatchSemaphore(value: 0)
        let wide = (0..<3).map { _ in Task { try await pool.run(estimatedPixels: 100 << 20) { _ in gate.wait() } } }
        for _ in 0..<10_000 {
            if pool.load.running == 1, pool.queue.count == 2 { break }
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(pool.load.running == 1 && pool.queue.count == 2)
        // If wide work could occupy all threads, these would wait for ever.
        for number in 0..<20 { #expect(try await pool.run(estimatedPixels: 100) { _ in number } == number) }
        for _ in wide { gate.signal() }
        for task in wide { try await task.value }
        // A thread delivers its result before it looks for more work.
        for _ in 0..<10_000 where !pool.isIdle { try await Task.sleep(for: .milliseconds(1)) }
        #expect(pool.isIdle)
        try await pool.shutdown()
    }

    @Test func `work that exceeds the memory limit waits, and smaller work overtakes it only for a while`() async throws
    {
        let time = NIOLockedValueBox<UInt64>(1 << 40)
        let pool = WorkPool(threadCount: 3, waitingCount: 10, byteLimit: 160) {
            .uptimeNanoseconds(time.withLockedValue { $0 })
        }
        let (gate, done) = (DispatchSemaphore(value: 0), NIOLockedValueBox<[String]>([]))
        func begin(_ name: String, _ byteCount: Int) -> Task<Void, any Error> {
            Task {
                try await pool.run(estimatedPixels: 0, estimatedBytes: byteCount) { _ in
                    if name == "large" { gate.wait() }
                    done.withLockedValue { $0.append(name) }
                }
            }
        }
        func until(_ condition: () -> Bool) async throws {
            for _ in 0..<10_000 where !condition() { try await Task.sleep(for: .milliseconds(1)) }
        }
        let large = begin("large", 100)
        try await until { pool.load.running == 1 && pool.memory.running == 100 }
        let second = begin("second", 70)
        try await until { pool.queue.count == 1 }
        try await begin("fits", 60).value
        #expect(done.withLockedValue { $0 } == ["fits"] && pool.queue.count == 1)
        // After that time nothing overtakes it.
        time.withLockedValue { $0 += 2_000_000_000 }
        let late = begin("late", 10)
        try await until { pool.queue.count == 2 }
        #expect(pool.load.running == 1)
        gate.signal()
        for task in [large, second, late] { try await task.value }
        // Then both fit, on separate threads, and may end in either order.
        let order = done.withLockedValue { $0 }
        #expect(order.prefix(2) == ["fits", "large"] && Set(order.dropFirst(2)) == ["second", "late"], "\(order)")
        try await until { pool.isIdle }
        #expect(pool.memory.running == 0)
        try await pool.shutdown()
    }

    @Test func `held results count towards the memory limit until released, and delay only large work`() async throws {
        let pool = WorkPool(threadCount: 2, waitingCount: 10, byteLimit: 160)
        var hold: Reservation? = pool.hold(byteCount: 120)
        #expect(pool.memory.held == 120 && hold != nil)
        let wide = Task { try await pool.run(estimatedPixels: 0, estimatedBytes: 50) { _ in } }
        for _ in 0..<10_000 where pool.queue.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(pool.load.running == 0 && pool.queue.count == 1)
        try await pool.run(estimatedPixels: 0, estimatedBytes: 10) { _ in }
        #expect(pool.queue.count == 1)
        hold = nil
        try await wide.value
        #expect(pool.memory.held == 0)
        try await pool.shutdown()
    }

    @Test func `cancelled work leaves the queue, or learns of its cancellation while it runs`() async throws {
        let blocked = await BlockedPool(waitingCount: 10)
        let waiting = await blocked.add("waiting", estimatedPixels: 100, until: .init(count: 1, estimatedPixels: 100))
        waiting.cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiting.value }
        #expect(blocked.pool.queue == .init())
        blocked.release()
        await blocked.until { blocked.pool.isIdle }
        let hasBegun = DispatchSemaphore(value: 0)
        let running = Task {
            try await blocked.pool.run(estimatedPixels: 100) { isCancelled in
                hasBegun.signal()
                while !isCancelled() { usleep(1_000) }
            }
        }
        await blocked.until { hasBegun.wait(timeout: .now()) == .success }
        running.cancel()
        try await running.value
        #expect(blocked.done.withLockedValue { $0.isEmpty })
        try await blocked.pool.shutdown()
    }

    @Test func `shutting down the pool cancels queued work`() async throws {
        let blocked = await BlockedPool(waitingCount: 10)
        let waiting = await blocked.add("waiting", until: .init(count: 1))
        let end = Task { try await blocked.pool.shutdown() }
        await #expect(throws: CancellationError.self) { _ = try await waiting.value }
        blocked.release()
        try await end.value
        await #expect(throws: CancellationError.self) { try await blocked.pool.run {} }
    }
}

import HTTPTypes
import Testing

@testable import ExplorerServer

@Suite struct AsyncSemaphoreTests {
    private let semaphore = AsyncSemaphore(limit: 2, waitingLimit: 2)

    /// Waits until this many tasks are queued.
    private func awaitQueue(_ count: Int) async throws { try await Self.awaitQueue(count, of: semaphore) }

    private static func awaitQueue(_ count: Int, of semaphore: AsyncSemaphore) async throws {
        while semaphore.waitingCount != count { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func `permits are granted in request order, and the queue is bounded`() async throws {
        var held = [try await semaphore.acquire(), try await semaphore.acquire()]
        let (order, came) = AsyncStream<Int>.makeStream()
        for number in 1...2 {
            Task { [semaphore] in
                let permit = try await semaphore.acquire()
                came.yield(number)
                withExtendedLifetime(permit) {}
            }
            try await awaitQueue(number)
        }
        let refusal = await #expect(throws: Problem.self) { try await semaphore.acquire() }
        #expect(refusal?.status == .serviceUnavailable && refusal?.refusal == .busy)
        held.removeLast()
        var numbers: [Int] = []
        for await number in order {
            numbers.append(number)
            if numbers.count == 2 { break }
        }
        #expect(numbers == [1, 2])
        held.removeAll()
        while semaphore.permitCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func `an address has only its share, and others pass its waiting tasks`() async throws {
        let shared = AsyncSemaphore(limit: 3, addressLimit: 2, waitingLimit: 1)
        var slow = [try await shared.acquire(for: "a"), try await shared.acquire(for: "a")]
        let waiting = Task { _ = try await shared.acquire(for: "a") }
        try await Self.awaitQueue(1, of: shared)
        await #expect(throws: Problem.self) { try await shared.acquire(for: "a") }
        var other = try await shared.acquire(for: "b") as Reservation?
        #expect(shared.permitCount == 3 && shared.waitingCount == 1)
        // The free permit is not for the address that has its share.
        other = nil
        #expect(shared.permitCount == 2 && shared.waitingCount == 1 && other == nil)
        slow.removeLast()
        try await waiting.value
        #expect(shared.permitCount == 1 && shared.waitingCount == 0)
        slow.removeAll()
        #expect(shared.permitCount == 0)
    }

    @Test func `a permit goes to the first in the queue whose address has not its share`() async throws {
        let shared = AsyncSemaphore(limit: 2, addressLimit: 1, waitingLimit: 2)
        let slow = try await shared.acquire(for: "a")
        var quick = try await shared.acquire(for: "b") as Reservation?
        let waiting = Task { try await shared.acquire(for: "a") }
        try await Self.awaitQueue(1, of: shared)
        let other = Task { try await shared.acquire(for: "c") }
        try await Self.awaitQueue(2, of: shared)
        quick = nil
        let next = try await other.value
        #expect(shared.permitCount == 2 && shared.waitingCount == 1 && quick == nil)
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        withExtendedLifetime((slow, next)) {}
    }

    @Test func `tasks without an address share all permits`() async throws {
        let shared = AsyncSemaphore(limit: 2, addressLimit: 1, waitingLimit: 0)
        let held = [try await shared.acquire(), try await shared.acquire()]
        #expect(shared.permitCount == 2)
        withExtendedLifetime(held) {}
    }

    @Test func `a cancelled task leaves the queue without a permit`() async throws {
        var held = [try await semaphore.acquire(), try await semaphore.acquire()]
        let waiting = Task { [semaphore] in _ = try await semaphore.acquire() }
        try await awaitQueue(1)
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(semaphore.waitingCount == 0 && semaphore.permitCount == 2)
        held.removeAll()
        #expect(semaphore.permitCount == 0)
    }
}

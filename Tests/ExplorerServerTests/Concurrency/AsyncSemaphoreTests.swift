import HTTPTypes
import Testing

@testable import ExplorerServer

@Suite struct AsyncSemaphoreTests {
    private let semaphore = AsyncSemaphore(limit: 2, waitingLimit: 2)

    /// Waits until this many tasks are queued.
    private func awaitQueue(_ count: Int) async throws {
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

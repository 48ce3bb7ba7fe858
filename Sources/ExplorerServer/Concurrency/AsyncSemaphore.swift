import NIOConcurrencyHelpers

/// Limits how many tasks do something at once, without blocking a thread. The queue of those that wait is bounded, too.
final class AsyncSemaphore: Sendable {
    private struct State {
        var permitCount = 0
        var waiting: [(number: Int, turn: AsyncStream<Never>.Continuation)] = []
        var lastNumber = 0
    }

    /// One of the permits, until this is gone.
    final class Permit: Sendable {
        private let semaphore: AsyncSemaphore

        fileprivate init(_ semaphore: AsyncSemaphore) { self.semaphore = semaphore }

        deinit { semaphore.release() }
    }

    private let limit: Int
    private let waitingLimit: Int
    private let state = NIOLockedValueBox(State())

    /// - Parameters:
    ///   - limit: How many permits there are.
    ///   - waitingLimit: How many tasks may wait for one.
    init(limit: Int, waitingLimit: Int) { (self.limit, self.waitingLimit) = (limit, waitingLimit) }

    /// How many permits are taken.
    var permitCount: Int { state.withLockedValue { $0.permitCount } }

    /// How many tasks wait for a permit.
    var waitingCount: Int { state.withLockedValue { $0.waiting.count } }

    /// A permit, as soon as one is free, in the order in which they were asked for.
    ///
    /// - Throws: ``Problem/busy`` where too many tasks wait; `CancellationError` where the task is cancelled while it waits.
    func acquire() async throws -> Permit {
        let (turns, turn) = AsyncStream<Never>.makeStream()
        let number = try state.withLockedValue { state -> Int? in
            if state.permitCount < limit {
                state.permitCount += 1
                return nil
            }
            guard state.waiting.count < waitingLimit else { throw Problem.busy }
            state.lastNumber += 1
            state.waiting.append((state.lastNumber, turn))
            return state.lastNumber
        }
        guard let number else { return Permit(self) }
        for await _ in turns {}
        // Whoever was given a permit is no longer in the queue.
        let isCancelled = state.withLockedValue { state in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return false }
            state.waiting.remove(at: index)
            return true
        }
        if isCancelled { throw CancellationError() }
        return Permit(self)
    }

    /// Hands a permit to the next in the queue.
    private func release() {
        let next = state.withLockedValue { state -> AsyncStream<Never>.Continuation? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst().turn }
            state.permitCount -= 1
            return nil
        }
        next?.finish()
    }
}

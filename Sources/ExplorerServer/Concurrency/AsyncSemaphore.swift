import NIOConcurrencyHelpers

/// Limits how many tasks run a section at once, without blocking a thread. The queue of waiting tasks is bounded, too.
final class AsyncSemaphore: Sendable {
    private struct State {
        var permitCount = 0
        var waiting: [(number: Int, turn: AsyncStream<Never>.Continuation)] = []
        var lastNumber = 0
    }

    private let limit: Int
    private let waitingLimit: Int
    private let state = NIOLockedValueBox(State())

    /// - Parameters:
    ///   - limit: The number of permits.
    ///   - waitingLimit: The maximum number of waiting tasks.
    init(limit: Int, waitingLimit: Int) { (self.limit, self.waitingLimit) = (limit, waitingLimit) }

    /// The number of permits in use.
    var permitCount: Int { state.withLockedValue { $0.permitCount } }

    /// The number of tasks waiting for a permit.
    var waitingCount: Int { state.withLockedValue { $0.waiting.count } }

    /// Waits for a permit, first come, first served.
    ///
    /// - Throws: ``Problem/busy`` if the queue is full; `CancellationError` if the task is cancelled while waiting.
    func acquire() async throws -> Reservation {
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
        guard let number else { return Reservation(release: release) }
        for await _ in turns {}
        // A task that received a permit is no longer in the queue.
        let isCancelled = state.withLockedValue { state in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return false }
            state.waiting.remove(at: index)
            return true
        }
        if isCancelled { throw CancellationError() }
        return Reservation(release: release)
    }

    /// Passes the permit to the next task in the queue.
    private func release() {
        let next = state.withLockedValue { state -> AsyncStream<Never>.Continuation? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst().turn }
            state.permitCount -= 1
            return nil
        }
        next?.finish()
    }
}

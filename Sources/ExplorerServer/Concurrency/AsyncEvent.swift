import NIOConcurrencyHelpers

/// An event that tasks can wait for without blocking a thread. Once signalled, it stays so until it is reset.
final class AsyncEvent: Sendable {
    private struct State {
        var hasOccurred = false
        var waiting: [Int: AsyncStream<Never>.Continuation] = [:]
        var waitCount = 0
    }

    private let state = NIOLockedValueBox(State())

    /// Wakes all waiting tasks.
    func signal() {
        let waiting = state.withLockedValue { state in
            defer { (state.hasOccurred, state.waiting) = (true, [:]) }
            return state.waiting.values
        }
        for continuation in waiting { continuation.finish() }
    }

    /// Resets the event for the next occurrence.
    func reset() { state.withLockedValue { $0.hasOccurred = false } }

    /// Waits for the event, until a timeout or the cancellation of the task.
    ///
    /// - Returns: Whether the event has occurred.
    @discardableResult
    func wait(atMost limit: Duration? = nil) async -> Bool {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        let number = state.withLockedValue { state -> Int? in
            if state.hasOccurred { return nil }
            state.waitCount += 1
            state.waiting[state.waitCount] = continuation
            return state.waitCount
        }
        guard let number else { return true }
        let timer = limit.map { limit in
            Task {
                try? await Task.sleep(for: limit)
                continuation.finish()
            }
        }
        for await _ in stream {}
        timer?.cancel()
        return state.withLockedValue { state in
            state.waiting[number] = nil
            return state.hasOccurred
        }
    }
}

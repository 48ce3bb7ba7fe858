import NIOConcurrencyHelpers

/// The task that answers a connection's requests, which can be ended from outside: when the reader has hung up, or an
/// answer took too long. What it waits for then ends too, down to the picture that is being made.
final class ConnectionTask: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    private let state = NIOLockedValueBox(State())

    /// Runs the operation until it ends, or is ended.
    func run(_ operation: @escaping @Sendable () async -> Void) async {
        let task = Task(operation: operation)
        let isCancelled = state.withLockedValue { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        state.withLockedValue { $0.task = nil }
    }

    /// Ends the operation, also one that is yet to be run.
    func cancel() {
        let task = state.withLockedValue { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}

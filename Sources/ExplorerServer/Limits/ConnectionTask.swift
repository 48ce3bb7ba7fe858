/// The task that answers a connection's requests, which can be ended from outside: when the reader has hung up, or an
/// answer took too long. What it waits for then ends too, down to the picture that is being made.
final class ConnectionTask: Sendable {
    /// Ends when the operation is to end.
    private let end = AsyncStream<Never>.makeStream()

    /// Runs the operation until it ends, or is ended.
    func run(_ operation: @escaping @Sendable () async -> Void) async {
        await withTaskGroup { [stream = end.stream] group in
            group.addTask(operation: operation)
            group.addTask { for await _ in stream {} }
            await group.next()
            group.cancelAll()
        }
    }

    /// Ends the operation, also one that is yet to be run.
    func cancel() { end.continuation.finish() }
}

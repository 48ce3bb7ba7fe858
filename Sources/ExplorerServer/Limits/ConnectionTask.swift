/// The task that serves the requests of a connection or the request of a stream. It can be cancelled from outside, when
/// the client has disconnected or a response takes too long. Cancelling also stops the work that it waits for, such as
/// a rendering.
final class ConnectionTask: Sendable {
    /// Finishes when the operation must be cancelled.
    private let end = AsyncStream<Never>.makeStream()

    /// Runs the operation until it ends or is cancelled.
    ///
    /// - Throws: Any error of the operation.
    func run<Failure>(_ operation: @escaping @Sendable () async throws(Failure) -> Void) async throws(Failure) {
        let result = await withTaskGroup(of: Result<Void, Failure>?.self) { [stream = end.stream] group in
            group.addTask {
                do throws(Failure) {
                    return .success(try await operation())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                for await _ in stream {}
                return nil
            }
            var result: Result<Void, Failure>?
            for await ended in group {
                result = ended ?? result
                group.cancelAll()
            }
            return result
        }
        try result?.get()
    }

    /// Cancels the operation, even if it has not started yet.
    func cancel() { end.continuation.finish() }
}

/// The task that answers the requests of a connection, or the one of a stream, which can be ended from outside: when the
/// reader has hung up, or an answer took too long. What it waits for then ends too, down to the picture that is being made.
final class ConnectionTask: Sendable {
    /// Ends when the operation is to end.
    private let end = AsyncStream<Never>.makeStream()

    /// Runs the operation until it ends, or is ended.
    ///
    /// - Throws: What the operation throws.
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

    /// Ends the operation, also one that is yet to be run.
    func cancel() { end.continuation.finish() }
}

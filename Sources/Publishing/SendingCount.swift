import Synchronization

/// Counts what is sent, from any thread, and tells of it.
final class SendingCount: Sendable {
    private struct State {
        var total: Int64 = 0
        var done: Int64 = 0
        var objectCount = 0
        var sentByteCount: Int64 = 0
    }

    private let state = Mutex(State())
    private let tell: @Sendable (PublishingProgress) -> Void

    init(_ tell: @escaping @Sendable (PublishingProgress) -> Void) { self.tell = tell }

    var sent: (objectCount: Int, byteCount: Int64) { state.withLock { ($0.objectCount, $0.sentByteCount) } }

    /// Begins a stage that has so many bytes.
    func begin(_ stage: PublishingProgress.Stage, total: Int64) {
        state.withLock { ($0.total, $0.done) = (total, 0) }
        tell(PublishingProgress(stage: stage, fraction: 0))
    }

    /// Says that bytes are done with.
    func add(_ byteCount: Int64, _ stage: PublishingProgress.Stage) {
        let fraction = state.withLock { state in
            state.done += byteCount
            return Double(state.done) / Double(max(state.total, 1))
        }
        tell(PublishingProgress(stage: stage, fraction: min(fraction, 1)))
    }

    /// Says that an object was sent.
    func sent(byteCount: Int64) {
        state.withLock { state in
            state.objectCount += 1
            state.sentByteCount += byteCount
        }
    }
}

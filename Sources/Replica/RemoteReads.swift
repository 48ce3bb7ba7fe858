import ExplorerServer
import NIOConcurrencyHelpers
import NIOCore
import TileEngine

#if canImport(Glibc)
    import Glibc
#endif

/// Reads parts of stored objects for many callers. Callers of the same part share one read, and the number of reads in
/// progress and in the queue is bounded. When the store stops responding, no reads are tried for a while, so that
/// callers fail at once instead of waiting in vain.
final class RemoteReads: Sendable {
    /// Limits on the reads of a store.
    struct Limits: Sendable {
        /// The maximum number of reads in progress.
        var runningCount = 64
        /// The maximum number of queued reads. Further reads are refused.
        var waitingCount = 1_024
        /// The maximum time in the queue, in seconds.
        var waitingSeconds = 5.0
        /// The number of consecutive failures after which reads pause.
        var failureCount = 5
        /// The length of the first and of the longest pause, in seconds. Each pause is twice as long as the last.
        var (restSeconds, longestRestSeconds) = (0.5, 8.0)
    }

    /// A part of an object.
    struct Part: Hashable, Sendable {
        let object: String
        let range: Range<Int64>
    }

    private struct Turn {
        let part: Part
        let deadline: NIODeadline
    }

    private struct State {
        var flights: [Part: [EventLoopPromise<ByteBuffer>]] = [:]
        var queue = CircularBuffer<Turn>()
        var counts = RemoteStatus.Reads()
        var failuresInARow = 0
        var restSeconds = 0.0
        /// The end of the pause, after which one trial read is allowed. Nil once the store has responded.
        var restEnd: NIODeadline?
        var isTrying = false
    }

    private let limits: Limits
    private let source: @Sendable (Part, any EventLoop) -> EventLoopFuture<ByteBuffer>
    private let now: @Sendable () -> NIODeadline
    private let state = NIOLockedValueBox(State())

    /// - Parameter source: Reads a part on an event loop, within a time limit. It fails with `TileEngineError`, of kind
    ///   `unavailable` if the store could not be reached.
    init(
        limits: Limits = Limits(), now: @escaping @Sendable () -> NIODeadline = { .now() },
        source: @escaping @Sendable (Part, any EventLoop) -> EventLoopFuture<ByteBuffer>
    ) {
        (self.limits, self.now, self.source) = (limits, now, source)
    }

    /// The counters, including the reads in progress.
    var counts: RemoteStatus.Reads {
        state.withLockedValue { state in
            var counts = state.counts
            counts.waitingCount = state.queue.count
            counts.isResting = state.restEnd != nil
            return counts
        }
    }

    /// Whether a read would be attempted now.
    var isAvailable: Bool {
        state.withLockedValue { state in state.restEnd.map { $0 <= now() && !state.isTrying } ?? true }
    }

    /// Records that the store has responded to another request. This ends the pause, but a single failure starts it
    /// again.
    func noteResponse() {
        state.withLockedValue { state in
            guard state.restEnd != nil else { return }
            (state.restEnd, state.isTrying, state.failuresInARow) = (nil, false, limits.failureCount - 1)
        }
    }

    private enum Admission {
        case joined
        case started
        case refused(String)
    }

    /// Reads a part.
    ///
    /// - Parameters:
    ///   - name: The name of the object in errors.
    ///   - loop: The loop on which the future completes. A read that is not in progress yet also runs on it.
    /// - Returns: The bytes; the future fails with `TileEngineError` of kind `unavailable` or `damaged`.
    func read(_ part: Part, name: String, on loop: any EventLoop) -> EventLoopFuture<ByteBuffer> {
        let promise = loop.makePromise(of: ByteBuffer.self)
        let admission = state.withLockedValue { state -> Admission in
            if state.flights[part] != nil {
                state.flights[part]?.append(promise)
                state.counts.joinedCount += 1
                return .joined
            }
            if let end = state.restEnd {
                guard end <= now(), !state.isTrying else {
                    state.counts.refusedCount += 1
                    return .refused("does not respond; reads are paused")
                }
                state.isTrying = true
            }
            // The trial read never queues, because nothing else would end the pause.
            if state.isTrying || state.counts.runningCount < limits.runningCount {
                state.counts.runningCount += 1
                state.flights[part] = [promise]
                return .started
            }
            guard state.queue.count < limits.waitingCount else {
                state.counts.refusedCount += 1
                return .refused("has too many reads waiting, expected at most \(limits.waitingCount)")
            }
            state.flights[part] = [promise]
            state.queue.append(Turn(part: part, deadline: now() + Self.amount(limits.waitingSeconds)))
            return .joined
        }
        switch admission {
        case .joined: break
        case .started: start(part, on: loop)
        case .refused(let reason):
            promise.fail(TileEngineError(.unavailable, path: name, "is in a store that \(reason)"))
        }
        return promise.futureResult
    }

    private static func amount(_ seconds: Double) -> TimeAmount { .nanoseconds(Int64(seconds * 1e9)) }

    private func start(_ part: Part, on loop: any EventLoop) {
        source(part, loop).whenComplete { [self] result in land(part, result, on: loop) }
    }

    private func land(_ part: Part, _ result: Result<ByteBuffer, any Error>, on loop: any EventLoop) {
        let now = now()
        var late: [EventLoopPromise<ByteBuffer>] = []
        let (waiters, next) = state.withLockedValue { state -> ([EventLoopPromise<ByteBuffer>], Part?) in
            let waiters = state.flights.removeValue(forKey: part) ?? []
            note(result, at: now, in: &state)
            // Fails reads that have waited too long, and all queued reads if a pause has begun.
            while let turn = state.queue.popFirst() {
                if turn.deadline > now, state.restEnd == nil { return (waiters, turn.part) }
                late += state.flights.removeValue(forKey: turn.part) ?? []
                state.counts.refusedCount += 1
            }
            state.counts.runningCount -= 1
            return (waiters, nil)
        }
        for waiter in waiters { waiter.completeWith(result) }
        for waiter in late {
            waiter.fail(TileEngineError(.unavailable, "this read waited too long for the object store"))
        }
        if let next { start(next, on: loop) }
    }

    /// Records the result of a read, and starts a pause after too many failures.
    private func note(_ result: Result<ByteBuffer, any Error>, at now: NIODeadline, in state: inout State) {
        state.counts.readCount += 1
        switch result {
        case .success(let bytes): state.counts.byteCount += UInt64(bytes.readableBytes)
        case .failure(let error):
            state.counts.failedCount += 1
            guard (error as? TileEngineError)?.kind == .unavailable else { break }
            state.failuresInARow += 1
            guard state.failuresInARow >= limits.failureCount else { return }
            // Reads that were in progress when the pause began do not prolong it.
            if let end = state.restEnd, end > now, !state.isTrying { return }
            state.restSeconds = min(limits.longestRestSeconds, max(limits.restSeconds, state.restSeconds * 2))
            // Randomised, so that replicas do not all return at once.
            state.restEnd = now + Self.amount(state.restSeconds * Double.random(in: 0.75...1.25))
            state.isTrying = false
            return
        }
        (state.failuresInARow, state.restSeconds, state.restEnd, state.isTrying) = (0, 0, nil, false)
    }
}

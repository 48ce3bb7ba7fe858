import CLinux
import FileSupport
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Synchronization

// Regions and cut-outs are rendered from the decoded tiles of the nearest level on low-priority threads, within limits
// that are checked before the work begins. The queue is bounded by number and by pixels; when it is full, the widest
// request is refused, whether it is queued or new. docs/limits.md describes the order.

/// A pool of threads for blocking work (file access, SQLite, decoding), separate from the event loops.
///
/// The queue is bounded in number and weight. When it overflows, the heaviest work, whether queued or new, is refused
/// with a 503. Work runs in order of arrival, but heavy work is ordered as if it had arrived later: light work
/// overtakes it, but only for a bounded time.
///
/// The memory of running work and of unsent results is bounded, too: work waits until there is enough.
final class WorkPool: Sendable {
    /// The purpose of work, which determines its priority and whether it can be refused.
    enum Purpose {
        case any
        /// Reading a stored tile: runs first and is never refused. A connection requests one at a time, so the number
        /// of connections bounds it.
        case forTile
        /// A part of a response that has begun: never refused, otherwise like ``any``. The caller bounds the number of
        /// such responses.
        case begun
    }

    /// The delay per pixel by which heavy work is ordered: rendering takes 10 to 20 ns a pixel, on each of a few
    /// threads.
    private static let nanosecondsPerPixel = 8
    /// How much earlier work for a tile is ordered, in nanoseconds.
    private static let tileAdvantage = 1_000_000_000
    /// How long later work may overtake work that waits for memory, in nanoseconds. After that, memory is kept free for
    /// it.
    private static let patience = 1_000_000_000
    /// Work that needs at most this fraction of the memory (a sixteenth) need not wait until results are sent.
    private static let narrowShare = 16
    /// Work above this weight is wide. It never occupies all threads, so that narrow work need not wait for it.
    private static let widePixels = 8 << 20

    /// A unit of work, while it waits and runs.
    private final class Work: Sendable {
        let estimatedPixels: Int
        let estimatedBytes: Int
        let isCancelled = Atomic(false)

        init(estimatedPixels: Int, estimatedBytes: Int) {
            (self.estimatedPixels, self.estimatedBytes) = (estimatedPixels, estimatedBytes)
        }
    }

    private struct Waiting {
        let work: Work
        /// In nanoseconds. The lowest runs next.
        let order: Int
        let isRefusable: Bool
        let run: @Sendable () -> Void
        let refuse: @Sendable (any Error) -> Void
    }

    private struct State {
        /// Sorted so that the next one is last.
        var waiting: [Waiting] = []
        /// The number and total weight of refusable work.
        var refusableCount = 0
        var refusablePixels = 0
        /// The number of threads that are awake, of running work, and of wide work among it.
        var awakeCount = 0
        var runningCount = 0
        var wideCount = 0
        /// The memory of running work and of held results, in bytes.
        var runningBytes = 0
        var heldBytes = 0
        var isClosed = false

        mutating func remove(at place: Int) -> Waiting {
            let removed = waiting.remove(at: place)
            if removed.isRefusable { count(removed, -1) }
            return removed
        }

        mutating func insert(_ new: Waiting, at place: Int) {
            waiting.insert(new, at: place)
            if new.isRefusable { count(new, 1) }
        }

        private mutating func count(_ waiting: Waiting, _ sign: Int) {
            refusableCount += sign
            refusablePixels += sign * waiting.work.estimatedPixels
        }
    }

    private let threads: NIOThreadPool
    private let threadCount: Int
    private let waitingCount: Int
    private let waitingPixels: Int
    private let byteLimit: Int
    private let niceness: Int32
    private let isDiskIdle: Bool
    private let now: @Sendable () -> NIODeadline
    private let state = NIOLockedValueBox(State())
    /// The counters of the pool's work.
    let counters = WorkCounters()

    /// - Parameters:
    ///   - threadCount: The number of threads.
    ///   - waitingCount: The maximum amount of waiting work.
    ///   - waitingPixels: The maximum total weight of waiting work, in pixels.
    ///   - byteLimit: The maximum memory of running work and held results, in bytes.
    ///   - niceness: The niceness of the threads relative to the event loops, 0 to 19.
    ///   - isDiskIdle: Whether the threads read a disk only when it is otherwise idle.
    ///   - now: The clock that orders work.
    init(
        threadCount: Int, waitingCount: Int, waitingPixels: Int = .max, byteLimit: Int = .max, niceness: Int32 = 0,
        isDiskIdle: Bool = false, now: @escaping @Sendable () -> NIODeadline = { .now() }
    ) {
        (self.now, self.byteLimit) = (now, byteLimit)
        (self.threadCount, self.waitingCount) = (max(1, threadCount), waitingCount)
        (self.waitingPixels, self.niceness, self.isDiskIdle) = (waitingPixels, niceness, isDiskIdle)
        threads = NIOThreadPool(numberOfThreads: self.threadCount)
        threads.start()
    }

    /// Stops the threads even if ``shutdown()`` was not called.
    deinit { threads.shutdownGracefully { _ in } }

    /// Runs the body on one of the threads.
    ///
    /// - Throws: ``Problem/busy`` if the queue is full; `CancellationError` if the task is cancelled before the work
    ///   starts; any error of the body.
    func run<Result: Sendable>(
        _ purpose: Purpose = .any, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await run(purpose, estimatedPixels: 0) { _ in try body() }
    }

    /// Runs the body on one of the threads.
    ///
    /// - Parameters:
    ///   - estimatedPixels: The weight of the work: the number of pixels that it touches.
    ///   - estimatedBytes: The memory that the work needs, in bytes.
    ///   - body: The work, which can check whether it was cancelled.
    /// - Throws: As ``run(_:_:)``.
    func run<Result: Sendable>(
        _ purpose: Purpose = .any, estimatedPixels: Int, estimatedBytes: Int = 0,
        _ body: @escaping @Sendable (_ isCancelled: () -> Bool) throws -> Result
    ) async throws -> Result {
        let work = Work(estimatedPixels: estimatedPixels, estimatedBytes: estimatedBytes)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let standsBack = purpose == .forTile ? -Self.tileAdvantage : estimatedPixels * Self.nanosecondsPerPixel
                add(
                    Waiting(
                        work: work, order: Int(now().uptimeNanoseconds) + standsBack,
                        isRefusable: purpose == .any,
                        run: { [self] in
                            continuation.resume(
                                with: Swift.Result { try counters.measure { try body { isCancelled(work) } } })
                        }, refuse: { continuation.resume(throwing: $0) }))
            }
        } onCancel: {
            cancel(work)
        }
    }

    /// Reserves memory for a result until it is sent.
    func hold(byteCount: Int) -> Reservation {
        state.withLockedValue { $0.heldBytes += byteCount }
        return Reservation { [self] in
            state.withLockedValue { $0.heldBytes -= byteCount }
            awaken()
        }
    }

    /// The memory of running work and of held results, and the limit, in bytes.
    var memory: (running: Int, held: Int, limit: Int) {
        state.withLockedValue { ($0.runningBytes, $0.heldBytes, byteLimit) }
    }

    /// The waiting work.
    struct Queue: Equatable {
        /// The number and total weight of refusable work.
        var count = 0
        var estimatedPixels = 0
        /// The number of waiting tiles and parts of responses that have begun.
        var tileCount = 0
    }

    /// The work waiting now.
    var queue: Queue {
        state.withLockedValue {
            Queue(
                count: $0.refusableCount, estimatedPixels: $0.refusablePixels,
                tileCount: $0.waiting.count - $0.refusableCount)
        }
    }

    /// The amount of running and waiting work, and the maximum amount of waiting work.
    var load: (running: Int, waiting: Int, limit: Int) {
        state.withLockedValue { ($0.runningCount, $0.waiting.count, waitingCount) }
    }

    /// Whether no work is running or waiting.
    var isIdle: Bool { state.withLockedValue { $0.runningCount == 0 && $0.waiting.isEmpty } }

    private func add(_ new: Waiting) {
        let (refused, error, needsThread) = state.withLockedValue { state -> ([Waiting], any Error, Bool) in
            if state.isClosed || new.work.isCancelled.load(ordering: .relaxed) {
                return ([new], CancellationError(), false)
            }
            // In descending order: the last one is next, and among equals the earliest is nearest to the end.
            state.insert(new, at: state.waiting.partitioningIndex { $0.order < new.order })
            let needsThread = state.awakeCount < threadCount
            if needsThread { state.awakeCount += 1 }
            return (evictExcess(in: &state), Problem.busy, needsThread)
        }
        if error is Problem { counters.refused.add(UInt64(refused.count)) }
        for waiting in refused { waiting.refuse(error) }
        if needsThread { threads.submit { [self] _ in work() } }
    }

    /// Wakes a thread if one is idle and work is waiting, because there may be enough memory for it now.
    private func awaken() {
        let isNeeded = state.withLockedValue { state in
            guard !state.waiting.isEmpty, state.awakeCount < threadCount else { return false }
            state.awakeCount += 1
            return true
        }
        if isNeeded { threads.submit { [self] _ in work() } }
    }

    /// Removes the excess work: the heaviest, and among equals the one whose turn is last.
    private func evictExcess(in state: inout State) -> [Waiting] {
        var removed: [Waiting] = []
        // Work that a free thread will take at once does not count as waiting.
        while state.refusableCount > waitingCount + threadCount - state.runningCount
            || state.refusablePixels > waitingPixels && state.refusableCount > 1
        {
            var heaviest: Int?
            for place in state.waiting.indices where state.waiting[place].isRefusable {
                if let found = heaviest,
                    state.waiting[found].work.estimatedPixels >= state.waiting[place].work.estimatedPixels
                {
                    continue
                }
                heaviest = place
            }
            guard let heaviest else { break }
            removed.append(state.remove(at: heaviest))
        }
        return removed
    }

    /// Whether the work was cancelled. Renderings check this before each tile. Also yields, because niceness alone does
    /// not let a thread that just woke up run before the time slice ends: with the yield, the p99 of stored tiles
    /// during rendering is 0.6 ms instead of 2.7 ms, in Benchmarks/bot.
    private func isCancelled(_ work: Work) -> Bool {
        if niceness > 0 { sched_yield() }
        return work.isCancelled.load(ordering: .relaxed)
    }

    private func cancel(_ work: Work) {
        work.isCancelled.store(true, ordering: .relaxed)
        let removed = state.withLockedValue { state in
            state.waiting.firstIndex { $0.work === work }.map { state.remove(at: $0) }
        }
        removed?.refuse(CancellationError())
    }

    /// Runs work on a thread until there is no more that may run.
    private func work() {
        // Only the first call has an effect. Each takes less than a microsecond.
        if niceness > 0 { clinux_set_niceness(niceness) }
        if isDiskIdle { clinux_set_idle_priority() }
        var done: Work?
        while let next = next(after: done) {
            // The memory released by this thread may be enough for more than one.
            if let done, done.estimatedBytes > next.work.estimatedBytes { awaken() }
            next.run()
            done = next.work
        }
    }

    private func next(after done: Work?) -> Waiting? {
        state.withLockedValue { state in
            if let done {
                state.runningCount -= 1
                if done.estimatedPixels > Self.widePixels { state.wideCount -= 1 }
                state.runningBytes -= done.estimatedBytes
            }
            guard let place = placeOfNext(in: state) else {
                state.awakeCount -= 1
                return nil
            }
            let next = state.remove(at: place)
            state.runningCount += 1
            if next.work.estimatedPixels > Self.widePixels { state.wideCount += 1 }
            state.runningBytes += next.work.estimatedBytes
            return next
        }
    }

    /// Returns the first work in order that a thread and enough memory are free for.
    private func placeOfNext(in state: State) -> Int? {
        let mayBeWide = state.wideCount < max(1, threadCount - 1)
        let now = Int(now().uptimeNanoseconds)
        for place in state.waiting.indices.reversed() {
            let waiting = state.waiting[place]
            guard mayBeWide || waiting.work.estimatedPixels <= Self.widePixels else { continue }
            if hasMemory(for: waiting.work.estimatedBytes, in: state) { return place }
            // Clients that are slow to read their results delay only work that needs that memory.
            let waitsForWork = state.heldBytes + waiting.work.estimatedBytes <= byteLimit
            if waitsForWork, waiting.order + Self.patience < now { return nil }
        }
        return nil
    }

    private func hasMemory(for byteCount: Int, in state: State) -> Bool {
        // Work always fits if nothing else is running or held.
        if byteCount == 0 || state.runningBytes == 0 && state.heldBytes == 0 { return true }
        let isNarrow = byteCount <= byteLimit / Self.narrowShare
        return state.runningBytes + (isNarrow ? 0 : state.heldBytes) + byteCount <= byteLimit
    }

    /// Stops the threads once running work has ended. Waiting work is cancelled.
    func shutdown() async throws {
        let waiting = state.withLockedValue { state in
            state.isClosed = true
            return state.waiting.indices.reversed().map { state.remove(at: $0) }
        }
        for waiting in waiting { waiting.refuse(CancellationError()) }
        try await threads.shutdownGracefully()
    }
}

import CLinux
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Synchronization

// Regions and cut-outs are rendered from the decoded tiles of the nearest level on low-priority threads, within limits
// that are checked before the work begins. The queue is bounded by number and by pixels; when it is full, the widest
// request is refused, whether it is queued or new. docs/limits.md describes the order.

/// Threads for work that blocks (reading, SQLite, decoding), apart from those that answer the network.
///
/// What waits is bounded, in number and in weight: where there is more, the heaviest gives way, be it what waits or what
/// has just come, and is told to come back. The next in turn is what came first, a heavy work standing back as if it had
/// come later: so light work passes by, and heavy work is passed for a bounded time only.
///
/// What runs and what was made and is not sent yet is bounded in memory, too: work for which there is no room waits.
final class WorkPool: Sendable {
    /// What work is for.
    enum Purpose {
        case any
        /// A tile that is stored: goes first and is never refused. A connection asks for one at a time, so that their
        /// number is bounded by that of connections.
        case forTile
        /// A part of an answer that has begun: never refused, and otherwise as ``any``. The number of such answers is
        /// bounded by who makes them.
        case begun
    }

    /// What a waiting work's weight counts as: a pixel takes 10 to 20 ns to make, on each of a few threads.
    private static let nanosecondsPerPixel = 8
    /// How much earlier work for a tile counts as having come.
    private static let tileAdvantage = 1_000_000_000
    /// For how long work for which there is no room is passed by what came later; then room is made for it.
    private static let patience = 1_000_000_000
    /// Work that takes no more than this share of the memory does not wait until results are sent.
    private static let narrowShare = 16
    /// From this weight on work is wide: it never has all threads, so that narrow work need not wait for its end.
    private static let widePixels = 8 << 20

    /// A work, while it waits and while it runs. The closures are called once, one of them.
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
        /// In nanoseconds: what has the least is next.
        let order: Int
        let isRefusable: Bool
        let run: @Sendable () -> Void
        let refuse: @Sendable (any Error) -> Void
    }

    private struct State {
        /// The next one is last.
        var waiting: [Waiting] = []
        /// How much of it may be refused, and what that weighs.
        var refusableCount = 0
        var refusablePixels = 0
        /// How many threads are awake, how many works run, and how many of these are wide.
        var awakeCount = 0
        var runningCount = 0
        var wideCount = 0
        /// What the running works take of the memory, and the results that are held.
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
    /// What the pool counts of its work.
    let counters = WorkCounters()

    /// - Parameters:
    ///   - threadCount: How much runs at once.
    ///   - waitingCount: How much may wait.
    ///   - waitingPixels: How much what waits may weigh together, in pixels.
    ///   - byteLimit: How much memory what runs and what is held may take together.
    ///   - niceness: How far the threads stand back behind those that answer the network, 0 to 19.
    ///   - isDiskIdle: Whether the threads read a disk only when nobody else does.
    ///   - now: The clock by which work is told what came first.
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

    /// Whoever forgot ``shutdown()`` leaves no threads behind.
    deinit { threads.shutdownGracefully { _ in } }

    /// Runs the body on one of the threads.
    ///
    /// - Throws: ``Problem/busy`` when too much waits; `CancellationError` when the task is cancelled before the work began;
    ///   what the body throws.
    func run<Result: Sendable>(
        _ purpose: Purpose = .any, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await run(purpose, estimatedPixels: 0) { _ in try body() }
    }

    /// Runs the body on one of the threads.
    ///
    /// - Parameters:
    ///   - estimatedPixels: What the work weighs: the pixels that it touches.
    ///   - estimatedBytes: What the work takes of the memory.
    ///   - body: The work, which may ask whether anybody still waits for it.
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

    /// A result that is held in memory until it is sent, and counts as long as this lives.
    final class Hold: Sendable {
        private let pool: WorkPool
        private let byteCount: Int

        fileprivate init(_ pool: WorkPool, byteCount: Int) {
            (self.pool, self.byteCount) = (pool, byteCount)
            pool.state.withLockedValue { $0.heldBytes += byteCount }
        }

        deinit {
            pool.state.withLockedValue { $0.heldBytes -= byteCount }
            pool.awaken()
        }
    }

    /// Counts a result until it is sent.
    func hold(byteCount: Int) -> Hold { Hold(self, byteCount: byteCount) }

    /// What runs and what is held takes of the memory, and what it may take.
    var memory: (running: Int, held: Int, limit: Int) {
        state.withLockedValue { ($0.runningBytes, $0.heldBytes, byteLimit) }
    }

    /// What waits.
    struct Queue: Equatable {
        /// How many works may be refused, and what they weigh together.
        var count = 0
        var estimatedPixels = 0
        /// How many tiles, and parts of answers that have begun, wait besides.
        var tileCount = 0
    }

    /// What waits now.
    var queue: Queue {
        state.withLockedValue {
            Queue(
                count: $0.refusableCount, estimatedPixels: $0.refusablePixels,
                tileCount: $0.waiting.count - $0.refusableCount)
        }
    }

    /// How much runs and waits now, and how much may wait.
    var load: (running: Int, waiting: Int, limit: Int) {
        state.withLockedValue { ($0.runningCount, $0.waiting.count, waitingCount) }
    }

    /// How much runs now.
    var runningCount: Int { state.withLockedValue { $0.runningCount } }

    /// Whether nothing runs and nothing waits.
    var isIdle: Bool { state.withLockedValue { $0.runningCount == 0 && $0.waiting.isEmpty } }

    private func add(_ new: Waiting) {
        let (refused, error, needsThread) = state.withLockedValue { state -> ([Waiting], any Error, Bool) in
            if state.isClosed || new.work.isCancelled.load(ordering: .relaxed) {
                return ([new], CancellationError(), false)
            }
            // Rising to the end, the last being the next; among equals who came first is nearer to it.
            var (low, high) = (0, state.waiting.count)
            while low < high {
                let middle = (low + high) / 2
                if state.waiting[middle].order >= new.order { low = middle + 1 } else { high = middle }
            }
            state.insert(new, at: low)
            let needsThread = state.awakeCount < threadCount
            if needsThread { state.awakeCount += 1 }
            return (giveWay(in: &state), Problem.busy, needsThread)
        }
        if error is Problem { counters.refused.add(UInt64(refused.count)) }
        for waiting in refused { waiting.refuse(error) }
        if needsThread { threads.submit { [self] _ in work() } }
    }

    /// Sets a thread to work, if one rests and something waits: there may be room for it now.
    private func awaken() {
        let isNeeded = state.withLockedValue { state in
            guard !state.waiting.isEmpty, state.awakeCount < threadCount else { return false }
            state.awakeCount += 1
            return true
        }
        if isNeeded { threads.submit { [self] _ in work() } }
    }

    /// Takes out what is too much: the heaviest, and of equals the one whose turn is last.
    private func giveWay(in state: inout State) -> [Waiting] {
        var removed: [Waiting] = []
        // What a free thread will take at once does not wait.
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

    /// What work asks now and then; a picture before each tile. A thread that is only nice ends its slice before one that
    /// woke may run, unless it yields: with that the p99 of stored tiles beside pictures is 0.6 ms instead of 2.7, in
    /// Benchmarks/bot.
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

    /// What a thread does until nothing is left that it may do.
    private func work() {
        // Of no effect from the second time on, and less than a microsecond each.
        if niceness > 0 { clinux_set_niceness(niceness) }
        if isDiskIdle { clinux_stand_back() }
        var done: Work?
        while let next = next(after: done) {
            // What this thread has given back may be enough for more than one.
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

    /// The first in turn that a thread and the memory are free for.
    private func placeOfNext(in state: State) -> Int? {
        let mayBeWide = state.wideCount < max(1, threadCount - 1)
        let now = Int(now().uptimeNanoseconds)
        for place in state.waiting.indices.reversed() {
            let waiting = state.waiting[place]
            guard mayBeWide || waiting.work.estimatedPixels <= Self.widePixels else { continue }
            if hasRoom(for: waiting.work.estimatedBytes, in: state) { return place }
            // Readers who are slow to take their results keep nobody waiting but those who need as much memory.
            let waitsForWork = state.heldBytes + waiting.work.estimatedBytes <= byteLimit
            if waitsForWork, waiting.order + Self.patience < now { return nil }
        }
        return nil
    }

    private func hasRoom(for byteCount: Int, in state: State) -> Bool {
        // The only one always has, whoever made it.
        if byteCount == 0 || state.runningBytes == 0 && state.heldBytes == 0 { return true }
        let isNarrow = byteCount <= byteLimit / Self.narrowShare
        return state.runningBytes + (isNarrow ? 0 : state.heldBytes) + byteCount <= byteLimit
    }

    /// Ends the threads once what runs has ended; what waits is given up.
    func shutdown() async throws {
        let waiting = state.withLockedValue { state in
            state.isClosed = true
            return state.waiting.indices.reversed().map { state.remove(at: $0) }
        }
        for waiting in waiting { waiting.refuse(CancellationError()) }
        try await threads.shutdownGracefully()
    }
}

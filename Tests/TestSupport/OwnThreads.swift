public import Testing

import NIOPosix

/// Allows tests to block, on a socket, on another program or on a lock, and to use a server in this process that others
/// do not delay.
///
/// The tasks of all tests share as many threads as the machine has cores. On two cores, two blocked or busy tests
/// occupy both, and the server in this process that should respond gets none; clients give up after 20 s. Tests with
/// this trait, and the servers that they start, run on separate threads, a few tests at a time.
public struct OwnThreads: TestTrait, SuiteTrait, TestScoping {
    /// True: the trait applies to all tests of a suite.
    public var isRecursive: Bool { true }

    /// Whether the current task runs on the separate threads.
    static var isUsed: Bool { withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil } }

    /// Runs a test on the separate threads.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Turns.shared.take()
        do {
            try await withTaskExecutorPreference(WaitingExecutor.shared) { try await function() }
        } catch {
            await Turns.shared.giveBack()
            throw error
        }
        await Turns.shared.giveBack()
    }
}

/// Limits the number of concurrent blocking tests, so that their programs do not wait long for each other.
private actor Turns {
    static let shared = Turns()

    private var free = 4
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func giveBack() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

extension Trait where Self == OwnThreads {
    /// Allows the test to block its thread.
    public static var ownThreads: OwnThreads { OwnThreads() }
}

/// Runs tasks on enough threads that some of them can block.
private final class WaitingExecutor: TaskExecutor {
    static let shared = WaitingExecutor()

    private let pool = NIOThreadPool(numberOfThreads: 64)

    private init() { pool.start() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        pool.submit { _ in job.runSynchronously(on: executor) }
    }
}

public import Testing

import NIOPosix

/// Lets tests wait: for an answer over a socket, for another program, for a lock.
///
/// The tasks of all tests share as many threads as the machine has cores. On two cores two tests that wait hold both, and
/// the server that is to answer them, in this process, gets none. Tests with this trait, and the servers that they start,
/// run on threads of their own, a few at once.
public struct OwnThreads: TestTrait, SuiteTrait, TestScoping {
    /// It holds for all tests of a suite.
    public var isRecursive: Bool { true }

    /// Runs a test.
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

/// How many tests that wait go on at once: so many that their programs do not wait for each other for long.
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
    /// The test may wait for what is not a task.
    public static var ownThreads: OwnThreads { OwnThreads() }
}

/// Runs tasks on so many threads that some of them can wait.
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

import CLinux
import NIOConcurrencyHelpers
import NIOPosix

/// Threads for work that blocks (reading files, SQLite, decoding), apart from those that answer the network.
///
/// What waits is bounded: a request that finds the queue full is told to come back instead of waiting for long.
struct WorkPool: Sendable {
    private let pool: NIOThreadPool
    private let waiting = NIOLockedValueBox(0)
    private let limit: Int
    private let niceness: Int32

    /// - Parameters:
    ///   - threadCount: How much runs at once.
    ///   - limit: How much may run or wait at once.
    ///   - niceness: How far the threads stand back behind those that answer the network, 0 to 19.
    init(threadCount: Int, limit: Int, niceness: Int32 = 0) {
        self.niceness = niceness
        pool = NIOThreadPool(numberOfThreads: threadCount)
        pool.start()
        self.limit = limit
    }

    /// Runs the body on one of the threads.
    ///
    /// - Throws: ``Problem/busy`` when the queue is full; what the body throws.
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        let isAdmitted = waiting.withLockedValue { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        guard isAdmitted else { throw Problem.busy }
        defer { waiting.withLockedValue { $0 -= 1 } }
        return try await pool.runIfActive { [niceness] in
            // Of no effect from the second time on, and less than a microsecond each.
            if niceness > 0 { clinux_set_niceness(niceness) }
            return try body()
        }
    }

    /// Ends the threads once what runs has ended.
    func shutdown() async throws {
        try await pool.shutdownGracefully()
    }
}

import DocumentModel
import Foundation
import GRDB
import NIOConcurrencyHelpers

extension ClauseStore {
    /// The size up to which a database is checked before it is served. The check takes 10 ms per MB.
    private static let quickCheckByteLimit: Int64 = 64 << 20

    /// Opens all connections of the pool. From then on the file's name does not matter: the store keeps reading this
    /// database even if the file is replaced by another.
    ///
    /// - Throws: The first ``ClauseStoreError`` of any connection.
    public func openConnections() throws(ClauseStoreError) {
        let barrier = Barrier(of: Self.connectionCount)
        for _ in 0..<Self.connectionCount {
            Thread.detachNewThread {
                do throws(ClauseStoreError) {
                    try read { database in
                        _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM document")
                        // Each read waits for the others, so that each of them uses a different connection.
                        barrier.arrive()
                        barrier.waitForAll()
                    }
                    barrier.leave()
                } catch {
                    barrier.arrive()
                    barrier.leave(with: error)
                }
            }
        }
        if let error = barrier.waitForEnd() { throw error }
    }

    /// Returns a description of damage to the database file that can be found in about half a second, or nil if there
    /// is none. Databases larger than 64 MB are not checked. ``structuralFaults(onRead:)`` is more thorough.
    ///
    /// - Throws: ``ClauseStoreError`` if the database cannot be queried at all.
    public func quickCheck() throws(ClauseStoreError) -> String? {
        try read { database in
            let pages = try Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            let size = try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0
            guard pages * size <= Self.quickCheckByteLimit else { return nil }
            return try String.fetchOne(database, sql: "PRAGMA quick_check(1)").flatMap { fault in
                fault == "ok" ? nil : FaultText.plain(fault, limit: 300)
            }
        }
    }
}

/// A barrier at which threads wait until all of them have arrived.
private final class Barrier: Sendable {
    private struct State {
        var arrivals = 0
        var departures = 0
        var error: ClauseStoreError?
    }

    private let count: Int
    private let state = NIOLockedValueBox(State())
    private let complete = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    init(of count: Int) { self.count = count }

    func arrive() {
        let isLast = state.withLockedValue { state in
            state.arrivals += 1
            return state.arrivals == count
        }
        guard isLast else { return }
        for _ in 0..<count { complete.signal() }
    }

    func waitForAll() { complete.wait() }

    func leave(with error: ClauseStoreError? = nil) {
        let isLast = state.withLockedValue { state in
            state.departures += 1
            state.error = state.error ?? error
            return state.departures == count
        }
        if isLast { ended.signal() }
    }

    func waitForEnd() -> ClauseStoreError? {
        ended.wait()
        return state.withLockedValue { $0.error }
    }
}

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
        let (arrivals, ends) = (DispatchGroup(), DispatchGroup())
        let failure = NIOLockedValueBox<ClauseStoreError?>(nil)
        // All of them before the first thread starts, which could otherwise find its group complete too early.
        for _ in 0..<Self.connectionCount {
            arrivals.enter()
            ends.enter()
        }
        for _ in 0..<Self.connectionCount {
            Thread.detachNewThread {
                var hasArrived = false
                func arrive() {
                    if !hasArrived { arrivals.leave() }
                    hasArrived = true
                }
                do throws(ClauseStoreError) {
                    try read { database in
                        _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM document")
                        // Each read waits for the others, so that each of them uses a different connection.
                        arrive()
                        arrivals.wait()
                    }
                } catch {
                    failure.withLockedValue { $0 = $0 ?? error }
                }
                // A read that failed keeps no other waiting.
                arrive()
                ends.leave()
            }
        }
        ends.wait()
        if let error = failure.withLockedValue({ $0 }) { throw error }
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

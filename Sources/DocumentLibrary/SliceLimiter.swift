import Foundation

/// Limits the number of scans cut at once: several small ones, or one large one that keeps all cores busy by itself.
final class SliceLimiter: Sendable {
    private let count: Int
    private let condition = NSCondition()
    /// Guarded by the condition's lock.
    nonisolated(unsafe) private var (running, isOneAlone, waitingAlone) = (0, false, 0)

    init(count: Int) { self.count = count }

    /// Runs the body once the limit permits it.
    ///
    /// - Parameter isCancelled: Called repeatedly while waiting. Once it returns true, the call throws
    ///   ``LibraryError/cancelled``.
    func withPermit<Result>(alone: Bool, isCancelled: () -> Bool, _ body: () throws -> Result) throws -> Result {
        condition.lock()
        if alone { waitingAlone += 1 }
        // A waiting large scan takes precedence over small ones; otherwise it might wait forever.
        while alone ? running > 0 : isOneAlone || running >= count || waitingAlone > 0 {
            if isCancelled() {
                if alone { waitingAlone -= 1 }
                condition.broadcast()
                condition.unlock()
                throw LibraryError.cancelled
            }
            _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1))
        }
        running += 1
        if alone { (isOneAlone, waitingAlone) = (true, waitingAlone - 1) }
        condition.unlock()
        defer {
            condition.lock()
            running -= 1
            if alone { isOneAlone = false }
            condition.broadcast()
            condition.unlock()
        }
        return try body()
    }
}

/// A lock per key, so that a scan used by two pages is cut only once.
final class KeyedLock: Sendable {
    private let condition = NSCondition()
    /// Guarded by the condition's lock.
    nonisolated(unsafe) private var lockedKeys: Set<String> = []

    /// Runs the body while holding the key's lock.
    ///
    /// - Parameter isCancelled: As for ``SliceLimiter/withPermit(alone:isCancelled:_:)``.
    func withLock<Result>(_ key: String, isCancelled: () -> Bool, _ body: () throws -> Result) throws -> Result {
        condition.lock()
        while lockedKeys.contains(key) {
            if isCancelled() {
                condition.unlock()
                throw LibraryError.cancelled
            }
            _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1))
        }
        lockedKeys.insert(key)
        condition.unlock()
        defer {
            condition.lock()
            lockedKeys.remove(key)
            condition.broadcast()
            condition.unlock()
        }
        return try body()
    }
}

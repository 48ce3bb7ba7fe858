import Foundation

/// How many scans are cut at once: several that are small, or one that keeps all cores busy by itself.
final class CuttingRoom: Sendable {
    private let count: Int
    private let condition = NSCondition()
    /// Guarded by the condition's lock.
    nonisolated(unsafe) private var (running, isOneAlone, waitingAlone) = (0, false, 0)

    init(count: Int) { self.count = count }

    /// Runs the body once there is room for it.
    ///
    /// - Parameter isCancelled: Asked while it waits; when it says yes, the call ends with ``LibraryError/cancelled``.
    func cutting<Result>(alone: Bool, isCancelled: () -> Bool, _ body: () throws -> Result) throws -> Result {
        condition.lock()
        if alone { waitingAlone += 1 }
        // A large one that waits goes before small ones, or it might wait for ever.
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

/// Names of which each is used by one thread at a time: two pages with the same scan are cut once.
final class NamesInUse: Sendable {
    private let condition = NSCondition()
    /// Guarded by the condition's lock.
    nonisolated(unsafe) private var names: Set<String> = []

    /// Runs the body while nobody else uses the name.
    ///
    /// - Parameter isCancelled: As for ``CuttingRoom/cutting(alone:isCancelled:_:)``.
    func using<Result>(_ name: String, isCancelled: () -> Bool, _ body: () throws -> Result) throws -> Result {
        condition.lock()
        while names.contains(name) {
            if isCancelled() {
                condition.unlock()
                throw LibraryError.cancelled
            }
            _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1))
        }
        names.insert(name)
        condition.unlock()
        defer {
            condition.lock()
            names.remove(name)
            condition.broadcast()
            condition.unlock()
        }
        return try body()
    }
}

import Foundation

/// Counts events, from any thread, and lets threads wait for them.
public final class Gate: @unchecked Sendable {
    // Every access to mutable state holds the condition's lock.
    private let condition = NSCondition()
    private var total = 0

    /// Creates a gate with a count of 0.
    public init() {}

    /// The number of events so far.
    public var count: Int { condition.withLock { total } }

    /// Counts an event.
    public func pass() {
        condition.withLock {
            total += 1
            condition.broadcast()
        }
    }

    /// Waits until at least this many events have been counted.
    ///
    /// - Returns: False after two minutes.
    @discardableResult
    public func wait(for count: Int) -> Bool {
        let end = Date(timeIntervalSinceNow: 120)
        return condition.withLock {
            while total < count { guard condition.wait(until: end) else { return false } }
            return true
        }
    }
}

import NIOConcurrencyHelpers

/// A cache that is bounded in bytes and coalesces identical work.
///
/// The least recently used value is evicted first. While a value is being computed, further requests for it wait for
/// the same computation.
public final class CoalescingCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The maximum total cost of the cached values, in bytes.
    public let byteLimit: Int

    /// A computation in progress, and the callers that wait for it.
    private struct Flight {
        let key: Key
        var task: Task<Void, Never>?
        var waiters: [Int: CheckedContinuation<Value, any Error>]
    }

    /// The state of a caller between its arrival and its result.
    private enum Waiter {
        case arriving
        case cancelled
        case waiting(flight: Int)
    }

    private struct State {
        var kept: RecencyList<Key, Value>
        var waiters: [Int: Waiter] = [:]
        var flights: [Int: Flight] = [:]
        /// The flight that new requests for a key join, and whose value will be cached.
        var current: [Key: Int] = [:]
        var latestNumber = 0
        var hitCount = 0
        var missCount = 0

        mutating func nextNumber() -> Int {
            latestNumber &+= 1
            return latestNumber
        }
    }

    private enum Joining {
        case kept(Value)
        case cancelled
        case waiting
        case starting(flight: Int)
    }

    private let state: NIOLockedValueBox<State>
    private let onChange: @Sendable (_ byteCount: Int) -> Void

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - byteLimit: The maximum total cost of the cached values, in bytes.
    ///   - onChange: Called with the change of the total cost, which is negative when it shrinks. It must not call the
    ///     cache.
    public init(byteLimit: Int, onChange: @escaping @Sendable (_ byteCount: Int) -> Void = { _ in }) {
        self.byteLimit = byteLimit
        self.onChange = onChange
        state = NIOLockedValueBox(State(kept: RecencyList(costLimit: byteLimit)))
    }

    deinit { onChange(-state.withLockedValue { $0.kept.cost }) }

    /// Returns the value for a key: the cached one, one that is being computed, or a new one.
    ///
    /// - Parameters:
    ///   - key: The key of the value.
    ///   - cost: Returns the size of a value in bytes. A value beyond the limit is returned but not cached.
    ///   - make: Computes the value in a separate task, which is cancelled when all callers that wait for it are
    ///     cancelled.
    /// - Throws: Any error thrown by `make`, to every waiting caller, in which case nothing is cached;
    ///   `CancellationError` when the caller's task is cancelled.
    /// - Complexity: O(1) on average for a cached value.
    public func value(
        for key: Key, cost: @escaping @Sendable (Value) -> Int, make: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        if let value = cachedValue(for: key) { return value }
        let waiter = state.withLockedValue { state in
            let waiter = state.nextNumber()
            state.waiters[waiter] = .arriving
            return waiter
        }
        defer { state.withLockedValue { _ = $0.waiters.removeValue(forKey: waiter) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                switch join(key, waiter: waiter, continuation: continuation) {
                case .kept(let value): continuation.resume(returning: value)
                case .cancelled: continuation.resume(throwing: CancellationError())
                case .waiting: break
                case .starting(let flight): start(flight, cost: cost, make: make)
                }
            }
        } onCancel: {
            cancel(waiter)
        }
    }

    /// Returns the cached value for a key, or nil, without computing it.
    ///
    /// - Complexity: O(1) on average.
    public func cachedValue(for key: Key) -> Value? {
        state.withLockedValue { state in
            let value = state.kept.value(for: key)
            if value != nil { state.hitCount &+= 1 }
            return value
        }
    }

    /// The usage of the cache. A request that joins a computation in progress counts as a miss.
    public var usage: CacheUsage {
        state.withLockedValue {
            CacheUsage(
                byteCount: $0.kept.cost, byteLimit: byteLimit, count: $0.kept.count, hitCount: $0.hitCount,
                missCount: $0.missCount)
        }
    }

    private func join(
        _ key: Key, waiter: Int, continuation: CheckedContinuation<Value, any Error>
    ) -> Joining {
        state.withLockedValue { state in
            if case .cancelled = state.waiters[waiter] { return .cancelled }
            if let value = state.kept.value(for: key) {
                state.hitCount &+= 1
                return .kept(value)
            }
            state.missCount &+= 1
            if let flight = state.current[key] {
                state.flights[flight]?.waiters[waiter] = continuation
                state.waiters[waiter] = .waiting(flight: flight)
                return .waiting
            }
            let flight = state.nextNumber()
            state.flights[flight] = Flight(key: key, waiters: [waiter: continuation])
            state.current[key] = flight
            state.waiters[waiter] = .waiting(flight: flight)
            return .starting(flight: flight)
        }
    }

    private func start(
        _ flight: Int, cost: @escaping @Sendable (Value) -> Int, make: @escaping @Sendable () async throws -> Value
    ) {
        let task = Task {
            do {
                let value = try await make()
                complete(flight, .success(value), cost: cost(value))
            } catch {
                complete(flight, .failure(error), cost: 0)
            }
        }
        let isWanted = state.withLockedValue { state in
            state.flights[flight]?.task = task
            return state.flights[flight] != nil
        }
        // All waiting callers may have been cancelled before the task was stored.
        if !isWanted { task.cancel() }
    }

    /// Caches the result of a flight, and resumes all callers that wait for it.
    private func complete(_ flight: Int, _ result: Result<Value, any Error>, cost: Int) {
        let waiters = state.withLockedValue { state -> [CheckedContinuation<Value, any Error>] in
            guard let completed = state.flights.removeValue(forKey: flight) else { return [] }
            if state.current[completed.key] == flight {
                state.current.removeValue(forKey: completed.key)
                if case .success(let value) = result {
                    let former = state.kept.cost
                    state.kept.insert(value, for: completed.key, cost: cost)
                    onChange(state.kept.cost - former)
                }
            }
            return Array(completed.waiters.values)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }

    /// Removes one caller, and cancels the computation if none is left.
    private func cancel(_ waiter: Int) {
        let departure = state.withLockedValue { state -> Departure in
            switch state.waiters[waiter] {
            case .arriving:
                state.waiters[waiter] = .cancelled
                return Departure()
            case .waiting(let flight):
                let continuation = state.flights[flight]?.waiters.removeValue(forKey: waiter)
                guard let left = state.flights[flight], left.waiters.isEmpty else {
                    return Departure(continuation: continuation)
                }
                state.flights.removeValue(forKey: flight)
                if state.current[left.key] == flight { state.current.removeValue(forKey: left.key) }
                return Departure(continuation: continuation, task: left.task)
            case .cancelled, nil:
                return Departure()
            }
        }
        departure.continuation?.resume(throwing: CancellationError())
        departure.task?.cancel()
    }

    /// The actions to perform once the state is unlocked.
    private struct Departure {
        var continuation: CheckedContinuation<Value, any Error>?
        var task: Task<Void, Never>?
    }
}

/// The current usage of a cache.
public struct CacheUsage: Sendable {
    /// The total size of the cached values, in bytes.
    public let byteCount: Int
    /// The maximum total size, in bytes.
    public let byteLimit: Int
    /// The number of cached values.
    public let count: Int
    /// The number of requests that found a cached value.
    public let hitCount: Int
    /// The number of requests that did not.
    public let missCount: Int

    /// Creates the usage.
    public init(byteCount: Int, byteLimit: Int, count: Int, hitCount: Int, missCount: Int) {
        (self.byteCount, self.byteLimit, self.count) = (byteCount, byteLimit, count)
        (self.hitCount, self.missCount) = (hitCount, missCount)
    }
}

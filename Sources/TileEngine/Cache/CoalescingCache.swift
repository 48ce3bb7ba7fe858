import NIOConcurrencyHelpers

/// A cache that is bounded in bytes and joins identical work.
///
/// The value that was not asked for the longest goes first. While a value is being made, whoever asks for it too waits
/// for the same work.
public final class CoalescingCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The most that the values kept may cost together, in bytes.
    public let byteLimit: Int

    /// Work on a value, and those who wait for it.
    private struct Flight {
        let key: Key
        var task: Task<Void, Never>?
        var waiters: [Int: CheckedContinuation<Value, any Error>]
    }

    /// What a caller is doing, from its arrival until it has its answer.
    private enum Waiter {
        case arriving
        case cancelled
        case waiting(flight: Int)
    }

    private struct State {
        var kept: RecencyList<Key, Value>
        var waiters: [Int: Waiter] = [:]
        var flights: [Int: Flight] = [:]
        /// The flight that whoever asks for a key now joins, and whose value is kept.
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

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - byteLimit: The most that the values kept may cost together, in bytes.
    ///   - onChange: Told by how much the cost of all values grew, or shrank where negative. It must not call the cache.
    public init(byteLimit: Int, onChange: @escaping @Sendable (_ byteCount: Int) -> Void = { _ in }) {
        self.byteLimit = byteLimit
        self.onChange = onChange
        state = NIOLockedValueBox(State(kept: RecencyList(costLimit: byteLimit)))
    }

    deinit { onChange(-state.withLockedValue { $0.kept.cost }) }

    /// The value for a key: the one kept, the one that is being made, or a new one.
    ///
    /// - Parameters:
    ///   - key: What is asked for.
    ///   - cost: The size of a value in bytes. A value beyond the limit is handed out and not kept.
    ///   - make: Makes the value, in a task of its own, which is cancelled when everybody who waits for it is.
    /// - Throws: What `make` throws, to everybody who waits, and nothing is kept; `CancellationError` when the caller's
    ///   task is cancelled.
    /// - Complexity: O(1) on average for a value that is kept.
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

    /// The value kept for a key, or nil; nothing is made.
    ///
    /// - Complexity: O(1) on average.
    public func cachedValue(for key: Key) -> Value? {
        state.withLockedValue { state in
            let value = state.kept.value(for: key)
            if value != nil { state.hitCount &+= 1 }
            return value
        }
    }

    /// What the values kept cost together, in bytes.
    public var byteCount: Int { state.withLockedValue { $0.kept.cost } }
    /// The number of values kept.
    public var count: Int { state.withLockedValue { $0.kept.count } }
    /// How the cache is used; who waits for a value that is being made missed it.
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
                land(flight, .success(value), cost: cost(value))
            } catch {
                land(flight, .failure(error), cost: 0)
            }
        }
        let isWanted = state.withLockedValue { state in
            state.flights[flight]?.task = task
            return state.flights[flight] != nil
        }
        // All who waited may have left before the task had a place to be found at.
        if !isWanted { task.cancel() }
    }

    /// Keeps what a flight has made, and answers all who wait for it.
    private func land(_ flight: Int, _ result: Result<Value, any Error>, cost: Int) {
        let waiters = state.withLockedValue { state -> [CheckedContinuation<Value, any Error>] in
            guard let landed = state.flights.removeValue(forKey: flight) else { return [] }
            if state.current[landed.key] == flight {
                state.current.removeValue(forKey: landed.key)
                if case .success(let value) = result {
                    let former = state.kept.cost
                    state.kept.insert(value, for: landed.key, cost: cost)
                    onChange(state.kept.cost - former)
                }
            }
            return Array(landed.waiters.values)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }

    /// Lets one caller go, and ends the work when nobody is left.
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

    /// Whom to answer, and what to end, once the state is unlocked.
    private struct Departure {
        var continuation: CheckedContinuation<Value, any Error>?
        var task: Task<Void, Never>?
    }
}

/// How a cache is used at a moment.
public struct CacheUsage: Sendable {
    /// What is kept takes so many bytes.
    public let byteCount: Int
    /// What is kept may take so many bytes.
    public let byteLimit: Int
    /// How many things are kept.
    public let count: Int
    /// How often the cache had what was asked for.
    public let hitCount: Int
    /// How often it did not.
    public let missCount: Int

    /// Makes the numbers.
    public init(byteCount: Int, byteLimit: Int, count: Int, hitCount: Int, missCount: Int) {
        (self.byteCount, self.byteLimit, self.count) = (byteCount, byteLimit, count)
        (self.hitCount, self.missCount) = (hitCount, missCount)
    }
}

import NIOConcurrencyHelpers
import NIOCore

/// What is known for as long as its ``Lease`` holds, under keys, at most so many of them: the one whose lease ends first
/// goes first.
final class LeasedValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var entries: [Key: (value: Value, lease: Lease)] = [:]
        var isClosed = false
    }

    private let limit: Int
    private let state = NIOLockedValueBox(State())

    init(limit: Int) { self.limit = limit }

    /// The value, if its lease holds.
    func current(_ key: Key, at now: NIODeadline = .now()) -> Value? {
        state.withLockedValue { $0.entries[key] }.flatMap { $0.lease.isCurrent(now) ? $0.value : nil }
    }

    /// The value, also if its lease has ended.
    func latest(_ key: Key) -> Value? { state.withLockedValue { $0.entries[key]?.value } }

    /// Keeps a value, whose lease begins anew.
    func keep(_ value: Value, for key: Key, lease: Lease) {
        lease.renew()
        state.withLockedValue { state in
            if state.isClosed { return lease.endForGood() }
            if state.entries.count >= limit, state.entries[key] == nil,
                let oldest = state.entries.min(by: { $0.value.lease.deadline < $1.value.lease.deadline })
            {
                state.entries[oldest.key] = nil
            }
            state.entries[key] = (value, lease)
        }
    }

    func remove(_ key: Key) { state.withLockedValue { $0.entries[key] = nil } }

    /// Ends all leases, and those of what is still to come.
    func close() {
        state.withLockedValue { state in
            for entry in state.entries.values { entry.lease.endForGood() }
            state = State(isClosed: true)
        }
    }
}

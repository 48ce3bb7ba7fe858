import NIOConcurrencyHelpers
import NIOCore

/// What is known for as long as its ``Lease`` holds, under keys, at most so many of them: the one whose lease ends first
/// goes first.
final class LeasedValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private let entries = NIOLockedValueBox<[Key: (value: Value, lease: Lease)]>([:])

    init(limit: Int) { self.limit = limit }

    /// The value, if its lease holds.
    func current(_ key: Key, at now: NIODeadline = .now()) -> Value? {
        entries.withLockedValue { $0[key] }.flatMap { $0.lease.isCurrent(now) ? $0.value : nil }
    }

    /// The value, also if its lease has ended.
    func latest(_ key: Key) -> Value? { entries.withLockedValue { $0[key]?.value } }

    /// Keeps a value, whose lease begins anew.
    func keep(_ value: Value, for key: Key, lease: Lease) {
        lease.renew()
        entries.withLockedValue { entries in
            if entries.count >= limit, entries[key] == nil,
                let oldest = entries.min(by: { $0.value.lease.deadline < $1.value.lease.deadline })
            {
                entries[oldest.key] = nil
            }
            entries[key] = (value, lease)
        }
    }

    func remove(_ key: Key) { entries.withLockedValue { $0[key] = nil } }
}

import NIOConcurrencyHelpers
import NIOCore
import Synchronization

/// A bounded cache whose entries hold until their ``Expiration``. When it is full, the entry that expires first is removed.
final class ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var entries: [Key: (value: Value, expiration: Expiration)] = [:]
        var isClosed = false
    }

    private let limit: Int
    private let state = NIOLockedValueBox(State())

    init(limit: Int) { self.limit = limit }

    /// The value, unless it has expired.
    func current(_ key: Key, at now: NIODeadline = .now()) -> Value? {
        state.withLockedValue { $0.entries[key] }.flatMap { $0.expiration.isCurrent(now) ? $0.value : nil }
    }

    /// The value, also if it has expired.
    func latest(_ key: Key) -> Value? { state.withLockedValue { $0.entries[key]?.value } }

    /// Stores a value, which holds from now on.
    func keep(_ value: Value, for key: Key, expiration: Expiration) {
        expiration.renew()
        state.withLockedValue { state in
            if state.isClosed { return expiration.expirePermanently() }
            if state.entries.count >= limit, state.entries[key] == nil,
                let oldest = state.entries.min(by: {
                    $0.value.expiration.deadline < $1.value.expiration.deadline
                })
            {
                state.entries[oldest.key] = nil
            }
            state.entries[key] = (value, expiration)
        }
    }

    func remove(_ key: Key) { state.withLockedValue { $0.entries[key] = nil } }

    /// Expires all entries, and whatever is stored later.
    func close() {
        state.withLockedValue { state in
            for entry in state.entries.values { entry.expiration.expirePermanently() }
            state = State(isClosed: true)
        }
    }
}

/// How long the facts about an image or a page hold. They are renewed as long as the library confirms them.
///
/// The renewal is requested before the end, once, by whoever notices first. Until then the facts hold, so that no request
/// waits for a renewal.
final class Expiration: Sendable {
    /// How long facts hold: a replaced document is visible after this time at the latest.
    static let duration = TimeAmount.seconds(1)
    /// The age at which a renewal is requested.
    static let renewalAge = TimeAmount.milliseconds(500)

    /// In nanoseconds of `NIODeadline`'s clock, as is the renewal's time; 0 after ``expirePermanently()``.
    private let end = Atomic<UInt64>(1)
    /// When a renewal is due; `UInt64.max` once it was requested.
    private let renewalTime = Atomic<UInt64>(.max)
    private let requestRenewal: @Sendable () -> Void

    /// - Parameter requestRenewal: Called when a renewal is due; it must return at once.
    init(requestRenewal: @escaping @Sendable () -> Void = {}) {
        self.requestRenewal = requestRenewal
    }

    /// The end, unless there is a renewal.
    var deadline: NIODeadline { .uptimeNanoseconds(end.load(ordering: .relaxed)) }

    /// Extends the end to `duration` from now, unless the facts have expired permanently.
    func renew(at now: NIODeadline = .now(), for duration: TimeAmount = Expiration.duration) {
        let later = (now + duration).uptimeNanoseconds
        var former = end.load(ordering: .relaxed)
        while former != 0 {
            let (isSet, found) = end.compareExchange(expected: former, desired: later, ordering: .relaxed)
            if isSet { break }
            former = found
        }
        renewalTime.store((now + Self.renewalAge).uptimeNanoseconds, ordering: .relaxed)
    }

    /// Ends now, without a later renewal: what the facts describe is not served any more.
    func expirePermanently() { end.store(0, ordering: .relaxed) }

    /// Whether the facts still hold.
    func isCurrent(_ now: NIODeadline) -> Bool {
        guard now.uptimeNanoseconds < end.load(ordering: .relaxed) else { return false }
        let due = renewalTime.load(ordering: .relaxed)
        if now.uptimeNanoseconds >= due,
            renewalTime.compareExchange(expected: due, desired: .max, ordering: .relaxed).exchanged
        {
            requestRenewal()
        }
        return true
    }
}

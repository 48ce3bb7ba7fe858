import NIOConcurrencyHelpers
import NIOCore
import Synchronization

/// A bounded cache whose entries are valid until their ``Expiration``. When it is full, the entry that expires first is
/// removed.
final class ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var entries: [Key: (value: Value, expiration: Expiration)] = [:]
        var isClosed = false
    }

    private let limit: Int
    private let state = NIOLockedValueBox(State())

    init(limit: Int) { self.limit = limit }

    /// Returns the value, unless it has expired.
    func current(_ key: Key, at now: NIODeadline = .now()) -> Value? {
        state.withLockedValue { $0.entries[key] }.flatMap { $0.expiration.isCurrent(now) ? $0.value : nil }
    }

    /// Returns the value, and finds it if there is none or it has expired. As long as it is used, it is found again in
    /// the background before it expires.
    func value(for key: Key, find: @escaping @Sendable () async throws -> Value) async throws -> Value {
        if let value = current(key) { return value }
        return try await renew(key, find)
    }

    private func renew(_ key: Key, _ find: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let value = try await find()
        let expiration = Expiration { [weak self] in
            // If this fails, the value expires, and the next request reports the reason.
            Task { _ = try? await self?.renew(key, find) }
        }
        keep(value, for: key, expiration: expiration)
        return value
    }

    /// Returns the value, even if it has expired.
    func latest(_ key: Key) -> Value? { state.withLockedValue { $0.entries[key]?.value } }

    /// Stores a value, which is valid from now on.
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

    /// Expires all entries, and any that are stored later.
    func close() {
        state.withLockedValue { state in
            for entry in state.entries.values { entry.expiration.expirePermanently() }
            state = State(isClosed: true)
        }
    }
}

/// The validity of cached metadata of an image or a page. It is renewed as long as the library confirms the metadata.
///
/// The renewal is requested once, before the end, by the first caller that notices it is due. The metadata stays valid
/// until the end, so that no request waits for a renewal.
final class Expiration: Sendable {
    /// How long metadata is valid. A replaced document is visible after this time at the latest.
    static let duration = TimeAmount.seconds(1)
    /// The age at which a renewal is requested.
    static let renewalAge = TimeAmount.milliseconds(500)

    /// The end, in nanoseconds of `NIODeadline`'s clock, as is the renewal time; 0 after ``expirePermanently()``.
    private let end = Atomic<UInt64>(1)
    /// When a renewal is due; `UInt64.max` once it was requested.
    private let renewalTime = Atomic<UInt64>(.max)
    private let requestRenewal: @Sendable () -> Void

    /// - Parameter requestRenewal: Called when a renewal is due. It must return at once.
    init(requestRenewal: @escaping @Sendable () -> Void = {}) {
        self.requestRenewal = requestRenewal
    }

    /// The end, unless it is renewed.
    var deadline: NIODeadline { .uptimeNanoseconds(end.load(ordering: .relaxed)) }

    /// Extends the end to `duration` from now, unless this has expired permanently.
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

    /// Expires now, permanently, because what the metadata describes is no longer served.
    func expirePermanently() { end.store(0, ordering: .relaxed) }

    /// Whether the metadata is still valid. Requests a renewal if one is due.
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

import NIOCore
import Synchronization

/// How long what is known of an image, or of a page, holds. It is renewed as long as the library says the same.
///
/// The renewal is asked for before the end, once, by whoever notices first; meanwhile the lease holds on, so that
/// readers never wait for it.
final class Lease: Sendable {
    /// How long a lease holds: a replaced document is seen by a reader after that at the latest.
    static let duration = TimeAmount.seconds(1)
    /// The age at which a renewal is asked for.
    static let renewalAge = TimeAmount.milliseconds(500)

    /// In nanoseconds of `NIODeadline`'s clock, as is the renewal's time; 0 once it has ended for good.
    private let end = Atomic<UInt64>(1)
    /// When a renewal is due; `UInt64.max` once it was asked for.
    private let renewalTime = Atomic<UInt64>(.max)
    private let askForRenewal: @Sendable () -> Void

    /// - Parameter askForRenewal: Called when a renewal is due; it must return at once.
    init(askForRenewal: @escaping @Sendable () -> Void = {}) {
        self.askForRenewal = askForRenewal
    }

    /// When it ends, unless it is renewed.
    var deadline: NIODeadline { .uptimeNanoseconds(end.load(ordering: .relaxed)) }

    /// Makes what is known hold from now on, unless the lease was ended.
    func renew(at now: NIODeadline = .now(), for duration: TimeAmount = Lease.duration) {
        let later = (now + duration).uptimeNanoseconds
        var former = end.load(ordering: .relaxed)
        while former != 0 {
            let (isSet, found) = end.compareExchange(expected: former, desired: later, ordering: .relaxed)
            if isSet { break }
            former = found
        }
        renewalTime.store((now + Self.renewalAge).uptimeNanoseconds, ordering: .relaxed)
    }

    /// Ends the lease now and for good: what it was for is not served any more.
    func endForGood() { end.store(0, ordering: .relaxed) }

    /// Whether it still holds.
    func isCurrent(_ now: NIODeadline) -> Bool {
        guard now.uptimeNanoseconds < end.load(ordering: .relaxed) else { return false }
        let due = renewalTime.load(ordering: .relaxed)
        if now.uptimeNanoseconds >= due,
            renewalTime.compareExchange(expected: due, desired: .max, ordering: .relaxed).exchanged
        {
            askForRenewal()
        }
        return true
    }
}

import NIOConcurrencyHelpers

/// Limits what each address does at once: event streams, and uploads.
final class AddressLimiter: Sendable {
    /// The maximum number per address.
    let limit: Int
    private let counts = NIOLockedValueBox<[String: Int]>([:])

    init(limit: Int) { self.limit = limit }

    /// Reserves a place for an address; nil if it has no more.
    func take(for address: String) -> Reservation? {
        let isFree = counts.withLockedValue { counts in
            guard counts[address, default: 0] < limit else { return false }
            counts[address, default: 0] += 1
            return true
        }
        guard isFree else { return nil }
        return Reservation { [counts] in
            counts.withLockedValue { counts in
                let left = (counts[address] ?? 1) - 1
                counts[address] = left > 0 ? left : nil
            }
        }
    }
}

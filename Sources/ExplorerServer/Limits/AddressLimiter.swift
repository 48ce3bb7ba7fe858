import NIOConcurrencyHelpers

/// Limits what each address has at once: event streams and uploads of an editor there, and bytes of unsent pictures.
final class AddressLimiter: Sendable {
    /// The maximum number per name, which only the last reservation may exceed.
    let limit: Int
    private let counts = NIOLockedValueBox<[String: Int]>([:])

    init(limit: Int) { self.limit = limit }

    /// Whether an address has reached the limit.
    func isFull(for address: String) -> Bool { counts.withLockedValue { $0[address, default: 0] >= limit } }

    /// Reserves a place for an address, or several; nil if it has reached the limit.
    ///
    /// - Parameter address: See ``RequestEditor/limitName(at:)`` and ``RateLimit/name(of:)``.
    func take(_ count: Int = 1, for address: String) -> Reservation? {
        let isFree = counts.withLockedValue { counts in
            guard counts[address, default: 0] < limit else { return false }
            counts[address, default: 0] += count
            return true
        }
        guard isFree else { return nil }
        return Reservation { [counts] in
            counts.withLockedValue { counts in
                let left = (counts[address] ?? count) - count
                counts[address] = left > 0 ? left : nil
            }
        }
    }
}

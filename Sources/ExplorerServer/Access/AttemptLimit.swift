import NIOConcurrencyHelpers
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// How many wrong tokens may come from one address: ten at once, and then one each six seconds.
///
/// A token has 256 random bits, so that no number of attempts finds one; the bound keeps those who try anyway from making
/// work. An address is a number of IPv4, or a network of 64 bits of IPv6, since that is what one customer gets.
final class AttemptLimit: Sendable {
    static let burst = 10
    static let interval = TimeAmount.seconds(6)
    /// How many addresses are known at once; one that is new then takes the place of the one that was quiet the longest.
    private static let addressLimit = 10_000

    /// By address, when all of its attempts will be forgotten.
    private let quietTimes = NIOLockedValueBox<[String: NIODeadline]>([:])

    /// How many seconds an address must wait; nil where it need not.
    func wait(for address: String, at now: NIODeadline) -> Int? {
        let quiet = quietTimes.withLockedValue { $0[address] } ?? now
        let excess = quiet - now - Self.interval * (Self.burst - 1)
        return excess > .zero ? Int(excess.nanoseconds / 1_000_000_000) + 1 : nil
    }

    /// Takes note of a token that was wrong.
    func noteFailure(from address: String, at now: NIODeadline) {
        quietTimes.withLockedValue { times in
            if times.count >= Self.addressLimit, times[address] == nil {
                times = times.filter { $0.value > now }
                if times.count >= Self.addressLimit, let quietest = times.min(by: { $0.value < $1.value }) {
                    times[quietest.key] = nil
                }
            }
            times[address] = max(times[address] ?? now, now) + Self.interval
        }
    }

    /// The name under which an address is counted.
    static func name(of address: SocketAddress?) -> String {
        guard let text = address?.ipAddress else { return "" }
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return text }
        return bytes.prefix(8).map { String($0) }.joined(separator: ".")
    }
}

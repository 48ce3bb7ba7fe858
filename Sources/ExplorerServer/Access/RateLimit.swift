import NIOConcurrencyHelpers
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// How often something may happen for each of many names: a number of times at once, and then once in each interval.
///
/// The generic cell rate algorithm: of each name only the time is kept when all that happened will be forgotten.
final class RateLimit: Sendable {
    /// How many names are known at once; one that is new then takes the place of the one that was quiet the longest.
    private static let nameLimit = 10_000

    let burst: Int
    let interval: TimeAmount
    /// By name, when all that happened will be forgotten.
    private let quietTimes = NIOLockedValueBox<[String: NIODeadline]>([:])

    init(burst: Int, interval: TimeAmount) { (self.burst, self.interval) = (burst, interval) }

    /// For wrong tokens, by address. A token has 256 random bits, so that no number of attempts finds one; the limit keeps
    /// those who try anyway from making work.
    static func ofWrongTokens() -> RateLimit { RateLimit(burst: 10, interval: .seconds(6)) }

    /// For changes, by token and address.
    static func ofEdits() -> RateLimit { RateLimit(burst: 50, interval: .milliseconds(100)) }

    /// How many seconds a name must wait; nil where it need not.
    func wait(for name: String, at now: NIODeadline) -> Int? {
        quietTimes.withLockedValue { wait(until: $0[name], at: now) }
    }

    private func wait(until quiet: NIODeadline?, at now: NIODeadline) -> Int? {
        let excess = (quiet ?? now) - now - interval * (burst - 1)
        return excess > .zero ? Int(excess.nanoseconds / 1_000_000_000) + 1 : nil
    }

    /// Takes note that it happened.
    func note(_ name: String, at now: NIODeadline) { quietTimes.withLockedValue { note(name, at: now, in: &$0) } }

    private func note(_ name: String, at now: NIODeadline, in times: inout [String: NIODeadline]) {
        if times.count >= Self.nameLimit, times[name] == nil {
            times = times.filter { $0.value > now }
            if times.count >= Self.nameLimit, let quietest = times.min(by: { $0.value < $1.value }) {
                times[quietest.key] = nil
            }
        }
        times[name] = max(times[name] ?? now, now) + interval
    }

    /// Takes note that it happens, unless the name must wait.
    ///
    /// - Returns: How many seconds it must wait; nil where it need not.
    func take(_ name: String, at now: NIODeadline) -> Int? {
        quietTimes.withLockedValue { times in
            if let wait = wait(until: times[name], at: now) { return wait }
            note(name, at: now, in: &times)
            return nil
        }
    }

    /// The name under which an address is counted: a number of IPv4, or a network of 64 bits of IPv6, since that is what one
    /// customer gets.
    static func name(of address: SocketAddress?) -> String {
        guard let text = address?.ipAddress else { return "" }
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return text }
        return bytes.prefix(8).map { String($0) }.joined(separator: ".")
    }
}

import NIOConcurrencyHelpers
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// Limits how often something may happen for each of many names: a burst, and then once per interval.
///
/// This is the generic cell rate algorithm. It stores only one time per name: when all its events are forgotten.
final class RateLimit: Sendable {
    /// The maximum number of names. Beyond it, a new name replaces the one that has been quiet the longest.
    private static let nameLimit = 10_000

    let burst: Int
    let interval: TimeAmount
    /// The time when all events of a name are forgotten.
    private let quietTimes = NIOLockedValueBox<[String: NIODeadline]>([:])

    init(burst: Int, interval: TimeAmount) { (self.burst, self.interval) = (burst, interval) }

    /// The limit for wrong tokens, by address. A token has 256 random bits, so guessing is hopeless anyway; the limit
    /// tells programs with a wrong token to stop, and bounds the guesses that are remembered.
    static func ofWrongTokens() -> RateLimit { RateLimit(burst: 10, interval: .seconds(6)) }

    /// The limit for changes, by token and address.
    static func ofEdits() -> RateLimit { RateLimit(burst: 50, interval: .milliseconds(100)) }

    /// Records an event, unless the name must wait.
    ///
    /// - Returns: The number of seconds to wait, or nil if the event was recorded.
    func take(_ name: String, at now: NIODeadline) -> Int? {
        quietTimes.withLockedValue { times in
            if let wait = wait(until: times[name], at: now) { return wait }
            note(name, at: now, in: &times)
            return nil
        }
    }

    private func wait(until quiet: NIODeadline?, at now: NIODeadline) -> Int? {
        let excess = (quiet ?? now) - now - interval * (burst - 1)
        return excess > .zero ? Int(excess.nanoseconds / 1_000_000_000) + 1 : nil
    }

    private func note(_ name: String, at now: NIODeadline, in times: inout [String: NIODeadline]) {
        if times.count >= Self.nameLimit, times[name] == nil {
            times = times.filter { $0.value > now }
            if times.count >= Self.nameLimit, let quietest = times.min(by: { $0.value < $1.value }) {
                times[quietest.key] = nil
            }
        }
        times[name] = max(times[name] ?? now, now) + interval
    }

    /// Returns the name under which an address is counted: an IPv4 address, or the /64 network of an IPv6 address,
    /// since a customer usually gets a whole one.
    static func name(of address: SocketAddress?) -> String {
        guard let text = address?.unmappedIPAddress else { return "" }
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return text }
        return bytes.prefix(8).map { String($0) }.joined(separator: ".")
    }
}

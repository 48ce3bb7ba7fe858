import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// How many connections there are, all in all and by address.
final class ConnectionCount: Sendable {
    /// What becomes of a new connection. Each of them leaves at its end, whatever it was told.
    enum Admission {
        case admitted
        /// It is told why not, and closed.
        case refused(Problem)
        /// There are too many even of those that are being told: it is closed at once.
        case dropped
    }

    /// How many refused connections may be told so at once.
    private static let toldLimit = 64

    private struct State {
        var count = 0
        var countByAddress: [Address: Int] = [:]
    }

    private let limit: Int
    private let addressLimit: Int
    private let state = NIOLockedValueBox(State())

    /// - Parameters:
    ///   - limit: How many there may be.
    ///   - addressLimit: How many of them from one address, 0 for any number.
    init(limit: Int, addressLimit: Int) {
        (self.limit, self.addressLimit) = (limit, addressLimit)
    }

    /// How many there are.
    var count: Int { state.withLockedValue { $0.count } }

    /// Counts a connection that has come.
    func enter(_ address: SocketAddress?) -> Admission {
        state.withLockedValue { state in
            state.count += 1
            var fromAddress = 0
            if addressLimit > 0, let address = address.flatMap({ Address($0) }) {
                fromAddress = state.countByAddress[address, default: 0] + 1
                state.countByAddress[address] = fromAddress
            }
            if state.count > limit + Self.toldLimit || fromAddress > addressLimit + Self.toldLimit { return .dropped }
            if state.count > limit { return .refused(Self.tooMany) }
            return fromAddress > addressLimit ? .refused(Self.tooManyFromThere) : .admitted
        }
    }

    /// Counts a connection off.
    func leave(_ address: SocketAddress?) {
        state.withLockedValue { state in
            state.count -= 1
            guard addressLimit > 0, let address = address.flatMap({ Address($0) }) else { return }
            if let count = state.countByAddress[address], count > 1 {
                state.countByAddress[address] = count - 1
            } else {
                state.countByAddress[address] = nil
            }
        }
    }

    private static let tooMany = Problem(
        status: .serviceUnavailable, detail: "the server has too many connections; try again in a few seconds",
        headers: [.retryAfter: "2"], refusal: .connections)
    private static let tooManyFromThere = Problem(
        status: .tooManyRequests,
        detail: "there are too many connections from your address; try again in a few seconds",
        headers: [.retryAfter: "2"], refusal: .rate)

    /// An IPv4 address, or the first half of an IPv6 address, which is what one network has to give.
    private struct Address: Hashable {
        let bytes: UInt64
        let isIPv6: Bool

        init?(_ address: SocketAddress) {
            switch address {
            case .v4(let address):
                // Behind the family and the port.
                bytes = UInt64(
                    withUnsafeBytes(of: address.address) { $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self) })
                isIPv6 = false
            case .v6(let address):
                // Behind the flow's number, too.
                bytes = withUnsafeBytes(of: address.address) { $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self) }
                isIPv6 = true
            case .unixDomainSocket: return nil
            }
        }
    }
}

extension ServerLimits {
    /// Files that are open besides connections: pyramids, indexes of pages, the database.
    private static let fileReserve = 1_024

    /// These limits with as many connections as the process may have files open, of which it is first allowed as many as
    /// the system grants.
    func withinOpenFiles() -> ServerLimits {
        var files = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else { return self }
        let wanted = rlim_t(clamping: connectionCount) + rlim_t(Self.fileReserve)
        if files.rlim_cur < wanted {
            files.rlim_cur = min(files.rlim_max, wanted)
            _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
            _ = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        }
        var limits = self
        limits.connectionCount = min(connectionCount, max(16, Int(clamping: files.rlim_cur) - Self.fileReserve))
        return limits
    }
}

import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// Counts the open connections, in total and by address.
final class ConnectionCount: Sendable {
    /// The verdict on a new connection. Every connection, whatever its verdict, must be passed to `leave` when it
    /// closes.
    enum Admission {
        case admitted
        /// The connection gets an error response and is closed.
        case refused(Problem)
        /// The connection is closed at once, because too many are already being refused with a response.
        case dropped
    }

    /// The maximum number of refused connections that get a response at once.
    private static let refusalLimit = 64

    private struct State {
        var count = 0
        /// The connections by ``RateLimit/name(of:)``.
        var countByAddress: [String: Int] = [:]
    }

    private let limit: Int
    private let addressLimit: Int
    private let state = NIOLockedValueBox(State())

    /// - Parameters:
    ///   - limit: The maximum number of connections.
    ///   - addressLimit: The maximum number from one address; 0 for no limit.
    init(limit: Int, addressLimit: Int) {
        (self.limit, self.addressLimit) = (limit, addressLimit)
    }

    /// The number of open connections.
    var count: Int { state.withLockedValue { $0.count } }

    /// Counts a new connection.
    func enter(_ address: SocketAddress?) -> Admission {
        let name = RateLimit.name(of: address)
        return state.withLockedValue { state in
            state.count += 1
            var fromAddress = 0
            // A socket of this machine has no name.
            if addressLimit > 0, !name.isEmpty {
                fromAddress = state.countByAddress[name, default: 0] + 1
                state.countByAddress[name] = fromAddress
            }
            if state.count > limit + Self.refusalLimit || fromAddress > addressLimit + Self.refusalLimit {
                return .dropped
            }
            if state.count > limit { return .refused(Self.tooMany) }
            return fromAddress > addressLimit ? .refused(Self.tooManyFromThere) : .admitted
        }
    }

    /// Records that a connection has closed.
    func leave(_ address: SocketAddress?) {
        let name = RateLimit.name(of: address)
        state.withLockedValue { state in
            state.count -= 1
            guard let count = state.countByAddress[name] else { return }
            state.countByAddress[name] = count > 1 ? count - 1 : nil
        }
    }

    private static let tooMany = Problem(
        .serviceUnavailable, "the server has too many connections; try again in a few seconds",
        headers: [.retryAfter: "2"], refusal: .connections)
    private static let tooManyFromThere = Problem(
        .tooManyRequests, "there are too many connections from your address; try again in a few seconds",
        headers: [.retryAfter: "2"], refusal: .rate)
}

extension ServerLimits {
    /// The number of open files reserved for other uses: pyramids, page indexes, the database.
    private static let fileReserve = 1_024

    /// Returns these limits with the number of connections reduced to what the limit on open files permits, after
    /// raising that limit as far as the system allows.
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

import HTTPTypes
import Hummingbird
import NIOCore

/// Who may read `/metrics`.
///
/// The numbers tell how much a library is used and how close it is to its bounds, which is nobody's business but the
/// keeper's. A proxy on the same machine makes every reader a neighbour, so that the peer's address alone proves nothing
/// where one stands before the server.
public enum MetricsExposure: Sendable, Equatable {
    /// Programs on this machine, at the server's own address; nobody where a public URL says that a proxy stands before
    /// the server, and no request that a proxy or a page in a browser has sent.
    case local
    /// Whoever reaches this other address, at which nothing else is served.
    case address(host: String, port: Int)
    /// Nobody.
    case off

    /// Reads `local`, `off`, or `HOST:PORT` with an IPv6 address in brackets.
    ///
    /// - Returns: Nil for anything else.
    public init?(_ text: String) {
        switch text {
        case "local": self = .local
        case "off": self = .off
        default:
            guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
                (0...65_535).contains(port)
            else { return nil }
            var host = text[..<colon]
            if host.hasPrefix("["), host.hasSuffix("]") {
                host = host.dropFirst().dropLast()
            } else if host.contains(":") {
                return nil
            }
            guard !host.isEmpty else { return nil }
            self = .address(host: String(host), port: port)
        }
    }

    /// Whether a request at the server's own address is to be answered.
    ///
    /// - Parameter isBehindProxy: Whether the keeper says that another server stands before this one.
    func allows(_ request: Request, from peer: SocketAddress?, isBehindProxy: Bool) -> Bool {
        guard self == .local, !isBehindProxy, let peer, peer.isLoopback else { return false }
        return !Self.foreignFields.contains { request.headers.contains($0) }
    }

    /// What only proxies and pages in browsers write.
    private static let foreignFields = [
        "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via", "Origin",
    ].compactMap { HTTPField.Name($0) }
}

extension SocketAddress {
    /// Whether this is an address of this machine that no other can have.
    var isLoopback: Bool {
        guard let address = ipAddress else { return false }
        return address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }
}

import HTTPTypes
import Hummingbird
import NIOCore

/// Who may read `/metrics`.
///
/// The metrics reveal how much a library is used and how close it is to its limits, which concerns only the operator.
/// Behind a proxy on the same machine every request has a local peer address, so the address alone proves nothing.
public enum MetricsExposure: Sendable, Equatable {
    /// Programs on this machine, at the server's own address. Nobody if there is a public URL, which implies a proxy,
    /// and no request sent by a proxy or a page in a browser.
    case local
    /// Anyone who can reach this separate address, which serves nothing else.
    case address(host: String, port: Int)
    /// Nobody.
    case off

    /// Parses `local`, `off`, or `HOST:PORT` with an IPv6 address in brackets.
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

    /// Whether a request at the server's own address is permitted.
    ///
    /// - Parameter isBehindProxy: Whether the configuration implies a proxy in front of this server.
    func allows(_ request: Request, from peer: SocketAddress?, isBehindProxy: Bool) -> Bool {
        guard self == .local, !isBehindProxy, let peer, peer.isLoopback else { return false }
        return !Self.foreignFields.contains { request.headers.contains($0) }
    }

    /// Fields that only proxies and pages in browsers send.
    private static let foreignFields = [
        "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via", "Origin",
    ].compactMap { HTTPField.Name($0) }
}

extension SocketAddress {
    /// Whether this is a loopback address of this machine.
    var isLoopback: Bool {
        guard let address = unmappedIPAddress else { return false }
        return address == "::1" || address.hasPrefix("127.")
    }

    /// The address as text; an IPv4 address even where a socket for both protocols shows it as an IPv6 one (RFC 4291,
    /// section 2.5.5.2).
    var unmappedIPAddress: String? {
        guard let address = ipAddress else { return nil }
        let prefix = "::ffff:"
        return address.hasPrefix(prefix) && address.contains(".") ? String(address.dropFirst(prefix.count)) : address
    }
}

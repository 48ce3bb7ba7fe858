import Foundation
import NIOConcurrencyHelpers

/// The address at which readers reach the server. Absolute URLs in responses begin with it.
///
/// It is the configured public URL, or the address that the server listens on. It is never taken from a request's Host
/// field, because a cache in front of the server would serve one client's claim to all others.
final class PublicAddress: Sendable {
    private let isConfigured: Bool
    private let isSecure: Bool
    private let current: NIOLockedValueBox<String>

    /// - Parameters:
    ///   - url: The configured public URL; nil for the address that the server listens on.
    ///   - host: The address to listen on.
    ///   - port: The port to listen on; 0 if it is not known yet.
    ///   - isSecure: Whether the server uses TLS.
    /// - Throws: ``ServerError/publicURL(_:)``.
    init(_ url: String?, host: String, port: Int, isSecure: Bool = false) throws(ServerError) {
        var base = Self.address(host: host, port: port, isSecure: isSecure)
        if let url {
            guard let origin = URLComponents(string: url)?.origin else { throw .publicURL(url) }
            base = origin
        }
        isConfigured = url != nil
        self.isSecure = isSecure
        current = NIOLockedValueBox(base)
    }

    /// The scheme, host and port without a trailing slash: `https://example.org`.
    var base: String { current.withLockedValue { $0 } }

    /// Returns the absolute URL of a path, which begins with a slash.
    func url(_ path: String) -> String { base + path }

    /// Sets the port that the server listens on.
    func listens(host: String, port: Int) {
        if !isConfigured { current.withLockedValue { $0 = Self.address(host: host, port: port, isSecure: isSecure) } }
    }

    /// Whether an address to listen on is reachable from this machine alone.
    static func isLoopback(_ host: String) -> Bool {
        let name = host.lowercased()
        if name == "localhost" || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// A server on all interfaces has many names; `localhost` is correct at least on this machine.
    private static func address(host: String, port: Int, isSecure: Bool) -> String {
        let name =
            switch host {
            case "0.0.0.0", "::": "localhost"
            case _ where host.contains(":"): "[\(host)]"
            default: host
            }
        let (scheme, usualPort) = isSecure ? ("https", 443) : ("http", 80)
        return port == usualPort ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
    }
}

import Foundation
import NIOConcurrencyHelpers

/// Under which address readers reach the server: what absolute addresses in answers begin with.
///
/// It is what the keeper says, or what the server listens on; never what a request claims to be its host, since a cache
/// before the server would hand one client's claim to all others.
final class PublicAddress: Sendable {
    private let isConfigured: Bool
    private let isSecure: Bool
    private let current: NIOLockedValueBox<String>

    /// - Parameters:
    ///   - url: What the keeper says; nil for what the server listens on.
    ///   - host: The address to listen on.
    ///   - port: The port to listen on, 0 for one that is not known yet.
    ///   - isSecure: Whether the server speaks TLS.
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

    /// Scheme, host and port without a slash at the end: `https://example.org`.
    var base: String { current.withLockedValue { $0 } }

    /// The absolute address of a path, which begins with a slash.
    func url(_ path: String) -> String { base + path }

    /// Tells the port that is listened on.
    func listens(host: String, port: Int) {
        if !isConfigured { current.withLockedValue { $0 = Self.address(host: host, port: port, isSecure: isSecure) } }
    }

    /// Whether an address to listen on is reached from this machine alone.
    static func isLoopback(_ host: String) -> Bool {
        let name = host.lowercased()
        if name == "localhost" || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Who listens on every interface is reached by many names; `localhost` is true on this machine at least.
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

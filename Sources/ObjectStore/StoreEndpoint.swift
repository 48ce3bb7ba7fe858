import FileSupport
import Foundation

/// The address of a store, and the way in which it addresses buckets.
public struct StoreEndpoint: Sendable, Hashable, CustomStringConvertible {
    let scheme: String
    /// The host, and the port if it is not the scheme's default.
    let authority: String
    /// Whether the bucket is the first component of the path. Otherwise it is the first label of the host.
    let isPathStyle: Bool

    /// Parses the address of a store other than Amazon's, such as `https://objects.example.org` or
    /// `http://127.0.0.1:9000`.
    ///
    /// - Throws: ``StoreError/value(_:value:expected:)``.
    public init(_ text: String, name: String = "--endpoint") throws(StoreError) {
        let parts = URLComponents(string: text)
        guard let parts, let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.percentEncodedHost, !host.isEmpty, parts.user == nil, parts.password == nil,
            parts.query == nil, parts.fragment == nil, parts.path.isEmpty || parts.path == "/",
            host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "%") }),
            parts.port.map({ (1...65535).contains($0) }) ?? true
        else {
            // The text may contain a password.
            let shown = text.contains("@") ? "…" : StoreError.plain(text)
            throw .value(name, value: shown, expected: "an address such as https://objects.example.org, without a path")
        }
        let isOwnPort = parts.port == nil || parts.port == (scheme == "https" ? 443 : 80)
        self.scheme = scheme
        authority = host.lowercased() + (isOwnPort ? "" : ":\(parts.port ?? 0)")
        isPathStyle = true
    }

    /// Creates Amazon's endpoint for a region.
    init(region: String, bucket: String) {
        scheme = "https"
        authority = "s3.\(region).amazonaws.com" + (region.hasPrefix("cn-") ? ".cn" : "")
        // A certificate for *.s3… does not cover a bucket name with full stops.
        isPathStyle = bucket.utf8.contains(UInt8(ascii: ".")) || bucket != bucket.lowercased()
    }

    /// The address.
    public var description: String { "\(scheme)://\(authority)" }

    func host(of bucket: String) -> String { isPathStyle ? authority : "\(bucket).\(authority)" }

    /// Returns the path of an object, or of the bucket if the key is nil. Each component is percent-encoded once.
    func path(of bucket: String, key: String?) -> String {
        let start = isPathStyle ? "/\(bucket)" : ""
        guard let key else { return start.isEmpty ? "/" : start }
        return "\(start)/\(PercentEncoding.encode(key, allowing: "/"))"
    }
}

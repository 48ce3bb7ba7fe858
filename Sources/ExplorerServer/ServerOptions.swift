import FileSupport
import Foundation
public import TileEngine

/// The options of a server.
public struct ServerOptions: Sendable {
    /// The host name or IP address to listen on.
    public var host: String
    /// The port to listen on; 0 lets the system choose a free one.
    public var port: Int
    /// The address at which readers reach the server, such as `https://manuscripts.example.org`, if it differs from the
    /// one the server listens on. Absolute URLs in responses begin with it.
    public var publicURL: String?
    /// Which other sites may show a document in a frame.
    public var embedding = Embedding.anywhere
    /// The idle time in seconds after which the viewer starts over, for exhibitions; nil for never.
    public var kioskSeconds: Int?
    /// Whether readers can open former versions of documents (`?version=3`).
    public var showsFormerVersions = true
    /// Whether documents with the status `draft` are served to everybody. Allowed only if the server is reachable from
    /// this machine alone.
    public var includesDrafts: Bool
    /// Whether people at this machine may edit and publish every document without a token. Allowed only if the server
    /// is reachable from this machine alone.
    public var isEditable = false
    /// The memory for caches of tiles and other responses, in bytes.
    public var cacheByteCount: Int
    /// The interval in seconds at which the whole library is read in the background to find damage; 0 for never.
    public var checkIntervalSeconds = 86_400
    /// The certificate and key for HTTPS; nil for plain HTTP.
    public var tls: TLSFiles?
    /// The `max-age` in seconds of HTTP Strict Transport Security (RFC 6797); nil to send no such field. All responses
    /// carry it except those of the tile lane.
    public var hstsSeconds: Int?
    /// How long requests are still accepted after SIGTERM, in seconds, while `/health/ready` already responds with 503.
    public var drainSeconds = 0.2
    /// Who may read the metrics.
    public var metricsExposure = MetricsExposure.local
    /// Where log lines go; nil to use the logger alone, without an access log.
    public var logs: ServerLogs?
    /// The reverse proxy that signs users in, if there is one.
    public var identity: ProxyIdentity?
    /// Whether to accept request ids from clients, because they come from a proxy in front of this server.
    public var trustsRequestIDs = false
    /// The state of the connection to the object store that holds the pyramids, on a replica.
    public var remoteStatus: (@Sendable () -> RemoteStatus)?
    /// Whether the tile lane is active. Without it, every request goes to the routes. For tests that compare the two.
    package var usesTileLane = true
    /// The theme folder; nil for the library's own.
    public var themeFolder: String?
    /// Which uploaded images are decoded, and where.
    public var scanPolicy = ScanPolicy.standard
    /// The rate limit for edits. Tests that would otherwise take long raise it.
    var editRate = RateLimit.ofEdits()
    /// The limits on connections, requests and work.
    public var limits = ServerLimits()

    /// A sixth of the available memory, at least 16 MiB and at most 256 MiB.
    public static let standardCacheByteCount = AvailableMemory.share(oneOf: 6, in: 16 << 20...256 << 20)

    /// Creates the options. The defaults serve this machine alone.
    public init(
        host: String = "127.0.0.1", port: Int = 8080, publicURL: String? = nil, includesDrafts: Bool = false,
        cacheByteCount: Int = ServerOptions.standardCacheByteCount
    ) {
        self.host = host
        self.port = port
        self.publicURL = publicURL
        self.includesDrafts = includesDrafts
        self.cacheByteCount = cacheByteCount
    }
}

/// The reasons why the server cannot start.
public enum ServerError: Error, Sendable, CustomStringConvertible {
    /// The address is in use, does not belong to this machine, or is not permitted.
    case cannotListen(host: String, port: Int, errorNumber: Int32)
    /// Drafts would be served to other machines.
    case draftsForEverybody(host: String)
    /// Other machines could edit without a token.
    case editingForEverybody(host: String)
    /// The public URL is not a scheme, a host and optionally a port.
    case publicURL(String)
    /// An origin that may embed documents is not a scheme, a host and optionally a port.
    case embedding(String)

    /// A message with the address, the value and a remedy.
    public var description: String {
        switch self {
        case .cannotListen(let host, let port, EADDRINUSE):
            "\(host):\(port): the port is in use, expected a free one; choose it with --port"
        case .cannotListen(let host, let port, let errorNumber):
            "\(host):\(port): the server cannot listen there (\(SystemError.text(errorNumber)))"
        case .draftsForEverybody(let host):
            "\(host): --drafts serves drafts to everyone, expected --host 127.0.0.1 and no "
                + "--public-url; use `explore token create` for others"
        case .editingForEverybody(let host):
            "\(host): --edit lets everyone edit, expected --host 127.0.0.1 and no --public-url; use "
                + "`explore token create --scope edit` for others"
        case .publicURL(let url):
            "the public URL is '\(url)', expected http:// or https:// and a host, such as https://manuscripts.example.org"
        case .embedding(let text):
            "--embed is '\(text)', expected any, none, or origins such as https://blog.example.org"
        }
    }
}

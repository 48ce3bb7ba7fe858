import FileSupport
import Foundation
public import TileEngine

/// The options of a server.
public struct ServerOptions: Sendable {
    /// The address to listen on; a name or a number.
    public var host: String
    /// The port to listen on; 0 lets the system choose a free one.
    public var port: Int
    /// The address at which readers reach the server, such as `https://manuscripts.example.org`, where it is not the one
    /// that it listens on: absolute addresses in responses begin with it.
    public var publicURL: String?
    /// Which pages of others may show a document in a frame.
    public var embedding = Embedding.anywhere
    /// After how many seconds without a touch the viewer begins anew, for exhibitions; nil where it never does.
    public var kioskSeconds: Int?
    /// Whether former versions of documents are shown to those who ask for one (`?version=3`).
    public var showsFormerVersions = true
    /// Whether documents with the status `draft` are served to everybody who reaches the server; only where that is this
    /// machine alone.
    public var includesDrafts: Bool
    /// Whether people at this machine may edit and publish every document without a token; only where the server is
    /// reached from this machine alone.
    public var isEditable = false
    /// How many bytes of tiles are kept in memory.
    public var cacheByteCount: Int
    /// How often the whole library is read in the background to find damage, in seconds; 0 for never.
    public var checkIntervalSeconds = 86_400
    /// The certificate and key where the server speaks HTTPS; without them it speaks plain HTTP.
    public var tls: TLSFiles?
    /// For how many seconds browsers are to ask for nothing here but over HTTPS (RFC 6797); nil to tell them nothing. It is
    /// told with all answers but those of the tile lane.
    public var hstsSeconds: Int?
    /// For how many seconds after SIGTERM requests are still taken, while `/health/ready` says no already.
    public var drainSeconds = 0.2
    /// Who may read the server's numbers.
    public var metricsExposure = MetricsExposure.local
    /// Where what happens is written; nil for where the logger writes, and no line a request.
    public var logs: ServerLogs?
    /// The proxy that signs people in; nil where there is none.
    public var identity: ProxyIdentity?
    /// Whether a request may bring its id, as it comes from a server that stands before this one.
    public var trustsRequestIDs = false
    /// What goes on between the server and the object store that its pyramids are in, where it is a replica.
    public var remoteStatus: (@Sendable () -> RemoteStatus)?
    /// Whether the tile lane answers; without it every request takes the way behind. For tests that compare the two.
    package var usesTileLane = true
    /// The folder of the theme; nil for that of the library.
    public var themeFolder: String?
    /// Which uploaded pictures are decoded, and where.
    public var scanPolicy = ScanPolicy.standard
    /// How often something may be changed. For tests that would take long otherwise.
    var editRate = RateLimit.ofEdits()
    /// What the server takes on at most.
    public var limits = ServerLimits()

    /// A sixth of the memory, and no more than 256 MiB.
    public static let standardCacheByteCount = AvailableMemory.share(oneOf: 6, in: 16 << 20...256 << 20)

    /// Makes the options; the defaults serve this machine alone.
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

/// Why the server cannot run.
public enum ServerError: Error, Sendable, CustomStringConvertible {
    /// The address is taken, not ours, or not allowed.
    case cannotListen(host: String, port: Int, errorNumber: Int32)
    /// Drafts would be served to more than this machine.
    case draftsForEverybody(host: String)
    /// More than this machine could edit without a token.
    case editingForEverybody(host: String)
    /// The public address is not a scheme, a host and perhaps a port.
    case publicURL(String)
    /// A site that may show documents in frames is not a scheme, a host and perhaps a port.
    case embedding(String)

    /// The error in words: the address, the value, and what to do.
    public var description: String {
        switch self {
        case .cannotListen(let host, let port, EADDRINUSE):
            "\(host):\(port): the port is in use, expected a free one; choose it with --port"
        case .cannotListen(let host, let port, let errorNumber):
            "\(host):\(port): cannot be listened on (\(String(cString: strerror(errorNumber))))"
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

import Hummingbird
import NIOCore

/// The context of a request.
struct ServerContext: RequestContext, RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The other end of the connection: the client or a proxy; nil in tests without sockets.
    let remoteAddress: SocketAddress?

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }

    /// The pattern of the matched route, such as `/api/documents/{document}`. Nil if none matched, for which the
    /// framework has its own name.
    var routePattern: String? { endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } }
}

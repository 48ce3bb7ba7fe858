import Hummingbird
import NIOCore

/// What is known of a request beside itself.
struct ServerContext: RequestContext, RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The other end of the connection: the reader, or what stands between; nil in tests without sockets.
    let remoteAddress: SocketAddress?

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }

    /// The pattern of the route that took the request, such as `/api/documents/{document}`; nil where none did, which the
    /// framework gives a name of its own.
    var routePattern: String? { endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } }
}

import HummingbirdCore
import Logging
import NIOCore
import NIOSSL
import NIOTLS

/// A TLS connection on which client and server negotiate HTTP/2 or HTTP/1.1 (ALPN, RFC 7301). HTTP/1.1 has the same
/// handlers as without TLS, behind the one that decrypts.
struct SecureChannel: ServerChildChannel {
    enum Negotiated: Sendable {
        case http1(TileLaneChannel.Value)
        case http2(HTTP2Connection.Value)
    }

    struct Value: ServerChildChannelValue {
        let negotiated: EventLoopFuture<Negotiated>
        let channel: any Channel
    }

    let base: TileLaneChannel
    let identity: TLSIdentity

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let admission = base.enter(channel)
        return channel.eventLoop.makeCompletedFuture {
            // Before the handshake, which costs more than the connection.
            if case .dropped = admission {
                base.metrics.refusals[.connections].add()
                try channel.pipeline.syncOperations.addHandler(ClosingHandler())
            }
            let negotiation = NIOTypedApplicationProtocolNegotiationHandler<Negotiated> { result, channel in
                switch result {
                case .negotiated("h2"):
                    // A client beyond the limit finds the connection closed, and waits before it reconnects.
                    if case .refused(let problem) = admission, let refusal = problem.refusal {
                        base.metrics.refusals[refusal].add()
                    }
                    guard case .admitted = admission else { return Self.end(channel) }
                    return base.http2.setup(channel: channel, logger: logger).map { .http2($0) }
                case .negotiated("http/1.1"), .fallback:
                    return base.setup(channel: channel, admission: admission, isOnSocket: false, logger: logger)
                        .map { .http1($0) }
                case .negotiated: return Self.end(channel)
                }
            }
            try channel.pipeline.syncOperations.addHandlers([
                PlainHTTPRefusal(), NIOSSLServerHandler(context: identity.context), negotiation,
            ])
            let negotiated = negotiation.protocolNegotiationResult
            // A client that does not finish the handshake must not hold a connection for long.
            let timer = channel.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(base.limits.headTime)) {
                channel.close(promise: nil)
            }
            negotiated.whenComplete { _ in timer.cancel() }
            channel.closeFuture.whenComplete { _ in timer.cancel() }
            return Value(negotiated: negotiated, channel: channel)
        }
    }

    private static func end(_ channel: any Channel) -> EventLoopFuture<Negotiated> {
        channel.close().flatMap { channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel) }
    }

    func handle(value: Value, logger: Logger) async {
        switch try? await value.negotiated.get() {
        case .http1(let connection): await base.handle(value: connection, logger: logger)
        case .http2(let connection):
            // Work for the streams is cancelled when the connection closes.
            let task = ConnectionTask()
            value.channel.closeFuture.whenComplete { _ in task.cancel() }
            await task.run { await base.http2.handle(value: connection, logger: logger) }
        case nil: return
        }
    }
}

/// Checks the first byte of a connection, and refuses plain HTTP with a message that this port requires HTTPS.
final class PlainHTTPRefusal: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let response: String = {
        let body =
            #"{"title":"Bad Request","status":400,"detail":"this port speaks HTTPS, expected an https:// address"}"#
        return """
            HTTP/1.1 400 Bad Request\r
            Content-Type: application/problem+json\r
            Content-Length: \(body.utf8.count)\r
            Connection: close\r
            \r
            \(body)
            """
    }()

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Input after the response is discarded.
        if isRefused { return }
        // The first byte of TLS is 22, a handshake (RFC 8446, section 5.1); an HTTP method begins with a letter.
        guard let first = unwrapInboundIn(data).readableBytesView.first, (0x41...0x5A).contains(first) else {
            context.fireChannelRead(data)
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
            return
        }
        isRefused = true
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(string: Self.response)), promise: nil)
        context.close(mode: .output, promise: nil)
    }
}

/// Closes a connection as soon as it is active.
private final class ClosingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func channelActive(context: ChannelHandlerContext) { context.close(promise: nil) }
}

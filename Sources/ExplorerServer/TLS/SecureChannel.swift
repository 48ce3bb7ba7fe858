import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// A connection in TLS: what it holds is as it is without, behind the handler that decrypts.
struct SecureChannel<Base: ServerChildChannel>: ServerChildChannel {
    typealias Value = Base.Value

    let base: Base
    let identity: TLSIdentity

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandlers([
                PlainHTTPRefusal(), NIOSSLServerHandler(context: identity.context),
            ])
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

/// Looks at the first byte of a connection, and tells who speaks plain HTTP that this port does not.
final class PlainHTTPRefusal: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let answer: String = {
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
        // What comes after the answer is nobody's.
        if isRefused { return }
        // The first byte of TLS is 22, a handshake (RFC 8446, section 5.1); a method begins with a letter.
        guard let first = unwrapInboundIn(data).readableBytesView.first, (0x41...0x5A).contains(first) else {
            context.fireChannelRead(data)
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
            return
        }
        isRefused = true
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(string: Self.answer)), promise: nil)
        context.close(mode: .output, promise: nil)
    }
}

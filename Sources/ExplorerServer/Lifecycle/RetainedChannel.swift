import HummingbirdCore
import Logging
import NIOCore

/// Hummingbird's channel for HTTP/1, whose connections are retained until they have closed.
struct RetainedChannel: ServerChildChannel {
    private let base: HTTP1Channel

    init(responder: @escaping HTTPChannelHandler.Responder) { base = HTTP1Channel(responder: responder) }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        base.setup(channel: channel, logger: logger).map { connection in
            connection.retainUntilClosed()
            return connection
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

extension HTTP1Channel.Value {
    /// Retains the asynchronous channel until its connection has closed.
    ///
    /// NIO ends the process when one is released that nobody has used, and Hummingbird releases those of connections
    /// that are accepted while it stops listening.
    func retainUntilClosed() { channel.closeFuture.whenComplete { _ in withExtendedLifetime(self) {} } }
}

import NIOCore

/// Closes a connection without traffic for some time. Hummingbird's manager of HTTP/2 connections announces the end of
/// an idle one with GOAWAY and PING, and then waits forever if the client does not respond.
final class SilenceHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let limit: TimeAmount
    private var lastActivity = NIODeadline.now()
    private var timer: Scheduled<Void>?

    init(limit: TimeAmount) { self.limit = limit }

    func handlerAdded(context: ChannelHandlerContext) { startTimer(context) }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastActivity = .now()
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        lastActivity = .now()
        context.write(data, promise: promise)
    }

    private func startTimer(_ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: lastActivity + limit) { [weak self] in
            guard let self, context.channel.isActive else { return }
            if NIODeadline.now() - lastActivity >= limit { context.close(promise: nil) } else { startTimer(context) }
        }
    }
}

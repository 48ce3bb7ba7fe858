import NIOCore

/// Closes a connection without streams and without traffic for some time. SwiftNIO's manager of HTTP/2 connections
/// announces the end of an idle one with GOAWAY and PING, and then waits forever if the client does not respond.
/// Streams have time limits of their own (``StreamHandler``).
final class SilenceHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let limit: TimeAmount
    private var lastActivity = NIODeadline.now()
    private var streamCount = 0
    /// Whether the last bytes written are a GOAWAY frame with an error.
    private(set) var hasJustReportedError = false
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
        hasJustReportedError = Self.isError(unwrapOutboundIn(data))
        context.write(data, promise: promise)
    }

    /// Whether bytes are a GOAWAY frame with an error and no debug data (RFC 9113, section 6.8). SwiftNIO writes each
    /// by itself.
    private static func isError(_ bytes: ByteBuffer) -> Bool {
        bytes.readableBytes == 17 && bytes.getInteger(at: bytes.readerIndex, as: UInt32.self) == 8 << 8 | 7
            && bytes.getInteger(at: bytes.readerIndex + 13, as: UInt32.self) != 0
    }

    /// Counts a stream until it ends.
    func count(_ stream: any Channel) {
        streamCount += 1
        stream.closeFuture.assumeIsolated().whenComplete { [weak self] _ in
            self?.streamCount -= 1
            self?.lastActivity = .now()
        }
    }

    private func startTimer(_ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: lastActivity + limit) { [weak self] in
            guard let self, context.channel.isActive else { return }
            let now = NIODeadline.now()
            if streamCount > 0 {
                lastActivity = now
            } else if now - lastActivity >= limit {
                return context.close(promise: nil)
            }
            startTimer(context)
        }
    }
}

import NIOCore

/// Counts the bytes that the routes send, between the tile lane and the HTTP codec.
final class SentBytesHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let counter: Counter

    init(counter: Counter) {
        self.counter = counter
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        counter.add(UInt64(unwrapOutboundIn(data).readableBytes))
        context.write(data, promise: promise)
    }
}

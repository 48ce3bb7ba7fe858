import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP2
import NIOHTTPTypesHTTP2

/// An HTTP/2 connection, each of whose streams has the tile lane and the limits in front.
///
/// Only streams for the routes get a task and an asynchronous channel. Hummingbird's own channel creates both for every
/// stream, which takes about as long as everything else that the lane does for a tile.
struct HTTP2Connection: ServerChildChannel {
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        /// The streams for the routes.
        let streams: AsyncStream<HTTP1Channel.Value>
    }

    /// Closes the connection after an error, of which the client has been informed with GOAWAY.
    private final class ErrorHandler: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    let lane: StreamLane?
    let responder: HTTPChannelHandler.Responder
    let limits: ServerLimits
    let metrics: Metrics

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let (streams, continuation) = AsyncStream<HTTP1Channel.Value>.makeStream()
            channel.closeFuture.whenComplete { _ in continuation.finish() }
            let manager = NIOHTTP2ServerConnectionManagementHandler(
                eventLoop: channel.eventLoop,
                configuration: .init(
                    maxIdleTime: TimeAmount(limits.idleTime), maxAge: nil, maxGraceTime: .seconds(1), keepalive: nil))
            let framing = NIOHTTP2Handler(
                mode: .server, eventLoop: channel.eventLoop, connectionConfiguration: .init(),
                streamConfiguration: .init(), streamDelegate: manager.http2StreamDelegate
            ) { [lane, limits, metrics] stream in
                stream.eventLoop.makeCompletedFuture {
                    try stream.pipeline.syncOperations.addHandlers([
                        HTTP2FramePayloadToHTTPServerCodec(),
                        StreamHandler(lane: lane, limits: limits, metrics: metrics) { channel in
                            let stream = try HTTP1Channel.Value(wrappingChannelSynchronously: channel)
                            guard case .terminated = continuation.yield(stream) else { return }
                            // The connection has ended. An asynchronous channel must be used once nevertheless.
                            Task { try? await stream.executeThenClose { _, _ in } }
                        },
                    ])
                }
            }
            try channel.pipeline.syncOperations.addHandlers([framing, manager, ErrorHandler()])
            return Value(channel: channel, streams: streams)
        }
    }

    func handle(value: Value, logger: Logger) async {
        // Reads requests until the channel ends, which for a stream is after the first.
        let requests = HTTP1Channel(responder: { [responder] request, writer, stream in
            // Work for a stream is cancelled when the stream is reset.
            let task = ConnectionTask()
            stream.closeFuture.whenComplete { _ in task.cancel() }
            let handedOver = HandedOver(writer)
            try await task.run {
                guard let writer = handedOver.take() else { return }
                try await responder(request, writer, stream)
            }
        })
        await withDiscardingTaskGroup { group in
            for await stream in value.streams {
                group.addTask { await requests.handle(value: stream, logger: logger) }
            }
        }
    }
}

/// Passes a writer to the task that uses it. The writer is noncopyable, and a closure cannot consume what it captures.
/// Unchecked, because only one task calls ``take()``.
private final class HandedOver: @unchecked Sendable {
    private var writer: ResponseWriter?

    init(_ writer: consuming ResponseWriter) { self.writer = consume writer }

    /// Returns the writer, and nil from the second call on. Only one task may call this.
    func take() -> ResponseWriter? { writer.take() }
}

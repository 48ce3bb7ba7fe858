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

    /// Closes the connection after an error of it, of which the client has been informed with GOAWAY. An error of a
    /// stream, which ended with RST_STREAM, concerns no other stream.
    private final class ErrorHandler: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame

        private let silence: SilenceHandler

        init(_ silence: SilenceHandler) { self.silence = silence }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            if silence.hasJustReportedError { context.close(promise: nil) }
        }
    }

    /// The number of streams that a client may reset within 30 seconds. A reader who moves the sheet cancels the tiles
    /// that are no longer in view, which costs the server little.
    private static let resetLimit = 2_000

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
            let silence = SilenceHandler(limit: TimeAmount(limits.idleTime))
            let boundSilence = NIOLoopBound(silence, eventLoop: channel.eventLoop)
            var streamConfiguration = NIOHTTP2Handler.StreamConfiguration()
            streamConfiguration.streamResetFrameRateLimit.maximumCount = Self.resetLimit
            let framing = NIOHTTP2Handler(
                mode: .server, eventLoop: channel.eventLoop, connectionConfiguration: .init(),
                streamConfiguration: streamConfiguration, streamDelegate: manager.http2StreamDelegate
            ) { [lane, limits, metrics] stream in
                boundSilence.value.count(stream)
                return stream.eventLoop.makeCompletedFuture {
                    try stream.pipeline.syncOperations.addHandlers([
                        HTTP2FramePayloadToHTTPServerCodec(),
                        StreamHandler(lane: lane, limits: limits, metrics: metrics) { channel in
                            let stream = try HTTP1Channel.Value(wrappingChannelSynchronously: channel)
                            stream.retainUntilClosed()
                            continuation.yield(stream)
                        },
                    ])
                }
            }
            try channel.pipeline.syncOperations.addHandlers([silence, framing, manager, ErrorHandler(silence)])
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

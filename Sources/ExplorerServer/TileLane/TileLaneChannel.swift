import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypesHTTP1

/// A connection set up as Hummingbird does, with the tile lane and the request limits in front.
struct TileLaneChannel: ServerChildChannel {
    /// A connection and the task that serves it.
    struct Value: ServerChildChannelValue {
        let connection: HTTP1Channel.Value
        let task: ConnectionTask

        var channel: any Channel { connection.channel }
    }

    let hotTiles: HotTiles
    let storedTiles: StoredTiles
    let responder: HTTPChannelHandler.Responder
    /// Whether the tile lane is active.
    let isOpen: Bool
    let limits: ServerLimits
    let state: ServerState
    let connections: ConnectionCount
    let metrics: Metrics
    let accessLog: AccessLog?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        setup(channel: channel, admission: enter(channel), isOnSocket: true, logger: logger)
    }

    /// Counts a connection until it closes.
    func enter(_ channel: any Channel) -> ConnectionCount.Admission {
        metrics.acceptedConnections.add()
        metrics.openConnections.add()
        let address = channel.remoteAddress
        let admission = connections.enter(address)
        channel.closeFuture.whenComplete { [connections, metrics] _ in
            metrics.openConnections.subtract()
            connections.leave(address)
        }
        return admission
    }

    /// - Parameter isOnSocket: Whether the channel's bytes reach the wire unchanged, without TLS.
    func setup(
        channel: any Channel, admission: ConnectionCount.Admission, isOnSocket: Bool, logger: Logger
    ) -> EventLoopFuture<Value> {
        let pipelineState = PipelineState()
        let task = ConnectionTask()
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            if isOpen {
                try pipeline.addHandler(
                    TileLaneHandler(
                        hotTiles: hotTiles, storedTiles: storedTiles, limits: limits, pipelineState: pipelineState,
                        state: state, counters: metrics.lane(on: channel.eventLoop), access: laneAccess(channel),
                        isOnSocket: isOnSocket))
            }
            try pipeline.addHandler(SentBytesHandler(counter: metrics.sentBytes))
            try pipeline.addHandler(
                RequestGuard(
                    limits: limits, admission: admission, pipelineState: pipelineState, task: task, metrics: metrics))
        }.flatMap { RetainedChannel(responder: responder).setup(channel: channel, logger: logger) }
            .flatMapThrowing { connection in
                let pipeline = channel.pipeline.syncOperations
                // In front of the handler that converts the codec's parts to HTTPTypes, which do not carry the HTTP
                // version.
                try pipeline.addHandler(
                    ResponseTracker(pipelineState: pipelineState),
                    position: .before(try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)))
                return Value(connection: connection, task: task)
            }
    }

    private func laneAccess(_ channel: any Channel) -> LaneAccess? {
        guard let accessLog, accessLog.includesLane else { return nil }
        return LaneAccess(log: accessLog, peer: channel.remoteAddress?.unmappedIPAddress ?? "-")
    }

    func handle(value: Value, logger: Logger) async {
        await value.task.run {
            await RetainedChannel(responder: responder).handle(value: value.connection, logger: logger)
        }
    }

    /// The channel for HTTP/2 connections: each stream has its own lane and limits.
    var http2: HTTP2Connection {
        let lane =
            isOpen
            ? StreamLane(hotTiles: hotTiles, storedTiles: storedTiles, state: state, accessLog: accessLog) : nil
        return HTTP2Connection(lane: lane, responder: responder, limits: limits, metrics: metrics)
    }
}

/// Counts the bytes that the routes send, between the tile lane and the HTTP codec.
private final class SentBytesHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let counter: Counter

    init(counter: Counter) { self.counter = counter }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        counter.add(UInt64(unwrapOutboundIn(data).readableBytes))
        context.write(data, promise: promise)
    }
}

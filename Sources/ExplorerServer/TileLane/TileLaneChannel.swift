import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOHTTPTypesHTTP1

/// A connection as Hummingbird sets it up, with the tile lane in front of it and, between the two, the bounds of what is
/// asked.
struct TileLaneChannel: ServerChildChannel {
    /// A connection, and the task that answers it.
    struct Value: ServerChildChannelValue {
        let connection: HTTP1Channel.Value
        let task: ConnectionTask

        var channel: any Channel { connection.channel }
    }

    let hotTiles: HotTiles
    let storedTiles: StoredTiles
    let responder: HTTPChannelHandler.Responder
    /// Whether the lane answers at all.
    let isOpen: Bool
    let limits: ServerLimits
    let state: ServerState
    let connections: ConnectionCount
    let metrics: Metrics
    let accessLog: AccessLog?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        setup(channel: channel, admission: enter(channel), isOnSocket: true, logger: logger)
    }

    /// Counts a connection, until it ends.
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

    /// - Parameter isOnSocket: Whether what the channel sends goes over the wire as it is, without TLS.
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
        }.flatMap { HTTP1Channel(responder: responder).setup(channel: channel, logger: logger) }
            .flatMapThrowing { connection in
                let pipeline = channel.pipeline.syncOperations
                // In front of what makes HTTPTypes of the codec's parts, which do not tell the version.
                try pipeline.addHandler(
                    ResponseTracker(pipelineState: pipelineState),
                    position: .before(try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)))
                return Value(connection: connection, task: task)
            }
    }

    private func laneAccess(_ channel: any Channel) -> LaneAccess? {
        guard let accessLog, accessLog.includesLane else { return nil }
        return LaneAccess(log: accessLog, peer: channel.remoteAddress?.ipAddress ?? "-")
    }

    func handle(value: Value, logger: Logger) async {
        await value.task.run {
            await HTTP1Channel(responder: responder).handle(value: value.connection, logger: logger)
        }
    }

    /// The same of a connection that speaks HTTP/2: each of its streams has the lane and the bounds.
    var http2: HTTP2Channel {
        let lane =
            isOpen
            ? StreamLane(hotTiles: hotTiles, storedTiles: storedTiles, state: state, accessLog: accessLog) : nil
        return HTTP2Channel(
            responder: { [responder] request, writer, stream in
                // What is made for a stream that is reset ends with it.
                let task = ConnectionTask()
                stream.closeFuture.whenComplete { _ in task.cancel() }
                let handedOver = HandedOver(writer)
                try await task.run {
                    guard let writer = handedOver.take() else { return }
                    try await responder(request, writer, stream)
                }
            },
            configuration: HTTP2ChannelConfiguration(
                idleTimeout: limits.idleTime, gracefulCloseTimeout: .seconds(1),
                streamConfiguration: HTTP1Channel.Configuration(
                    additionalChannelHandlers: [StreamHandler(lane: lane, limits: limits, metrics: metrics)])))
    }
}

/// A writer on its way to the task that uses it. It has no copies, and a closure cannot give away what it holds.
private final class HandedOver: @unchecked Sendable {
    private var writer: ResponseWriter?

    init(_ writer: consuming ResponseWriter) { self.writer = consume writer }

    /// The writer; nil from the second time on. One task alone may ask.
    func take() -> ResponseWriter? { writer.take() }
}

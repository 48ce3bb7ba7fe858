import HummingbirdCore
import Logging
import NIOCore

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
        let pipelineState = PipelineState()
        metrics.acceptedConnections.add()
        metrics.openConnections.add()
        channel.closeFuture.whenComplete { [metrics] _ in metrics.openConnections.subtract() }
        let task = ConnectionTask()
        let address = channel.remoteAddress
        let admission = connections.enter(address)
        channel.closeFuture.whenComplete { [connections] _ in connections.leave(address) }
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            if isOpen {
                try pipeline.addHandler(
                    TileLaneHandler(
                        hotTiles: hotTiles, storedTiles: storedTiles, limits: limits, pipelineState: pipelineState,
                        state: state, counters: metrics.lane(on: channel.eventLoop), access: laneAccess(channel)))
            }
            try pipeline.addHandler(SentBytesHandler(counter: metrics.sentBytes))
            try pipeline.addHandler(
                RequestGuard(
                    limits: limits, admission: admission, pipelineState: pipelineState, task: task, metrics: metrics))
        }.flatMap { http1(watch: pipelineState).setup(channel: channel, logger: logger) }
            .map { Value(connection: $0, task: task) }
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

    private func http1(watch pipelineState: PipelineState) -> HTTP1Channel {
        HTTP1Channel(
            responder: responder,
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [ResponseTracker(pipelineState: pipelineState)]))
    }
}

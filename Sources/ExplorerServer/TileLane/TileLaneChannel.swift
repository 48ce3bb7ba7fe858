import HummingbirdCore
import Logging
import NIOCore

/// A connection as Hummingbird sets it up, with the tile lane in front of it.
struct TileLaneChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    /// How long a connection may be silent before it is closed.
    private static let idleTimeout = TimeAmount.seconds(75)

    let hotTiles: HotTiles
    let storedTiles: StoredTiles
    let responder: HTTPChannelHandler.Responder
    /// Whether the lane answers at all.
    let isOpen: Bool

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let turn = AnswerTurn()
        return channel.eventLoop.makeCompletedFuture {
            guard isOpen else { return }
            try channel.pipeline.syncOperations.addHandler(
                TileLaneHandler(hotTiles: hotTiles, storedTiles: storedTiles, turn: turn))
        }.flatMap { http1(watch: turn).setup(channel: channel, logger: logger) }
    }

    func handle(value: Value, logger: Logger) async {
        await HTTP1Channel(responder: responder).handle(value: value, logger: logger)
    }

    private func http1(watch turn: AnswerTurn) -> HTTP1Channel {
        HTTP1Channel(
            responder: responder,
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [AnswerWatch(turn: turn)], idleTimeout: Self.idleTimeout))
    }
}

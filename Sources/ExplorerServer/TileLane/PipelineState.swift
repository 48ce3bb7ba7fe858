import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// How many requests of a connection were handed on and not answered yet, and who else is told of their answers.
///
/// Unchecked, because the compiler cannot see that the handlers touch it on the connection's event loop only.
final class AnswerTurn: @unchecked Sendable {
    var openCount = 0
    weak var listener: (any AnswerListener)?
}

/// What is told how the answers of a connection go on, on its event loop.
protocol AnswerListener: AnyObject {
    /// A part of an answer is being written.
    func answerGoesOn()
    /// An answer was written to its end.
    func answerEnded()
    /// The bytes that were handed on could not be read.
    ///
    /// - Returns: Whether the listener deals with it.
    func requestFailed() -> Bool
}

/// Behind the HTTP codec: sees when an answer is complete, and what the codec could not read.
final class AnswerWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let turn: AnswerTurn

    init(turn: AnswerTurn) {
        self.turn = turn
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
        if isEnd { turn.openCount -= 1 } else { turn.listener?.answerGoesOn() }
        context.write(data, promise: promise)
        // After its last bytes, since what the listener writes goes by a shorter way.
        if isEnd { turn.listener?.answerEnded() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if turn.listener?.requestFailed() != true { context.fireErrorCaught(error) }
    }
}

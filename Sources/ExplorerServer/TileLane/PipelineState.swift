import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// How many requests of a connection were handed on and not answered yet, and who observes their responses.
///
/// Unchecked, because the compiler cannot see that the handlers touch it on the connection's event loop only.
final class PipelineState: @unchecked Sendable {
    var openCount = 0
    weak var observer: (any ResponseObserver)?
}

/// Follows the responses of a connection, on its event loop.
protocol ResponseObserver: AnyObject {
    /// A part of a response is being written.
    func responsePartWritten()
    /// A response was written to its end.
    func responseEnded()
    /// The bytes that were handed on could not be read.
    ///
    /// - Returns: Whether the observer handles it.
    func requestFailed() -> Bool
}

/// Behind the HTTP codec: notices when a response is complete, and what the codec could not read.
final class ResponseTracker: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let pipelineState: PipelineState

    init(pipelineState: PipelineState) {
        self.pipelineState = pipelineState
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
        if isEnd { pipelineState.openCount -= 1 } else { pipelineState.observer?.responsePartWritten() }
        context.write(data, promise: promise)
        // After its last bytes, since the observer writes by a shorter way.
        if isEnd { pipelineState.observer?.responseEnded() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if pipelineState.observer?.requestFailed() != true { context.fireErrorCaught(error) }
    }
}

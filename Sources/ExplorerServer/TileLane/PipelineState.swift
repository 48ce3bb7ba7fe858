import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// What the handlers of a connection tell each other of its requests.
///
/// Unchecked, because the compiler cannot see that the handlers touch it on the connection's event loop only.
final class PipelineState: @unchecked Sendable {
    /// How many requests were handed on and not answered yet.
    var openCount = 0
    /// Whether the response that is being written is a stream of events, which has no end of its own.
    var isEventStream = false
    /// When something was last asked or answered.
    var lastActivity = NIODeadline.now()
    weak var observer: (any ResponseObserver)?

    /// Whether all that was handed on is answered, and the next byte begins a request that may be answered.
    var isFree: Bool { openCount == 0 && observer?.isBetweenRequests ?? true }
}

/// Follows the responses of a connection, on its event loop.
protocol ResponseObserver: AnyObject {
    /// Whether what was handed on ends with a whole request, and the connection goes on.
    var isBetweenRequests: Bool { get }
    /// A part of a response is being written.
    func responsePartWritten()
    /// A response was written to its end.
    func responseEnded()
    /// The last answer of the connection was written by somebody else.
    ///
    /// - Parameter sent: Completes when the system has taken it.
    func lastAnswerWritten(_ sent: EventLoopFuture<Void>)
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
        let part = unwrapOutboundIn(data)
        let isEnd = if case .end = part { true } else { false }
        if case .head(let head) = part {
            pipelineState.isEventStream = head.headerFields[.contentType] == "text/event-stream"
        }
        if isEnd { pipelineState.openCount -= 1 } else { pipelineState.observer?.responsePartWritten() }
        context.write(data, promise: promise)
        // After its last bytes, since the observer writes by a shorter way.
        if isEnd { pipelineState.observer?.responseEnded() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if pipelineState.observer?.requestFailed() != true { context.fireErrorCaught(error) }
    }
}

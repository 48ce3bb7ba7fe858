import NIOCore
import NIOHTTP1

/// The state of a connection's requests that its handlers share.
///
/// Unchecked, because the compiler cannot see that the handlers access it only on the connection's event loop.
final class PipelineState: @unchecked Sendable {
    /// The requests passed on that have no complete response yet, in order.
    private(set) var open = CircularBuffer<Persistence>()
    /// Whether the current response is an event stream, which has no end.
    var isEventStream = false
    /// Whether the connection closes after the current response, although the request did not ask for that.
    var isLastResponse = false
    /// The time of the last request or response activity.
    var lastActivity = NIODeadline.now()
    /// The limits of the connection, to which responses are reported.
    weak var observer: RequestGuard?

    /// The number of open requests.
    var openCount: Int { open.count }

    /// Records a request that is passed on.
    func begin(_ persistence: Persistence) { open.append(persistence) }

    /// Records that the first of the open requests has its response.
    func end() { _ = open.popFirst() }

    /// Records that the last of the open requests will get no response from the handlers behind.
    func removeLast() { _ = open.popLast() }

    /// Whether everything passed on has been responded to, and the next byte begins a request that may be served.
    var isFree: Bool { openCount == 0 && observer?.isBetweenRequests ?? true }
}

/// A handler behind the HTTP codec. It notices when a response is complete and when the codec cannot parse the input,
/// and sets the Connection field of each response.
final class ResponseTracker: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let pipelineState: PipelineState

    init(pipelineState: PipelineState) {
        self.pipelineState = pipelineState
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var part = unwrapOutboundIn(data)
        switch part {
        case .head(var head):
            pipelineState.isEventStream = head.headers.first(name: "content-type") == "text/event-stream"
            if let persistence = pipelineState.open.first, head.status.code >= 200 {
                pipelineState.isLastResponse = Self.state(persistence, in: &head)
                part = .head(head)
            }
            pipelineState.observer?.responsePartWritten()
        case .body: pipelineState.observer?.responsePartWritten()
        case .end: pipelineState.end()
        }
        context.write(wrapOutboundOut(part), promise: promise)
        // After the last bytes, because the observer bypasses the write queue.
        if case .end = part { pipelineState.observer?.responseEnded() }
    }

    /// Sets the Connection field of a response.
    ///
    /// HTTP/1.0 has no chunked coding, so a body of unknown length ends with the connection:
    /// <https://www.rfc-editor.org/rfc/rfc9112#section-6.3>
    ///
    /// - Returns: Whether the connection must close to end such a body.
    private static func state(_ persistence: Persistence, in head: inout HTTPResponseHead) -> Bool {
        let hasEnd = head.headers.contains(name: "content-length") || [204, 304].contains(head.status.code)
        let endsBody = persistence.isOld && !hasEnd
        if endsBody { head.version = .http1_0 }
        let option = persistence.isLast || endsBody ? "close" : persistence.isOld ? "keep-alive" : nil
        if let option { head.headers.replaceOrAdd(name: "connection", value: option) }
        return endsBody && !persistence.isLast
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if pipelineState.observer?.requestFailed() != true { context.fireErrorCaught(error) }
    }
}

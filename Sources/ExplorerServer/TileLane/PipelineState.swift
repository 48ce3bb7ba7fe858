import NIOCore
import NIOHTTP1

/// What the handlers of a connection tell each other of its requests.
///
/// Unchecked, because the compiler cannot see that the handlers touch it on the connection's event loop only.
final class PipelineState: @unchecked Sendable {
    /// The requests that were handed on and not answered yet, in their order.
    private(set) var open = CircularBuffer<Persistence>()
    /// Whether the response that is being written is a stream of events, which has no end of its own.
    var isEventStream = false
    /// Whether the response that is being written is the last one, though the request did not say so.
    var isLastResponse = false
    /// When something was last asked or answered.
    var lastActivity = NIODeadline.now()
    weak var observer: (any ResponseObserver)?

    /// How many they are.
    var openCount: Int { open.count }

    /// Takes note of a request that is handed on.
    func begin(_ persistence: Persistence) { open.append(persistence) }

    /// Takes note that the first of the open requests is answered.
    func end() { _ = open.popFirst() }

    /// Takes note that the last of the open requests will have no answer from behind.
    func takeBack() { _ = open.popLast() }

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
    /// The bytes that were handed on could not be read.
    ///
    /// - Returns: Whether the observer handles it.
    func requestFailed() -> Bool
}

/// Behind the HTTP codec: notices when a response is complete, and what the codec could not read, and has each response say
/// what becomes of the connection.
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
        // After its last bytes, since the observer writes by a shorter way.
        if case .end = part { pipelineState.observer?.responseEnded() }
    }

    /// Has a response say what becomes of the connection.
    ///
    /// HTTP/1.0 knows no chunks, so a body of unknown length ends with the connection:
    /// <https://www.rfc-editor.org/rfc/rfc9112#section-6.3>
    ///
    /// - Returns: Whether the connection ends for the sake of such a body.
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

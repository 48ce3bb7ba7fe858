import HTTPTypes
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// Enforces `ServerLimits` on the requests of a connection, between the tile lane and the HTTP codec. Passes on
/// complete heads within the limits, one request after another, and refuses others in order with a problem document.
///
/// One timer per connection detects slow heads, slow responses and slow readers. It runs only while there is something
/// to wait for.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = ByteBuffer

    enum Phase {
        case open
        /// No further requests are accepted. The refusal is sent after the responses to the earlier ones, and is the
        /// last.
        case refusing(Problem)
        /// The last response is being sent. Further input is discarded, so that the system does not reset the
        /// connection before the client has read the response (RFC 9112, section 9.6).
        case closing(end: NIODeadline)
    }

    /// How long, and for how many bytes, a refused client may keep sending.
    static let lingerTime = TimeAmount.seconds(2)
    private static let lingerByteCount = 1 << 20

    let limits: ServerLimits
    let pipelineState: PipelineState
    let task: ConnectionTask
    let metrics: Metrics
    private let admission: ConnectionCount.Admission

    var context: ChannelHandlerContext?
    var phase = Phase.open
    /// When the client stopped sending. Most have disconnected by then, but some wait for their responses.
    var endOfInput: NIODeadline?
    /// The number of requests passed on that have no complete response yet.
    var openCount: Int { pipelineState.openCount }
    /// The start of the arrival of an incomplete request.
    var arrivalStart: NIODeadline?
    /// Since when the first open request has been waiting for the next part of its response.
    var workStart = NIODeadline.uptimeNanoseconds(0)
    /// Whether a part of that response was written.
    var hasBegunResponse = false
    /// When the client last accepted enough of the output, and the number of bytes left then.
    var sending: (since: NIODeadline, byteCount: Int)?
    var timer: Scheduled<Void>?
    var idleTimer: Scheduled<Void>?

    private var input = ByteBuffer()
    private var scanner: HeadScanner
    private var bodyByteCountLeft = 0
    /// Whether the body exceeds the ordinary limit, so that it may take its time as long as it keeps arriving; and how
    /// much of it has arrived since ``arrivalStart``.
    private var (isLongBody, arrivedByteCount) = (false, 0)
    /// Whether a request was passed on after which the connection closes, and whether the HTTP server behind knows
    /// that.
    private var (hasLast, isServerToEnd) = (false, false)
    private var isPassingOn = false
    private var hasPassedOn = false
    private var isReadHeld = false
    private var thrownAwayByteCount = 0

    init(
        limits: ServerLimits, admission: ConnectionCount.Admission, pipelineState: PipelineState, task: ConnectionTask,
        metrics: Metrics
    ) {
        self.limits = limits
        self.admission = admission
        self.pipelineState = pipelineState
        self.task = task
        self.metrics = metrics
        scanner = HeadScanner(limits: limits)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        pipelineState.observer = self
        if context.channel.isActive { admit(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        idleTimer?.cancel()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        admit(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        idleTimer?.cancel()
        task.cancel()
        context.fireChannelInactive()
    }

    private func admit(_ context: ChannelHandlerContext) {
        switch admission {
        case .admitted: startIdleTimer(context)
        case .refused(let problem): refuse(problem, context)
        case .dropped:
            metrics.refusals[.connections].add()
            context.close(promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard case .open = phase else {
            thrownAwayByteCount += bytes.readableBytes
            if thrownAwayByteCount > Self.lingerByteCount { context.close(promise: nil) }
            return
        }
        if input.readableBytes == 0 { input = bytes } else { input.writeBuffer(&bytes) }
        // When the client disconnects, the system delivers all its data at once, regardless of backpressure.
        guard input.readableBytes <= Self.lingerByteCount else { return context.close(promise: nil) }
        takeRequests(context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if hasPassedOn {
            hasPassedOn = false
            context.fireChannelReadComplete()
        }
        if case .closing = phase { context.read() }
    }

    /// Passes on the requests that are complete and whose turn has come.
    private func takeRequests(_ context: ChannelHandlerContext) {
        // An empty buffer is released rather than kept.
        defer { if input.readableBytes == 0 { input = ByteBuffer() } }
        while case .open = phase, input.readableBytes > 0, self.context != nil {
            if bodyByteCountLeft > 0 {
                let count = min(bodyByteCountLeft, input.readableBytes)
                bodyByteCountLeft -= count
                noteArrival(count)
                if bodyByteCountLeft == 0 { arrivalStart = nil }
                passOn(count, context)
                continue
            }
            // Input after the last request gets no response.
            if hasLast { return input = ByteBuffer() }
            guard openCount < max(1, limits.pipelinedCount) else { return }
            switch input.withUnsafeReadableBytes({ scanner.read($0) }) {
            case .incomplete:
                if arrivalStart == nil { arrivalStart = .now() }
                startTimer(context)
                return
            case .complete(let head):
                // The decoder would stop reading after an upgrade, which this server does not support. RFC 9110,
                // section 7.8, permits ignoring the field.
                for place in head.upgrades { _ = input.setStaticString("Ignored", at: input.readerIndex + place) }
                scanner = HeadScanner(limits: limits)
                bodyByteCountLeft = head.bodyByteCount
                (isLongBody, arrivedByteCount) = (head.bodyByteCount > limits.bodyByteCount, 0)
                arrivalStart = head.bodyByteCount > 0 ? arrivalStart ?? .now() : nil
                (hasLast, isServerToEnd) = (head.persistence.isLast, head.isLastToServer)
                if openCount == 0 { workStart = .now() }
                pipelineState.begin(head.persistence)
                startTimer(context)
                passOn(head.byteCount, context)
            case .refused(let problem): refuse(problem, context)
            }
        }
    }

    /// Resets the timeout of an upload whenever enough has arrived: at the minimum rate that readers must keep, too.
    private func noteArrival(_ count: Int) {
        // No response can be made before the whole body has arrived.
        workStart = .now()
        arrivedByteCount += count
        guard isLongBody, arrivedByteCount >= Self.leastByteCount else { return }
        (arrivalStart, arrivedByteCount) = (workStart, 0)
    }

    private func passOn(_ count: Int, _ context: ChannelHandlerContext) {
        guard let bytes = input.readSlice(length: count) else { return }
        hasPassedOn = true
        isPassingOn = true
        context.fireChannelRead(wrapInboundOut(bytes))
        isPassingOn = false
    }

    /// Reading pauses while enough requests are waiting for a response.
    func read(context: ChannelHandlerContext) {
        if case .open = phase, input.readableBytes > 0, openCount >= limits.pipelinedCount {
            isReadHeld = true
        } else {
            context.read()
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .closing = phase {
            promise?.fail(ChannelError.outputClosed)
        } else {
            context.write(data, promise: promise)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        workStart = .now()
        if context.channel.isWritable {
            sending = nil
        } else {
            sending = (.now(), bytesToSend(context))
            startTimer(context)
        }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent {
            if case .closing = phase, bytesToSend(context) == 0 { return context.close(promise: nil) }
            endOfInput = .now()
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// After the last response, the client gets no more time to close than after a refusal.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if case .output = mode {
            if case .closing = phase {} else { phase = .closing(end: .now() + Self.lingerTime) }
            startTimer(context)
        }
        context.close(mode: mode, promise: promise)
    }

    /// Returns the number of bytes that the system has not accepted yet.
    func bytesToSend(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    // MARK: Refusals

    /// Accepts no further requests, and responds to this one with the problem once its turn has come.
    func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        guard case .open = phase else { return }
        if let refusal = problem.refusal { metrics.refusals[refusal].add() }
        input = ByteBuffer()
        arrivalStart = nil
        phase = .refusing(problem)
        if openCount == 0 { sendLast(problem, context) }
    }

    /// Sends the last response of the connection, and waits for the client to close it.
    func sendLast(_ problem: Problem, _ context: ChannelHandlerContext) {
        end(context.writeAndFlush(wrapOutboundOut(problem.lastResponse())), context)
    }

    /// Accepts no more input, and closes the connection once the output is sent.
    private func end(_ sent: EventLoopFuture<Void>, _ context: ChannelHandlerContext) {
        phase = .closing(end: .now() + Self.lingerTime)
        input = ByteBuffer()
        arrivalStart = nil
        let channel = context.channel
        sent.whenComplete { _ in channel.close(mode: .output, promise: nil) }
        startTimer(context)
        context.read()
    }
}

/// What ``ResponseTracker`` reports.
extension RequestGuard {
    /// Whether the input passed on ends with a complete request, and the connection stays open.
    var isBetweenRequests: Bool {
        guard case .open = phase else { return false }
        return input.readableBytes == 0 && bodyByteCountLeft == 0 && !hasLast
    }

    /// Called when a part of a response is being written.
    func responsePartWritten() {
        hasBegunResponse = true
        workStart = .now()
    }

    /// Called when a response has been written completely.
    func responseEnded() {
        hasBegunResponse = false
        workStart = .now()
        pipelineState.lastActivity = workStart
        guard let context else { return }
        if case .refusing(let problem) = phase, openCount == 0 { return sendLast(problem, context) }
        let isLast = hasLast && !isServerToEnd && openCount == 0 && bodyByteCountLeft == 0
        if isLast || pipelineState.isLastResponse, case .open = phase {
            return end(context.writeAndFlush(wrapOutboundOut(ByteBuffer())), context)
        }
        if input.readableBytes > 0 {
            takeRequests(context)
            channelReadComplete(context: context)
        }
        if isReadHeld {
            isReadHeld = false
            context.read()
        }
    }

    /// Called when the codec cannot parse the input.
    ///
    /// - Returns: Whether this handles the failure.
    func requestFailed() -> Bool {
        guard isPassingOn, let context else { return false }
        // The handlers behind will not respond to it.
        pipelineState.removeLast()
        bodyByteCountLeft = 0
        refuse(Problem(.badRequest, "the request is not HTTP/1.1", refusal: .malformed), context)
        return true
    }
}

extension Problem {
    /// Returns the problem document as the last response of a connection, in wire format.
    func lastResponse() -> ByteBuffer {
        let body = document
        var fields = fields
        SecurityHeaders.addCommon(to: &fields)
        fields[.connection] = "close"
        fields[.contentLength] = "\(body.count)"
        fields[.date] = String(decoding: HTTPDate(second: Int64(time(nil))).bytes, as: UTF8.self)
        var bytes = ByteBuffer()
        bytes.writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
        for field in fields { bytes.writeString("\(field.name.rawName): \(field.value)\r\n") }
        bytes.writeStaticString("\r\n")
        bytes.writeBytes(body)
        return bytes
    }
}

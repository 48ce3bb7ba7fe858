import HTTPTypes
import NIOCore

// Between the lane and the HTTP codec, `RequestGuard` passes on complete heads within `ServerLimits`, and answers the
// others in turn with a problem document. One timer per connection detects slow heads, slow responses and slow readers.

#if canImport(Glibc)
    import Glibc
#endif

/// The bounds of what is asked on a connection, between the tile lane and the HTTP codec: hands on whole heads that are
/// within them, one request after the other, and answers what is not itself, in turn and with a problem document.
///
/// Whatever is slow is found by one timer of the connection, which runs only while there is something to wait for.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = ByteBuffer

    enum Phase {
        case open
        /// No further request is taken; once those that were are answered, this is the last answer.
        case refusing(Problem)
        /// The last answer is on its way. What still comes is thrown away, so that the system does not reset the
        /// connection before the reader has read it (RFC 9112, section 9.6).
        case closing(end: NIODeadline)
    }

    /// How long, and for how many bytes, a refused reader may go on sending.
    static let lingerTime = TimeAmount.seconds(2)
    private static let lingerByteCount = 1 << 20

    let limits: ServerLimits
    let pipelineState: PipelineState
    let task: ConnectionTask
    let metrics: Metrics
    private let admission: ConnectionCount.Admission

    var context: ChannelHandlerContext?
    var phase = Phase.open
    /// Since when the reader sends no more: most of them have hung up then, and some wait for their answers.
    var endOfInput: NIODeadline?
    /// Requests that were handed on and not answered.
    var openCount: Int { pipelineState.openCount }
    /// Since when the request arrives whose end has not come yet.
    var arrivalStart: NIODeadline?
    /// Since when the first of the open requests waits for the next part of its answer.
    var workStart = NIODeadline.uptimeNanoseconds(0)
    /// Whether a part of its answer was written.
    var hasBegunAnswer = false
    /// When the reader last took enough of what is to be sent, and how many bytes were left then.
    var sending: (since: NIODeadline, byteCount: Int)?
    var timer: Scheduled<Void>?
    var idleTimer: Scheduled<Void>?

    private var input = ByteBuffer()
    private var scanner: HeadScanner
    private var bodyByteCountLeft = 0
    /// Whether the body is longer than most, so that it may take its time as long as it goes on arriving; and how much of it
    /// has arrived since ``arrivalStart``.
    private var (isLongBody, arrivedByteCount) = (false, 0)
    /// Whether a request was handed on with which the connection is to end, and whether the server behind knows that.
    private var (hasLast, isServerToEnd) = (false, false)
    private var isHandingOn = false
    private var hasHandedOn = false
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
        // The system gives all that it has when the reader hangs up, however much is still to be answered.
        guard input.readableBytes <= Self.lingerByteCount else { return context.close(promise: nil) }
        takeRequests(context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if hasHandedOn {
            hasHandedOn = false
            context.fireChannelReadComplete()
        }
        if case .closing = phase { context.read() }
    }

    /// Hands on what has arrived, as far as it is complete and its turn has come.
    private func takeRequests(_ context: ChannelHandlerContext) {
        // A reading buffer is not kept for the sake of nothing.
        defer { if input.readableBytes == 0 { input = ByteBuffer() } }
        while case .open = phase, input.readableBytes > 0, self.context != nil {
            if bodyByteCountLeft > 0 {
                let count = min(bodyByteCountLeft, input.readableBytes)
                bodyByteCountLeft -= count
                noteArrival(count)
                if bodyByteCountLeft == 0 { arrivalStart = nil }
                handOn(count, context)
                continue
            }
            // What comes behind the last request has no answer.
            if hasLast { return input = ByteBuffer() }
            guard openCount < max(1, limits.pipelinedCount) else { return }
            switch input.withUnsafeReadableBytes({ scanner.read($0) }) {
            case .incomplete:
                if arrivalStart == nil { arrivalStart = .now() }
                startTimer(context)
                return
            case .complete(let head):
                // The decoder would read nothing more after an upgrade, which is not made here; RFC 9110, section 7.8, lets
                // the field be passed over.
                for place in head.upgrades { _ = input.setStaticString("Ignored", at: input.readerIndex + place) }
                scanner = HeadScanner(limits: limits)
                bodyByteCountLeft = head.bodyByteCount
                (isLongBody, arrivedByteCount) = (head.bodyByteCount > limits.bodyByteCount, 0)
                arrivalStart = head.bodyByteCount > 0 ? arrivalStart ?? .now() : nil
                (hasLast, isServerToEnd) = (head.persistence.isLast, head.isLastToServer)
                if openCount == 0 { workStart = .now() }
                pipelineState.begin(head.persistence)
                startTimer(context)
                handOn(head.byteCount, context)
            case .refused(let problem): refuse(problem, context)
            }
        }
    }

    /// A picture must arrive as fast as an answer must be read.
    private func noteArrival(_ count: Int) {
        // No answer is made before all of it is there.
        workStart = .now()
        arrivedByteCount += count
        guard isLongBody, arrivedByteCount >= Self.leastByteCount else { return }
        (arrivalStart, arrivedByteCount) = (workStart, 0)
    }

    private func handOn(_ count: Int, _ context: ChannelHandlerContext) {
        guard let bytes = input.readSlice(length: count) else { return }
        hasHandedOn = true
        isHandingOn = true
        context.fireChannelRead(wrapInboundOut(bytes))
        isHandingOn = false
    }

    /// Nothing more is read while there is enough to answer.
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

    /// After the last answer, the reader's end is not waited for longer than after a refusal.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if case .output = mode {
            if case .closing = phase {} else { phase = .closing(end: .now() + Self.lingerTime) }
            startTimer(context)
        }
        context.close(mode: mode, promise: promise)
    }

    /// How many bytes the system has not taken yet.
    func bytesToSend(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    // MARK: Refusals

    /// Takes no further request, and answers this one with the problem once its turn has come.
    func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        guard case .open = phase else { return }
        if let refusal = problem.refusal { metrics.refusals[refusal].add() }
        input = ByteBuffer()
        arrivalStart = nil
        phase = .refusing(problem)
        if openCount == 0 { sendLast(problem, context) }
    }

    /// Sends the last answer of the connection, and waits for the reader to close it.
    func sendLast(_ problem: Problem, _ context: ChannelHandlerContext) {
        end(context.writeAndFlush(wrapOutboundOut(problem.lastAnswer())), context)
    }

    /// Takes nothing more, and ends the connection after what is being sent.
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

extension RequestGuard: ResponseObserver {
    var isBetweenRequests: Bool {
        guard case .open = phase else { return false }
        return input.readableBytes == 0 && bodyByteCountLeft == 0 && !hasLast
    }

    func responsePartWritten() {
        hasBegunAnswer = true
        workStart = .now()
    }

    func responseEnded() {
        hasBegunAnswer = false
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

    func requestFailed() -> Bool {
        guard isHandingOn, let context else { return false }
        // No answer will come to it from behind.
        pipelineState.takeBack()
        bodyByteCountLeft = 0
        refuse(Problem(status: .badRequest, detail: "the request is not HTTP/1.1", refusal: .malformed), context)
        return true
    }
}

extension Problem {
    /// The problem document as the last answer of a connection, as it goes over the wire.
    func lastAnswer() -> ByteBuffer {
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

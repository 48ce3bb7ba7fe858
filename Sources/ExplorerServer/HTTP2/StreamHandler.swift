import HTTPTypes
import NIOCore
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP2

/// The first handler of an HTTP/2 stream behind the decoder: the tile lane, and the limits that ``RequestGuard``
/// enforces for HTTP/1.1.
///
/// The frame decoder limits the number of simultaneous streams, the rate of resets, and the size of compressed headers.
final class StreamHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum Phase {
        case head
        /// The head has arrived, and there may be no body.
        case end(HTTPRequest)
        /// The lane is responding; nothing is passed on.
        case responded
        case passedOn
    }

    /// The number of bytes of a response that a client has ``ServerLimits/sendTime`` to read.
    private static let pieceByteCount = 16_384

    private let lane: StreamLane?
    private let limits: ServerLimits
    private let metrics: Metrics
    /// Called when a request is passed on; adds the handlers that respond to it.
    private let addRoutes: (any Channel) throws -> Void
    private var phase = Phase.head
    private var isHead = false
    private var bodyByteCount = 0
    private var bodyByteLimit = 0
    private var hasArrived = false
    private var hasBegunResponse = false
    private var hasEndedResponse = false
    /// The number of pieces of the response that the system has not accepted yet.
    private var unsentCount = 0
    /// The start of the request's arrival; for an upload, the last time enough of it had arrived, and the bytes since
    /// then.
    private var arrivalStart = NIODeadline.now()
    private var arrivedByteCount = 0
    /// Since when the next part of the response, or the client, has been waited for.
    private var waitStart = NIODeadline.now()
    private var timer: Scheduled<Void>?

    init(
        lane: StreamLane?, limits: ServerLimits, metrics: Metrics, addRoutes: @escaping (any Channel) throws -> Void
    ) {
        (self.lane, self.limits, self.metrics, self.addRoutes) = (lane, limits, metrics, addRoutes)
    }

    func handlerAdded(context: ChannelHandlerContext) { startTimer(context) }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .end = part {
            hasArrived = true
            waitStart = .now()
        }
        switch (phase, part) {
        case (.head, .head(let head)):
            isHead = head.method == .head
            bodyByteLimit = limits.bodyByteCount(ofTarget: head.path)
            if let problem = problem(of: head) { return refuse(problem, context) }
            phase = .end(head)
        case (.end(let head), .end): response(head, isSecondTime: false, context)
        case (.end(let head), let part):
            passOn(head, context)
            take(part, context)
        case (.passedOn, let part): take(part, context)
        case (.responded, _), (.head, _): break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard case .head = phase else { return context.fireErrorCaught(error) }
        // The decoder of requests rejects some that the decoder of frames accepts.
        refuse(Problem(.badRequest, "the request is not HTTP", refusal: .malformed), context)
    }

    private func take(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        if case .body(let bytes) = part {
            bodyByteCount += bytes.readableBytes
            guard bodyByteCount <= bodyByteLimit else {
                return giveUp(.largeBody(bodyByteCount, limit: bodyByteLimit), context)
            }
            arrivedByteCount += bytes.readableBytes
            if bodyByteCount > limits.bodyByteCount, arrivedByteCount >= RequestGuard.leastByteCount {
                (arrivalStart, arrivedByteCount) = (.now(), 0)
            }
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    private func passOn(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        phase = .passedOn
        do {
            try addRoutes(context.channel)
        } catch {
            return context.close(promise: nil)
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    // MARK: The lane

    private func response(_ head: HTTPRequest, isSecondTime: Bool, _ context: ChannelHandlerContext) {
        let loop = context.eventLoop
        switch lane?.response(to: head, isSecondTime: isSecondTime, on: loop) {
        case .ready(let response): send(response, to: head, context)
        case .coming(let response):
            phase = .responded
            let this = NIOLoopBound((self, context), eventLoop: loop)
            response.hop(to: loop).whenComplete { result in
                let (handler, context) = this.value
                guard context.channel.isActive, !handler.hasBegunResponse else { return }
                switch result {
                case .success(let response?): handler.send(response, to: head, context)
                case .success(nil): handler.response(head, isSecondTime: true, context)
                case .failure: handler.passOnWhole(head, context)
                }
            }
        case nil:
            if lane != nil, head.path.flatMap({ TileTarget($0) }) != nil {
                metrics.lane(on: loop).missed.addUnsynchronized()
            }
            passOnWhole(head, context)
        }
    }

    private func passOnWhole(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        passOn(head, context)
        context.fireChannelRead(wrapInboundOut(.end(nil)))
        context.fireChannelReadComplete()
    }

    private func send(_ response: LaneResponse, to request: HTTPRequest, _ context: ChannelHandlerContext) {
        guard let (headers, body) = response.frames, let codec = Self.codec(context) else {
            return passOnWhole(request, context)
        }
        phase = .responded
        (hasBegunResponse, hasEndedResponse) = (true, true)
        let byteCount = response.bytes.readableBytes
        _ = metrics.lane(on: context.eventLoop).count(response.source, byteCount: byteCount)
        lane?.note(response, to: request, peer: context.channel.remoteAddress)
        // In front of the codec, which would end the stream with an empty frame.
        let isEmpty = body.readableBytes == 0
        let head = HTTP2Frame.FramePayload.headers(.init(headers: headers, endStream: isEmpty))
        codec.write(NIOAny(head), promise: isEmpty ? unsentPiece(nil, context) : nil)
        var rest = body
        while rest.readableBytes > 0, let piece = rest.readSlice(length: min(rest.readableBytes, Self.pieceByteCount)) {
            let data = HTTP2Frame.FramePayload.Data(data: .byteBuffer(piece), endStream: rest.readableBytes == 0)
            codec.write(NIOAny(HTTP2Frame.FramePayload.data(data)), promise: unsentPiece(nil, context))
        }
        codec.flush()
    }

    /// Returns the context of the codec behind this handler, which frames can be written to directly; nil once the
    /// stream has ended.
    private static func codec(_ context: ChannelHandlerContext) -> ChannelHandlerContext? {
        try? context.pipeline.syncOperations.context(handlerType: HTTP2FramePayloadToHTTPServerCodec.self)
    }

    /// Writes bytes in pieces, so that the completion of each shows that the client is still reading.
    private func writeBody(_ bytes: ByteBuffer, promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        var bytes = bytes
        while bytes.readableBytes > Self.pieceByteCount, let piece = bytes.readSlice(length: Self.pieceByteCount) {
            context.write(wrapOutboundOut(.body(piece)), promise: unsentPiece(nil, context))
        }
        guard bytes.readableBytes > 0 || promise != nil else { return }
        context.write(wrapOutboundOut(.body(bytes)), promise: unsentPiece(promise, context))
    }

    /// Returns a promise that completes when the system has accepted its piece.
    private func unsentPiece(
        _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) -> EventLoopPromise<Void> {
        if unsentCount == 0 { waitStart = .now() }
        unsentCount += 1
        let promise = promise ?? context.eventLoop.makePromise()
        promise.futureResult.assumeIsolated().whenComplete { [weak self] _ in
            self?.unsentCount -= 1
            self?.waitStart = .now()
        }
        return promise
    }

    // MARK: Limits

    private func problem(of head: HTTPRequest) -> Problem? {
        guard head.method != .connect else { return .connect }
        let targetByteCount = head.path?.utf8.count ?? 0
        guard targetByteCount <= limits.targetByteCount else {
            return .longTarget(targetByteCount, limit: limits.targetByteCount)
        }
        let byteCount = head.headerFields.reduce(0) { $0 + $1.name.canonicalName.utf8.count + $1.value.utf8.count + 4 }
        guard head.headerFields.count <= limits.headerCount, byteCount <= limits.headerByteCount else {
            return .largeHeader(lineLimit: limits.headerCount, byteLimit: limits.headerByteCount)
        }
        guard let length = head.headerFields[.contentLength].flatMap({ Int($0) }), length > bodyByteLimit else {
            return nil
        }
        return .largeBody(length, limit: bodyByteLimit)
    }

    /// Responds with the problem, and accepts no more input.
    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        phase = .responded
        (hasBegunResponse, hasEndedResponse) = (true, true)
        if let refusal = problem.refusal { metrics.refusals[refusal].add() }
        let body = problem.document
        var fields = problem.fields
        SecurityHeaders.addCommon(to: &fields)
        fields[.contentLength] = "\(body.count)"
        context.write(wrapOutboundOut(.head(HTTPResponse(status: problem.status, headerFields: fields))), promise: nil)
        if !isHead { writeBody(ByteBuffer(bytes: body), promise: nil, context) }
        let end = unsentPiece(nil, context)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: end)
        let this = NIOLoopBound(context, eventLoop: context.eventLoop)
        end.futureResult.whenComplete { _ in
            let context = this.value
            // RFC 9113, section 8.1: the response is complete, and the rest of the request is not needed.
            Self.codec(context)?.writeAndFlush(NIOAny(HTTP2Frame.FramePayload.rstStream(.noError)), promise: nil)
            context.close(promise: nil)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .responded = phase {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            hasBegunResponse = true
            // RFC 9113, section 8.2.2: HTTP/2 has no connection-specific fields.
            head.headerFields[.connection] = nil
            // RFC 9110, section 8.6: there is no content, whose length this would be.
            if [.noContent, .notModified].contains(head.status) { head.headerFields[.contentLength] = nil }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(let bytes):
            metrics.sentBytes.add(UInt64(bytes.readableBytes))
            writeBody(bytes, promise: promise, context)
        case .end:
            hasEndedResponse = true
            context.write(data, promise: unsentPiece(promise, context))
        }
    }

    /// Checks once a second that the request arrives, its response is made, and it is read, all in time.
    private func startTimer(_ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { [weak self] in
            guard let self, context.channel.isActive else { return }
            let now = NIODeadline.now()
            if unsentCount > 0 {
                if now - waitStart >= TimeAmount(limits.sendTime) {
                    return giveUp(.slow(after: limits.sendTime), context)
                }
            } else if !hasArrived {
                if now - arrivalStart >= TimeAmount(limits.headTime) {
                    return giveUp(.slow(after: limits.headTime), context)
                }
            } else if !hasEndedResponse, now - waitStart >= TimeAmount(limits.requestTime) {
                return giveUp(.timeout(after: limits.requestTime), context)
            }
            startTimer(context)
        }
    }

    /// Responds with the problem if no response has begun, and resets the stream otherwise.
    private func giveUp(_ problem: Problem, _ context: ChannelHandlerContext) {
        guard hasBegunResponse else {
            startTimer(context)
            return refuse(problem, context)
        }
        if let refusal = problem.refusal { metrics.refusals[refusal].add() }
        context.close(promise: nil)
    }
}

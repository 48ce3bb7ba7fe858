import NIOCore

// The tile lane is the first handler of every connection, behind TLS where there is TLS. It looks at the raw bytes of a
// request with the same `HeadScanner` as the limits behind it. If they are a complete GET or HEAD of a tile, without a
// range, a body or a token, `HotTiles` may have the response as ready bytes, with the current date; or `StoredTiles`
// reads the tile, verifies it and sends it, if its bytes are in the system's page cache (`preadv2` with `RWF_NOWAIT`),
// because an event loop must not wait for a disk. A response becomes hot when it is requested for the second time. If
// the client has the tile already (If-None-Match), the response is 304. Responses go to the socket itself
// (`DirectSocket`) where nothing is queued before them and there is no TLS.
//
// Everything else is passed on untouched and in order. `RequestGuard` frames it and knows whether the next byte begins
// a request: once everything passed on has its response, and no part of a head or body is missing, the lane resumes. So
// the lane, the limits and the decoder agree on what is a request, and nothing can be smuggled between them.
//
// The lane's metadata of an image expires after a second (`Expiration`) and is renewed in the background before that.
// So a replaced document is visible within a second, and no request of an active reader waits for the database. The
// first one after a pause does, on its connection alone, until the image is looked up.
//
// On a replica, a tile that is not on the disk is fetched on the connection's own event loop, and later requests on
// this connection wait for it. Another thread writes it to the file afterwards. If it cannot be fetched, the request is
// passed on to the routes, which report the reason.

/// The tile lane of a connection. When the server stops, the handler closes the connection once all responses, whoever
/// wrote them, are sent.
final class TileLaneHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let hotTiles: HotTiles
    private let storedTiles: StoredTiles?
    private let limits: ServerLimits
    private let pipelineState: PipelineState
    private let state: ServerState
    private let counters: LaneCounters
    private let access: LaneAccess?
    private var hasPassedOnInThisRead = false
    private var isServerEnding = false
    private var waiting: Waiting?
    private let isOnSocket: Bool
    private var socket: DirectSocket?
    /// Whether the channel's queue may hold bytes written earlier.
    private var mayHaveQueued = false

    /// - Parameters:
    ///   - limits: The limits of the handler behind, so that the lane serves nothing that would be refused there.
    ///   - state: While the server is stopping, the routes respond, and announce that connections close.
    ///   - counters: The counters of the connection's event loop.
    ///   - access: The access log for the lane's responses, if any.
    ///   - isOnSocket: Whether there is nothing between the handler and the connection's socket, such as TLS.
    init(
        hotTiles: HotTiles, storedTiles: StoredTiles?, limits: ServerLimits = ServerLimits(),
        pipelineState: PipelineState, state: ServerState = ServerState(), counters: LaneCounters = LaneCounters(),
        access: LaneAccess? = nil, isOnSocket: Bool = false
    ) {
        (self.counters, self.access, self.isOnSocket) = (counters, access, isOnSocket)
        (self.hotTiles, self.storedTiles) = (hotTiles, storedTiles)
        (self.limits, self.pipelineState, self.state) = (limits, pipelineState, state)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if isOnSocket { socket = DirectSocket(of: context.channel) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var input = unwrapInboundIn(data)
        if waiting == nil { take(input, context) } else { waiting?.behind.writeBuffer(&input) }
    }

    /// What the lane does with the first request of the input.
    private enum Step {
        /// Passes it on, with all input after it.
        case passOn
        case response(LaneResponse, to: RequestHead)
        case wait(EventLoopFuture<LaneResponse?>, for: RequestHead)
    }

    /// Serves the requests, up to one whose response must be awaited or that is passed on.
    ///
    /// - Parameter isSecondTime: Whether the first request has already waited for its image to be looked up.
    private func take(_ bytes: ByteBuffer, isSecondTime: Bool = false, _ context: ChannelHandlerContext) {
        var input = bytes
        var (hasWritten, isSecondTime) = (false, isSecondTime)
        let now = HTTPDate.Clock.now()
        pipelineState.lastActivity = now.deadline
        let isFree = pipelineState.isFree && !state.isEnding
        responses: while isFree, input.readableBytes > 0, context.channel.isWritable {
            let step = input.withUnsafeReadableBytes {
                next($0, isSecondTime: isSecondTime, now: now, on: context.eventLoop)
            }
            isSecondTime = false
            switch step {
            case .passOn: break responses
            case .response(let response, let head):
                input.moveReaderIndex(forwardBy: head.byteCount)
                hasWritten = input.readableBytes > 0
                if hasWritten {
                    mayHaveQueued = true
                    context.write(wrapOutboundOut(response.bytes), promise: nil)
                } else {
                    send(response.bytes, context)
                }
            case .wait(let response, let head):
                if hasWritten { context.flush() }
                guard let request = input.readSlice(length: head.byteCount) else { return }
                return wait(for: response, Waiting(request: request, head: head, behind: input), context)
            }
        }
        if hasWritten { context.flush() }
        if input.readableBytes > 0 { passOn(input, context) }
    }

    /// Sends the bytes, after any that are still queued.
    private func send(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        var bytes = bytes
        if let socket, isQueueEmpty(context) { bytes.moveReaderIndex(forwardBy: socket.send(bytes)) }
        guard bytes.readableBytes > 0 else { return }
        mayHaveQueued = true
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
    }

    private func isQueueEmpty(_ context: ChannelHandlerContext) -> Bool {
        guard mayHaveQueued else { return true }
        mayHaveQueued = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) != 0
        return !mayHaveQueued
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        mayHaveQueued = true
        context.write(data, promise: promise)
    }

    private func passOn(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        hasPassedOnInThisRead = true
        context.fireChannelRead(wrapInboundOut(bytes))
    }

    private func next(
        _ bytes: UnsafeRawBufferPointer, isSecondTime: Bool, now: HTTPDate.Clock, on loop: any EventLoop
    ) -> Step {
        var scanner = HeadScanner(limits: limits)
        guard case .complete(let head) = scanner.read(bytes), head.isPlain else { return .passOn }
        let request = TileRequest(head, in: bytes)
        if let response = hotTiles.response(to: request, now: now) {
            count(response, to: request, since: now)
            return .response(response, to: head)
        }
        switch storedTiles?.response(to: request, isSecondTime: isSecondTime, now: now, on: loop) {
        case .ready(let response):
            count(response, to: request, since: now)
            return .response(response, to: head)
        case .coming(let response): return .wait(response, for: head)
        case nil:
            // Only requests for tiles count as misses.
            if TileTarget(request.target) != nil { counters.missed.addUnsynchronized() }
            return .passOn
        }
    }

    // MARK: Awaited responses

    /// A request whose response is pending, and the input after it, which is not parsed until then: responses are sent
    /// in the order of their requests.
    private struct Waiting {
        let request: ByteBuffer
        let head: RequestHead
        var behind: ByteBuffer
        let start = HTTPDate.Clock.now()
        /// Whether a handler behind has called `read` in the meantime.
        var isReadHeld = false
        /// Whether the client has closed its side. Handlers behind would take that for the end of the request.
        var isInputClosed = false
        /// The calls to `close` to perform once the response is sent.
        var closing: [(mode: CloseMode, promise: EventLoopPromise<Void>?)] = []
    }

    private func wait(
        for response: EventLoopFuture<LaneResponse?>, _ waiting: Waiting, _ context: ChannelHandlerContext
    ) {
        self.waiting = waiting
        let this = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let arrival = context.eventLoop.makePromise(of: LaneResponse?.self)
        let timer = context.eventLoop.scheduleTask(in: TimeAmount(limits.requestTime)) {
            arrival.fail(LateResponse())
        }
        response.hop(to: context.eventLoop).cascade(to: arrival)
        arrival.futureResult.whenComplete { result in
            timer.cancel()
            let (lane, context) = this.value
            lane.arrived(result, context)
        }
    }

    private func arrived(_ result: Result<LaneResponse?, any Error>, _ context: ChannelHandlerContext) {
        guard let waiting, context.channel.isActive else {
            self.waiting = nil
            return
        }
        self.waiting = nil
        switch result {
        case .success(let response?):
            waiting.request.withUnsafeReadableBytes {
                count(response, to: TileRequest(waiting.head, in: $0), since: waiting.start)
            }
            mayHaveQueued = true
            context.writeAndFlush(wrapOutboundOut(response.bytes), promise: nil)
            if waiting.behind.readableBytes > 0 { take(waiting.behind, context) }
        case .success(nil):
            var input = waiting.request
            input.writeImmutableBuffer(waiting.behind)
            take(input, isSecondTime: true, context)
        case .failure:
            // The routes try again, or report the reason.
            counters.missed.addUnsynchronized()
            passOn(waiting.request, context)
            if waiting.behind.readableBytes > 0 { passOn(waiting.behind, context) }
        }
        if self.waiting == nil {
            channelReadComplete(context: context)
            if waiting.isInputClosed { context.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
            if waiting.isReadHeld { read(context: context) }
            for closing in waiting.closing { close(context: context, mode: closing.mode, promise: closing.promise) }
        } else {
            self.waiting?.isReadHeld = waiting.isReadHeld
            self.waiting?.isInputClosed = waiting.isInputClosed
            self.waiting?.closing = waiting.closing
        }
    }

    /// Reading pauses while a response is pending.
    func read(context: ChannelHandlerContext) {
        if waiting == nil { context.read() } else { waiting?.isReadHeld = true }
    }

    func channelInactive(context: ChannelHandlerContext) {
        let closing = waiting?.closing ?? []
        waiting = nil
        for closing in closing { closing.promise?.succeed() }
        context.fireChannelInactive()
    }

    private func count(_ response: LaneResponse, to request: TileRequest, since start: HTTPDate.Clock) {
        if let access { access.log.noteTile(request, peer: access.peer, response) }
        guard counters.count(response.source, byteCount: response.bytes.readableBytes) else { return }
        counters.seconds.observeUnsynchronized(UInt64(max(0, (NIODeadline.now() - start.deadline).nanoseconds)))
    }

    /// Reports the end of a read to the handlers behind only if they received bytes from it. Otherwise they have no
    /// reason to delay the next read, so they need not be consulted.
    func channelReadComplete(context: ChannelHandlerContext) {
        guard hasPassedOnInThisRead else { return read(context: context) }
        hasPassedOnInThisRead = false
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { isServerEnding = true }
        if case .inputClosed? = event as? ChannelEvent, waiting != nil {
            waiting?.isInputClosed = true
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    /// Closing a channel discards what the system has not accepted yet. An empty write completes only after everything
    /// written before it, so the channel is closed then.
    ///
    /// If a response is pending, it is sent first.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard waiting == nil else {
            waiting?.closing.append((mode, promise))
            return
        }
        guard isServerEnding, mode == .all else { return context.close(mode: mode, promise: promise) }
        let sent = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: sent)
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        sent.futureResult.whenComplete { _ in context.value.close(mode: mode, promise: promise) }
    }
}

/// The response did not arrive within ``ServerLimits/requestTime``. The routes report that.
private struct LateResponse: Error {}

/// The access log and the peer address of a connection.
struct LaneAccess: Sendable {
    let log: AccessLog
    let peer: String
}

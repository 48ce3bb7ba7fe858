import NIOCore

// The tile lane is the first handler of every connection. It looks at the raw bytes of a request. If they are a complete
// GET without condition, range or body, `HotTiles` may have the response as ready bytes, with the current date; or
// `StoredTiles` reads the tile, verifies it and sends it, if its bytes are in the system's page cache (`preadv2` with
// `RWF_NOWAIT`), because an event loop must not wait for a disk. A response becomes hot when it is requested for the
// second time. Everything else is passed on untouched and in order. Once the lane cannot tell where the next request
// begins, it leaves that connection alone.
//
// What the lane knows of an image expires after a second (`Expiration`) and is renewed in the background before that.
// So a replaced document is visible within a second, and no request waits for the database.
//
// On a replica, a tile that is not on the disk is fetched on the connection's own event loop, and the requests behind it
// on this connection wait for it. Another thread writes it to the file afterwards. If it cannot be fetched, the request
// goes on to the routes, which report the reason.

/// The tile lane: the first handler of a connection, or the first behind TLS. It answers GETs of stored tiles with ready bytes, or with bytes that
/// the system holds in memory, and hands all else on untouched, in order.
///
/// It answers only while it knows where the next request begins and nothing that it handed on is still unanswered.
/// Once it hands on bytes that it does not understand to their end, it answers nothing more on this connection.
///
/// When the server ends, it has the connection closed after what was answered is sent, by whomever.
final class TileLaneHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long the lane keeps a connection to itself before it hands a request on, so that the idle timer behind it
    /// sees that the connection lives.
    private let longestSilence: TimeAmount

    private let hotTiles: HotTiles
    private let storedTiles: StoredTiles?
    private let pipelineState: PipelineState
    private let counters: LaneCounters
    private let access: LaneAccess?
    private var knowsBoundary = true
    private var lastHandedOn = NIODeadline.now()
    private var hasHandedOnThisTime = false
    private var isServerEnding = false
    private var waiting: Waiting?

    /// - Parameters:
    ///   - idleTime: After which silence the idle timer closes the connection.
    ///   - counters: Those of the connection's event loop.
    ///   - access: Where each answer is told of, if anywhere.
    init(
        hotTiles: HotTiles, storedTiles: StoredTiles?, pipelineState: PipelineState,
        idleTime: TimeAmount = .seconds(75),
        counters: LaneCounters = LaneCounters(), access: LaneAccess? = nil
    ) {
        (self.counters, self.access) = (counters, access)
        longestSilence = .nanoseconds(min(TimeAmount.seconds(20).nanoseconds, idleTime.nanoseconds / 3))
        self.hotTiles = hotTiles
        self.storedTiles = storedTiles
        self.pipelineState = pipelineState
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard knowsBoundary else {
            hasHandedOnThisTime = true
            return context.fireChannelRead(data)
        }
        var input = unwrapInboundIn(data)
        if waiting == nil { take(input, context) } else { waiting?.behind.writeBuffer(&input) }
    }

    /// Answers the requests or hands them on, up to one whose answer is to be waited for.
    private func take(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        var input = bytes
        var hasWritten = false
        let now = HTTPDate.Clock.now()
        let isListening = now.deadline - lastHandedOn < longestSilence
        // What is handed on goes in one piece: from here up to the reader index.
        var handedOn = input
        var handedOnCount = 0
        scan: while input.readableBytes > 0 {
            let isFree = pipelineState.openCount == 0 && handedOnCount == 0 && context.channel.isWritable && isListening
            let (verdict, answer) = input.withUnsafeReadableBytes { bytes in
                let verdict = PlainRequest(bytes)
                guard isFree, case .tile(let place, _) = verdict else { return (verdict, nil as LaneResponse?) }
                let target = UnsafeRawBufferPointer(rebasing: bytes[place])
                return (verdict, self.answer(to: target, now: now, on: context.eventLoop))
            }
            switch (verdict, answer) {
            case (.tile(_, let end), .ready(let answer)):
                input.moveReaderIndex(forwardBy: end)
                context.write(wrapOutboundOut(answer), promise: nil)
                hasWritten = true
                handedOn = input
            case (.tile(let place, let end), .coming(let answer)):
                if hasWritten { context.flush() }
                let target = input.getSlice(at: input.readerIndex + place.lowerBound, length: place.count)
                guard let request = input.readSlice(length: end) else { return }
                return wait(
                    for: answer, Waiting(request: request, target: target ?? ByteBuffer(), behind: input), context)
            case (.tile(_, let end), nil), (.other(let end), _):
                input.moveReaderIndex(forwardBy: end)
                handedOnCount += 1
            case (.opaque, _):
                knowsBoundary = false
                input.moveReaderIndex(forwardBy: input.readableBytes)
                handedOnCount += 1
                break scan
            }
        }
        if hasWritten { context.flush() }
        if handedOnCount > 0 {
            lastHandedOn = now.deadline
            pipelineState.openCount += handedOnCount
            hasHandedOnThisTime = true
            context.fireChannelRead(wrapInboundOut(handedOn))
        }
    }

    /// The answer from this side of the lane, counted where it is ready.
    private func answer(
        to target: UnsafeRawBufferPointer, now: HTTPDate.Clock, on loop: any EventLoop
    ) -> LaneResponse? {
        if let answer = hotTiles.answer(to: target, now: now) {
            count(answer, to: target, wasHot: true, since: now)
            return .ready(answer)
        }
        if let answer = storedTiles?.answer(to: target, now: now, on: loop) {
            if case .ready(let bytes) = answer { count(bytes, to: target, wasHot: false, since: now) }
            return answer
        }
        counters.missed.addAlone()
        return nil
    }

    // MARK: Answers that are waited for

    /// A request whose answer is on its way, and what came behind it, which is not looked at before: answers go out in the
    /// order of their requests.
    private struct Waiting {
        let request: ByteBuffer
        let target: ByteBuffer
        var behind: ByteBuffer
        /// Whether somebody behind wants to read on.
        var isReadHeld = false
        /// What is done to the connection once the answer is sent.
        var closing: [(mode: CloseMode, promise: EventLoopPromise<Void>?)] = []
    }

    private func wait(
        for answer: EventLoopFuture<ByteBuffer>, _ waiting: Waiting, _ context: ChannelHandlerContext
    ) {
        self.waiting = waiting
        let this = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        answer.hop(to: context.eventLoop).whenComplete { result in
            let (lane, context) = this.value
            lane.arrived(result, context)
        }
    }

    private func arrived(_ result: Result<ByteBuffer, any Error>, _ context: ChannelHandlerContext) {
        guard let waiting, context.channel.isActive else {
            self.waiting = nil
            return
        }
        self.waiting = nil
        switch result {
        case .success(let answer):
            context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
            counters.countFetched(byteCount: answer.readableBytes)
            waiting.target.withUnsafeReadableBytes {
                access?.log.noteTile($0, peer: access?.peer ?? "-", byteCount: answer.readableBytes)
            }
        case .failure:
            // The routes try it once more, or say why it cannot be had.
            counters.missed.addAlone()
            lastHandedOn = .now()
            pipelineState.openCount += 1
            hasHandedOnThisTime = true
            context.fireChannelRead(wrapInboundOut(waiting.request))
        }
        if waiting.behind.readableBytes > 0 { take(waiting.behind, context) }
        channelReadComplete(context: context)
        if waiting.isReadHeld { read(context: context) }
        for closing in waiting.closing { close(context: context, mode: closing.mode, promise: closing.promise) }
    }

    /// Nothing more is read while an answer is waited for.
    func read(context: ChannelHandlerContext) {
        if waiting == nil { context.read() } else { waiting?.isReadHeld = true }
    }

    func channelInactive(context: ChannelHandlerContext) {
        let closing = waiting?.closing ?? []
        waiting = nil
        for closing in closing { closing.promise?.succeed() }
        context.fireChannelInactive()
    }

    private func count(
        _ answer: ByteBuffer, to target: UnsafeRawBufferPointer, wasHot: Bool, since start: HTTPDate.Clock
    ) {
        if let access { access.log.noteTile(target, peer: access.peer, byteCount: answer.readableBytes) }
        guard counters.count(wasHot: wasHot, byteCount: answer.readableBytes) else { return }
        counters.seconds.observeAlone(UInt64(max(0, (NIODeadline.now() - start.deadline).nanoseconds)))
    }

    /// The handlers behind are told of the end of a reading only when they were told of its bytes.
    func channelReadComplete(context: ChannelHandlerContext) {
        guard hasHandedOnThisTime else { return }
        hasHandedOnThisTime = false
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { isServerEnding = true }
        context.fireUserInboundEventTriggered(event)
    }

    /// To close a channel throws away what the system has not taken yet. Nothing is sent after a write of no bytes but what
    /// was written before it.
    ///
    /// What is waited for is answered first.
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

/// A connection's way to the access log.
struct LaneAccess: Sendable {
    let log: AccessLog
    let peer: String
}

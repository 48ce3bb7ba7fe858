import HTTPTypes
import NIOCore

/// What takes too long: requests that arrive slowly, answers that are made or read slowly.
extension RequestGuard {
    /// A reader that takes less than this in ``ServerLimits/sendTime`` is not reading, and a picture of which less comes in
    /// ``ServerLimits/headTime`` is not arriving.
    static let leastByteCount = 16 << 10

    /// How long an answer may take to a reader who sends no more.
    private static let patience = TimeAmount.seconds(2)

    /// Looks after the connection from now on, if nobody does.
    ///
    /// One timer that looks at all, instead of one for each request: to set and to end one costs more than to count a
    /// request.
    func startTimer(_ context: ChannelHandlerContext) {
        guard timer == nil else { return }
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: period) { [weak self] in
            guard let self, let context = self.context else { return }
            timer = nil
            look(context)
        }
    }

    /// Closes the connection once nothing was asked or answered on it for ``ServerLimits/idleTime``, by the lane or behind it.
    func startIdleTimer(_ context: ChannelHandlerContext) {
        let idleTime = TimeAmount(limits.idleTime)
        let isBusy = openCount > 0 || arrivalStart != nil || !context.channel.isWritable
        let left = isBusy ? idleTime : pipelineState.lastActivity + idleTime - .now()
        guard left > .zero else { return context.close(promise: nil) }
        idleTimer = context.eventLoop.assumeIsolated().scheduleTask(in: left) { [weak self] in
            guard let self, let context = self.context else { return }
            startIdleTimer(context)
        }
    }

    /// A quarter of the shortest time that is waited for, a second at most.
    private var period: TimeAmount {
        let shortest =
            [limits.headTime, limits.sendTime, limits.requestTime].map { TimeAmount($0).nanoseconds }.min() ?? 0
        return .nanoseconds(min(1_000_000_000, max(1_000_000, shortest / 4)))
    }

    private func look(_ context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        if case .closing(let end) = phase, now >= end, bytesToSend(context) == 0 { return context.close(promise: nil) }
        if let arrivalStart, now - arrivalStart >= TimeAmount(limits.headTime) {
            refuse(
                Problem(
                    status: .requestTimeout, detail: "the request did not arrive within \(limits.headTime)",
                    refusal: .slow),
                context)
        }
        if isReadTooSlowly(now, context) {
            metrics.refusals[.slow].add()
            return context.close(promise: nil)
        }
        if case .closing = phase { return startTimer(context) }
        // A stream of events would be written to nobody until the system notices.
        if openCount > 0, !hasBegunAnswer || pipelineState.isEventStream, let endOfInput,
            now - endOfInput >= Self.patience
        {
            task.cancel()
            return context.close(promise: nil)
        }
        if openCount > 0, context.channel.isWritable, now - workStart >= TimeAmount(limits.requestTime) {
            return giveUp(context)
        }
        if openCount > 0 || arrivalStart != nil || !context.channel.isWritable { startTimer(context) }
    }

    private func isReadTooSlowly(_ now: NIODeadline, _ context: ChannelHandlerContext) -> Bool {
        guard !context.channel.isWritable, let sending else { return false }
        let left = bytesToSend(context)
        // More than before: something was written meanwhile, which happens only after the reader has read.
        if left > sending.byteCount || sending.byteCount - left >= Self.leastByteCount {
            self.sending = (now, left)
            return false
        }
        return now - sending.since >= TimeAmount(limits.sendTime)
    }

    /// Ends the work on an answer that takes too long, and says so if nothing of it was sent.
    private func giveUp(_ context: ChannelHandlerContext) {
        metrics.refusals[.timeout].add()
        if hasBegunAnswer {
            context.close(promise: nil)
        } else {
            sendLast(
                Problem(
                    status: .serviceUnavailable,
                    detail: "the answer took longer than \(limits.requestTime); try again later",
                    headers: [.retryAfter: "10"]),
                context)
        }
        task.cancel()
    }
}

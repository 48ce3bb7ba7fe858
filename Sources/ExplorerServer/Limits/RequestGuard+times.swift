import HTTPTypes
import NIOCore

/// Timeouts: requests that arrive slowly, and responses that are made or read slowly.
extension RequestGuard {
    /// A client that accepts fewer bytes than this in ``ServerLimits/sendTime`` is not reading, and an upload of which
    /// fewer arrive in ``ServerLimits/headTime`` is not arriving.
    static let leastByteCount = 16 << 10

    /// How long a response may take once the client has stopped sending.
    private static let patience = TimeAmount.seconds(2)

    /// Starts the connection's timer, if it is not running.
    ///
    /// One timer checks everything, because setting and cancelling one per request costs more than counting a request.
    func startTimer(_ context: ChannelHandlerContext) {
        guard timer == nil else { return }
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: period) { [weak self] in
            guard let self, let context = self.context else { return }
            timer = nil
            look(context)
        }
    }

    /// Closes the connection once there was no activity for ``ServerLimits/idleTime``, in the lane or behind it.
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

    /// A quarter of the shortest timeout, at most a second.
    private var period: TimeAmount {
        let shortest =
            [limits.headTime, limits.sendTime, limits.requestTime].map { TimeAmount($0).nanoseconds }.min() ?? 0
        return .nanoseconds(min(1_000_000_000, max(1_000_000, shortest / 4)))
    }

    private func look(_ context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        if case .closing(let end) = phase, now >= end, bytesToSend(context) == 0 { return context.close(promise: nil) }
        if let arrivalStart, now - arrivalStart >= TimeAmount(limits.headTime) {
            refuse(.slow(after: limits.headTime), context)
        }
        if isReadTooSlowly(now, context) {
            metrics.refusals[.slow].add()
            return context.close(promise: nil)
        }
        if case .closing = phase { return startTimer(context) }
        // An event stream would otherwise be written to nobody until the system notices.
        if openCount > 0, !hasBegunResponse || pipelineState.isEventStream, let endOfInput,
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
        // If more is left than before, something was written meanwhile, which happens only after the client has read.
        if left > sending.byteCount || sending.byteCount - left >= Self.leastByteCount {
            self.sending = (now, left)
            return false
        }
        return now - sending.since >= TimeAmount(limits.sendTime)
    }

    /// Gives up on a response that takes too long, and reports it if none of it was sent.
    private func giveUp(_ context: ChannelHandlerContext) {
        metrics.refusals[.timeout].add()
        if hasBegunResponse {
            context.close(promise: nil)
        } else {
            sendLast(.timeout(after: limits.requestTime), context)
        }
        task.cancel()
    }
}

import ServiceLifecycle
import UnixSignals

#if canImport(Glibc)
    import Glibc
#endif

/// Handles signals: SIGHUP reloads, or stops the server if the terminal was closed; SIGTERM stops it after a time in
/// which it reports that it is not ready; SIGINT, or a second SIGTERM, stops it at once.
///
/// The service returns when the server must stop, and its group then shuts down.
struct SignalService: Service {
    /// Trapped before the server listens, so that no later signal kills the process.
    let signals: UnixSignalsSequence
    let state: ServerState
    /// The time from SIGTERM until no more requests are accepted.
    let drain: Duration
    /// Called for each SIGHUP; it must return at once.
    let requestReload: @Sendable () -> Void

    init(state: ServerState, drain: Duration, requestReload: @escaping @Sendable () -> Void) async {
        signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
        (self.state, self.drain, self.requestReload) = (state, drain, requestReload)
    }

    func run() async {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                let (end, continuation) = AsyncStream<Never>.makeStream()
                group.addTask { await follow(continuation) }
                for await _ in end {}
                group.cancelAll()
            }
        }
    }

    /// Finishes the continuation when the server must stop. Keeps listening afterwards, so that no signal is lost.
    private func follow(_ end: AsyncStream<Never>.Continuation) async {
        let hadTerminal = isatty(STDIN_FILENO) == 1
        await withTaskGroup { group in
            for await signal in signals {
                // If the terminal was closed, nobody is left to press Ctrl-C.
                if signal == .sighup, !hadTerminal || isatty(STDIN_FILENO) == 1 {
                    requestReload()
                } else if state.end(), signal == .sigterm {
                    group.addTask {
                        try? await Task.sleep(for: drain)
                        end.finish()
                    }
                } else {
                    end.finish()
                }
            }
        }
    }
}

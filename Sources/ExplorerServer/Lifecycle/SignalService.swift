import ServiceLifecycle
import Synchronization
import UnixSignals

#if canImport(Glibc)
    import Glibc
#endif

/// What becomes of the server: whether it was told to end, and whether it could change over to a new library.
final class ServerLife: Sendable {
    private let ending = Atomic(false)
    private let refused = Atomic(false)

    /// Whether the library was replaced by one that cannot be served.
    var isLibraryRefused: Bool { refused.load(ordering: .relaxed) }

    /// Says whether the library was replaced by one that cannot be served.
    func setLibraryRefused(_ isRefused: Bool) { refused.store(isRefused, ordering: .relaxed) }

    var isEnding: Bool { ending.load(ordering: .relaxed) }

    /// Says that the server ends.
    ///
    /// - Returns: Whether this was not said before.
    func end() -> Bool { !ending.exchange(true, ordering: .relaxed) }
}

/// What the running server is told by signals: SIGHUP to reload, or to end when its terminal was closed; SIGTERM to end after
/// a while in which it says that it is not
/// ready, SIGINT, or a second SIGTERM, to end at once.
enum ServerSignals {
    /// Follows the signals from now on, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - services: What is to end.
    ///   - drain: The time from SIGTERM until nothing new is taken.
    ///   - reload: Called for each SIGHUP, one after the other.
    static func follow(
        services: ServiceGroup, life: ServerLife, drain: Duration, reload: @escaping @Sendable () async -> Void
    ) async -> Task<Void, Never> {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
        let hadTerminal = isatty(STDIN_FILENO) == 1
        return Task {
            var reloading: Task<Void, Never>?
            for await signal in signals {
                // Where the signal comes since the terminal was closed, nobody is there any more to press Ctrl-C.
                if signal == .sighup, !hadTerminal || isatty(STDIN_FILENO) == 1 {
                    let former = reloading
                    reloading = Task {
                        await former?.value
                        await reload()
                    }
                    continue
                }
                let isFirst = life.end()
                guard isFirst, signal == .sigterm else {
                    await services.triggerGracefulShutdown()
                    continue
                }
                Task {
                    try? await Task.sleep(for: drain)
                    await services.triggerGracefulShutdown()
                }
            }
        }
    }
}

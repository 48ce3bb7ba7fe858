import DocumentLibrary
import HTTPTypes
import Logging

// 1. `ServeCommand` opens the library with `Library(serving:)`, which holds its folder open: connections and pyramids
//    that are opened later belong to this folder, even if another folder has taken its name. Everything that serves it
//    is one `ServedLibrary`; what the process has once, such as threads and ready responses, is shared by all.
// 2. `CurrentResponder` reads the current `ServedLibrary` once per request, so no response mixes two libraries.
// 3. Once a second, and on SIGHUP, `LibraryReloader` compares device and inode of the folder and of `library.sqlite`.
//    If they changed, it opens the new library, tests it (`Library.proveReadable`) and replaces the current one under a
//    lock. The cached entries of the old one expire permanently, and its files are closed with its last request. If the
//    new library cannot be read, the old one stays in service, and `/health/ready` reports it.

/// Detects that the library was replaced as a whole, and switches to the new one atomically, after opening it and
/// proving that it is readable. If that fails, the old one stays in service.
actor LibraryReloader {
    private struct Refusal {
        let identity: LibraryIdentity?
        let reason: String
        /// The time of the next attempt, delayed by twice the duration of this one, so that a large library that is
        /// damaged or still being copied does not keep a processor busy.
        let retry: ContinuousClock.Instant
    }

    private let current: CurrentLibrary
    private let serve: @Sendable (Library) throws -> ServedLibrary
    private let logger: Logger
    private let counters: Counters<Reload>
    /// Records whether there is a library that cannot be served.
    private let state: ServerState
    /// A separate thread, so that load cannot delay reloading.
    private let pool = WorkPool(threadCount: 1, waitingCount: 16)
    /// The last library that could not be served.
    private var refused: Refusal?
    private var turn: Task<Void, Never>?

    /// - Parameter serve: Builds everything that serves a library.
    init(
        current: CurrentLibrary, logger: Logger, counters: Counters<Reload>, state: ServerState,
        serve: @escaping @Sendable (Library) throws -> ServedLibrary
    ) {
        (self.current, self.logger, self.counters, self.state, self.serve) = (current, logger, counters, state, serve)
    }

    /// Checks for a new library and switches to it. Concurrent calls run one after another.
    ///
    /// - Parameter always: Whether to reopen the library even if it seems unchanged.
    func reload(always: Bool = false) async {
        let former = turn
        let mine = Task {
            await former?.value
            await look(always: always)
            await lookAtTheme()
        }
        turn = mine
        await mine.value
    }

    /// Checks for a new library, and returns the one that is served instead of the given one, if any.
    func successor(of served: ServedLibrary) async -> ServedLibrary? {
        if current.served === served { await reload() }
        let now = current.served
        return now === served ? nil : now
    }

    private func look(always: Bool) async {
        let served = current.served
        guard let identity = served.library.identity else { return }
        let path = served.library.path
        let start = ContinuousClock.now
        do {
            let found = try await pool.run { LibraryIdentity(path: path) }
            if found == identity, !always {
                // The library that could not be served was removed again.
                if refused != nil { accept() }
                return
            }
            if let refused, refused.identity == found, start < refused.retry, !always { return }
            let next = try await pool.run { [serve] () throws -> ServedLibrary in
                try served.library.setLogAside()
                let library = try Library(serving: path, pyramidPlace: served.library.pyramidPlace)
                try library.proveReadable()
                return try serve(library)
            }
            let former = current.replace(with: next)
            accept()
            counters[.served].add()
            logger.notice("the library was replaced, and the new one is served", metadata: ["library": "\(path)"])
            former.retire()
            Task { await next.services.scanWork.resume() }
        } catch let problem as Problem where problem.status == .serviceUnavailable {
            // The queue is full. The next check comes soon.
        } catch {
            let retry = ContinuousClock.now.advanced(by: start.duration(to: .now) * 2)
            refuse(Refusal(identity: LibraryIdentity(path: path), reason: "\(error)", retry: retry), path: path)
        }
    }

    /// Checks the theme on the pool, because its files may be slow to read.
    private func lookAtTheme() async {
        let themes = current.served.services.themes
        try? await pool.run { themes.look() }
    }

    private func accept() {
        refused = nil
        state.setLibraryRefused(false)
    }

    /// Reports a refusal, unless the same one was already reported.
    private func refuse(_ refusal: Refusal, path: String) {
        let isKnown = refused?.identity == refusal.identity && refused?.reason == refusal.reason
        refused = refusal
        if isKnown { return }
        counters[.refused].add()
        logger.error(
            "the replacement library cannot be served; still serving the former one",
            metadata: ["library": "\(path)", "error": "\(refusal.reason)"])
        state.setLibraryRefused(true)
    }

    /// Opens all database connections, so that the database can still be served after its file is replaced.
    func prepare() async {
        let library = current.served.library
        guard library.identity != nil else { return }
        do {
            try await pool.run { try library.openConnections() }
        } catch is CancellationError {
            // The server stopped right after it started.
        } catch {
            logger.error("not all connections to the database can be opened", metadata: ["error": "\(error)"])
        }
    }

    /// Runs other blocking work on the reloader's thread.
    func run(_ body: @escaping @Sendable () -> Void) async { try? await pool.run(.any, body) }

    /// Stops the thread once its current work is done.
    func shutdown() async throws {
        await turn?.value
        try await pool.shutdown()
    }
}

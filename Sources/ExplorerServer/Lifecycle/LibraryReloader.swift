import DocumentLibrary
import HTTPTypes
import Logging

// 1. `ServeCommand` opens the library with `Library(serving:)`, which holds its folder open: connections and pyramids
//    that are opened later belong to this folder, even if another folder has taken its name. Everything that answers
//    from it is one `ServedLibrary`; what the process has once, such as threads and ready responses, is shared by all.
// 2. `CurrentResponder` reads the current `ServedLibrary` once per request, so no response mixes two libraries.
// 3. Once a second, and on SIGHUP, `LibraryReloader` compares device and inode of the folder and of `library.sqlite`. If
//    they changed, it opens the new library, tests it (`Library.proveReadable`) and replaces the current one under a
//    lock. The cached entries of the old one expire permanently, and its files are closed with its last request. If the new library
//    cannot be read, the old one stays in service, and `/health/ready` reports it.

/// Notices that the library was replaced as a whole, and changes over to the new one: this is opened and proved to be readable
/// first, then takes the place of the old one at one moment. Where that cannot be done the old one goes on.
actor LibraryReloader {
    private struct Refusal {
        let identity: LibraryIdentity?
        let reason: String
        /// When it is tried again: after twice the time that it took, so that a large one that is damaged, or is still being
        /// copied, does not keep a processor busy.
        let retry: ContinuousClock.Instant
    }

    private let current: CurrentLibrary
    private let serve: @Sendable (Library) throws -> ServedLibrary
    private let logger: Logger
    private let counters: Counters<Reload>
    /// Told what is wrong with the library that was put in the served one's place, and nil once nothing is.
    private let tellFault: @Sendable (String?) -> Void
    /// A thread of its own, so that load does not keep it from working.
    private let pool = WorkPool(threadCount: 1, waitingCount: 16)
    /// What was already tried and could not be served.
    private var refused: Refusal?
    private var turn: Task<Void, Never>?

    /// - Parameters:
    ///   - serve: Makes all that answers from a library.
    ///   - tellFault: Told why the library cannot be changed over to, and nil once it was or need not be.
    init(
        current: CurrentLibrary, logger: Logger, counters: Counters<Reload>,
        serve: @escaping @Sendable (Library) throws -> ServedLibrary,
        tellFault: @escaping @Sendable (String?) -> Void
    ) {
        (self.current, self.serve, self.logger, self.tellFault) = (current, serve, logger, tellFault)
        self.counters = counters
    }

    /// Looks, and changes over where the path leads to another library than is served. Who calls meanwhile waits for the
    /// same.
    ///
    /// - Parameter always: Whether to open it anew also when it seems to be the same.
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

    /// The library that is served instead of one, after looking whether there is another.
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
                // What could not be served went away again.
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
            Task { await next.scanWork.resume() }
        } catch let problem as Problem where problem.status == .serviceUnavailable {
            // Too much waits; the next look comes soon.
        } catch {
            let retry = ContinuousClock.now.advanced(by: start.duration(to: .now) * 2)
            refuse(Refusal(identity: LibraryIdentity(path: path), reason: "\(error)", retry: retry), path: path)
        }
    }

    /// Themes are files like others, which may be slow to read.
    private func lookAtTheme() async {
        let themes = current.served.themes
        try? await pool.run { themes.look() }
    }

    private func accept() {
        refused = nil
        tellFault(nil)
    }

    /// Tells the same once.
    private func refuse(_ refusal: Refusal, path: String) {
        let isKnown = refused?.identity == refusal.identity && refused?.reason == refusal.reason
        refused = refusal
        if isKnown { return }
        counters[.refused].add()
        logger.error(
            "the replacement library cannot be served; still serving the former one",
            metadata: ["library": "\(path)", "error": "\(refusal.reason)"])
        tellFault("the library was replaced by one that cannot be served: \(refusal.reason)")
    }

    /// Opens all connections to the database, so that it can be served also when its file is replaced.
    func prepare() async {
        let library = current.served.library
        guard library.identity != nil else { return }
        do {
            try await pool.run { try library.openConnections() }
        } catch is CancellationError {
            // The server ends as soon as it began.
        } catch {
            logger.error("not all connections to the database can be opened", metadata: ["error": "\(error)"])
        }
    }

    /// Does something else that blocks where this works.
    func run(_ body: @escaping @Sendable () -> Void) async { try? await pool.run(.any, body) }

    /// Ends the thread once what it does is done.
    func shutdown() async throws {
        await turn?.value
        try await pool.shutdown()
    }
}

import DocumentLibrary
import HTTPTypes
import Logging

/// Notices that the library was replaced as a whole, and changes over to the new one: this is opened and proved to be readable
/// first, then takes the place of the old one at one moment. Where that cannot be done the old one goes on.
actor LibraryReloader {
    private let current: CurrentLibrary
    private let serve: @Sendable (Library) throws -> ServedLibrary
    private let logger: Logger
    /// Told what is wrong with the library that was put in the served one's place, and nil once nothing is.
    private let tellFault: @Sendable (String?) -> Void
    /// A thread of its own, so that load does not keep it from working.
    private let pool = WorkPool(threadCount: 1, limit: 16)
    /// What was already tried and could not be served.
    private var refused: (identity: LibraryIdentity?, reason: String)?
    private var turn: Task<Void, Never>?

    /// - Parameters:
    ///   - serve: Makes all that answers from a library.
    ///   - tellFault: Told why the library cannot be changed over to, and nil once it was or need not be.
    init(
        current: CurrentLibrary, logger: Logger, serve: @escaping @Sendable (Library) throws -> ServedLibrary,
        tellFault: @escaping @Sendable (String?) -> Void
    ) {
        (self.current, self.serve, self.logger, self.tellFault) = (current, serve, logger, tellFault)
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
        do {
            let found = try await pool.run { LibraryIdentity(path: path) }
            if found == identity, !always {
                // What could not be served went away again.
                if refused != nil { accept() }
                return
            }
            let next = try await pool.run { [serve] in
                try served.library.setLogAside()
                let library = try Library(serving: path, indexByteLimit: served.library.indexByteLimit)
                try library.proveReadable()
                return try serve(library)
            }
            let former = current.replace(with: next)
            accept()
            logger.notice("the library was replaced, and the new one is served", metadata: ["library": "\(path)"])
            try? await former.retire()
        } catch let problem as Problem where problem.status == .serviceUnavailable {
            // Too much waits; the next look comes soon.
        } catch {
            refuse(LibraryIdentity(path: path), "\(error)", path: path)
        }
    }

    private func accept() {
        refused = nil
        tellFault(nil)
    }

    /// Tells the same once.
    private func refuse(_ identity: LibraryIdentity?, _ reason: String, path: String) {
        if let refused, refused.identity == identity, refused.reason == reason { return }
        refused = (identity, reason)
        logger.error(
            "the library was replaced by one that cannot be served; the former one goes on",
            metadata: ["library": "\(path)", "error": "\(reason)"])
        tellFault("the library was replaced by one that cannot be served: \(reason)")
    }

    /// Opens all connections to the database, so that it can be served also when its file is replaced.
    func prepare() async {
        let library = current.served.library
        guard library.identity != nil else { return }
        do {
            try await pool.run { try library.openConnections() }
        } catch {
            logger.error("not all connections to the database can be opened", metadata: ["error": "\(error)"])
        }
    }

    /// Does something else that blocks where this works.
    func run(_ body: @escaping @Sendable () -> Void) async { try? await pool.run(body) }

    /// Ends the thread once what it does is done.
    func shutdown() async throws {
        await turn?.value
        try await pool.shutdown()
    }
}

import CLinux
import ClauseStore
public import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
package import Hummingbird
import HummingbirdCore
public import Logging
package import NIOCore
public import NIOPosix
import ServiceLifecycle
import TileEngine
import Viewer
import WebDocuments

/// Serves a library: tiles, the API and the viewer.
///
/// ``RouterBuilder`` builds the request handlers for a library. This type owns everything that outlives a library
/// (pools, caches, counters) and the services: one that listens, and one for each background loop (`Lifecycle/`).
public struct ExplorerServer: Sendable {
    private let options: ServerOptions
    private let limits: ServerLimits
    let connections: ConnectionCount
    private let logger: Logger
    let pools: ServerPools
    private let current: CurrentLibrary
    private let reloader: LibraryReloader
    private let hotTiles: HotTiles
    private let storedTiles: StoredTiles
    private let publicAddress: PublicAddress
    private let state = ServerState()
    private let identity: TLSIdentity?
    package let metrics = Metrics()

    /// Creates the server without listening yet.
    ///
    /// - Parameter imagesInProgress: The images of the library that are still being cut into tiles.
    /// - Throws: ``ServerError/publicURL(_:)``, ``ServerError/draftsForEverybody(host:)``,
    ///   ``ServerError/editingForEverybody(host:)``, ``TLSError``, or an error from reading the viewer's files.
    public init(
        library: Library, options: ServerOptions, logger: Logger,
        imagesInProgress: ImagesInProgress = ImagesInProgress()
    ) throws {
        (self.options, self.logger) = (options, logger)
        let limits = options.limits.withinOpenFiles()
        self.limits = limits
        connections = ConnectionCount(limit: limits.connectionCount, addressLimit: limits.addressConnectionCount)
        publicAddress = try PublicAddress(
            options.publicURL, host: options.host, port: options.port, isSecure: options.tls != nil)
        identity = try options.tls.map { files in try TLSIdentity(files: files, logger: logger) }
        let isPrivate = options.publicURL == nil && PublicAddress.isLoopback(options.host)
        guard !options.includesDrafts || isPrivate else { throw ServerError.draftsForEverybody(host: options.host) }
        guard !options.isEditable || isPrivate else { throw ServerError.editingForEverybody(host: options.host) }

        pools = ServerPools(limits, cacheByteCount: options.cacheByteCount / 16, isReplica: library.isReplica)
        metrics.watch(options.logs)
        metrics.watch(identity)
        if let remoteStatus = options.remoteStatus { metrics.watch(remoteStatus) }
        metrics.watch(pools)

        // Up to half of the memory is for ready responses, an eighth for made tiles and rendered pictures, a sixteenth
        // for manifests and the like, and a quarter for hit tests. Decoded tiles take what these leave.
        let decodedTiles = DecodedTiles(byteLimit: options.cacheByteCount)
        hotTiles = HotTiles(byteLimit: options.cacheByteCount / 2, onChange: decodedTiles.reserve)
        let builder = RouterBuilder(
            options: options, limits: limits, publicAddress: publicAddress, imagesInProgress: imagesInProgress,
            pools: pools, edits: options.editRate, decodedTiles: decodedTiles, hotTiles: hotTiles,
            viewerFiles: ViewerResponses(try ViewerBundle()), state: state,
            anyone: Principal(seesDrafts: options.includesDrafts), rate: RateMiddleware(limits), metrics: metrics,
            logger: logger)
        current = CurrentLibrary(try builder.build(for: library))
        storedTiles = StoredTiles(
            library: current, hotTiles: hotTiles, publicAddress: publicAddress, limits: limits.render)
        reloader = LibraryReloader(
            current: current, logger: logger, counters: metrics.reloads, state: state, serve: builder.build(for:))
    }

    /// The number of cores this process may run on, which can be lower than the machine's. Two event loops on one core
    /// wait for each other's time slices, which raised the 99th percentile of a tile's latency from 1 ms to 4 ms.
    public static var coreCount: Int {
        let available = NIOCore.System.coreCount
        let allowed = Int(clinux_core_count())
        return allowed > 0 ? min(allowed, available) : available
    }

    /// The event loops of the process's servers, one per core.
    ///
    /// They live as long as the process: Hummingbird releases parts of a server some time after it has ended, and
    /// schedules tasks on their event loops.
    public static let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: coreCount)

    // MARK: Running

    /// Serves until the process receives SIGINT or SIGTERM, then lets responses in progress finish for up to a second.
    /// SIGHUP reopens the library and reloads the certificate.
    ///
    /// - Parameter onListening: Called once with the port, when the server is ready to respond.
    /// - Throws: ``ServerError`` if the server cannot listen on the address.
    public func run(onListening: @escaping @Sendable (_ port: Int) -> Void) async throws {
        try checkAddresses()
        let listening = AsyncEvent()
        let server = ListeningService(
            application: application(on: Self.eventLoops) { port in
                onListening(port)
                listening.signal()
            }, host: options.host, port: options.port)
        let reloading = ReloadLoop(reloader: reloader, identity: identity)
        let signals = await SignalService(
            state: state, drain: .seconds(options.drainSeconds), requestReload: reloading.requestReload)
        let work = [loadImageLibrary, checkLibrary, reloading.run, resumeScansDaily]
        // Services shut down in reverse order: the one that accepts requests goes first.
        let services: [any Service] =
            work.map { BackgroundService(listening: listening, work: $0) } + metricsServices() + [server]
        var group = ServiceGroupConfiguration(
            services: services.map { .init(service: $0) } + [
                .init(service: signals, successTerminationBehavior: .gracefullyShutdownGroup)
            ], logger: logger)
        group.maximumGracefulShutdownDuration = .milliseconds(700)
        let outcome = await outcome(of: ServiceGroup(configuration: group))
        // However the services ended, no work may be left running.
        try await shutDown()
        try outcome.get()
    }

    private func outcome(of services: ServiceGroup) async -> Result<Void, any Error> {
        do {
            return .success(try await services.run())
        } catch is CancellationError {
            logger.info("ended before every response was sent")
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// Loads libvips while the first requests are served, because loading its libraries takes as long as the rest of
    /// the start.
    @Sendable private func loadImageLibrary() async {
        do {
            try await pools.render.run { try VipsRuntime.start() }
        } catch is CancellationError {
            // The server stopped right after it started.
        } catch {
            logger.error("pictures cannot be made", metadata: ["error": "\(error)"])
        }
    }

    /// Reads the served library to find damage: see ``LibraryCheck``. The check of a library ends when it is replaced.
    @Sendable private func checkLibrary() async {
        while !Task.isCancelled { await current.served.check.run() }
    }

    /// Resumes cutting uploaded scans that a previous server did not finish, and removes those unused for long: at the
    /// start, and then once a day.
    @Sendable private func resumeScansDaily() async {
        while !Task.isCancelled {
            await resumeScans()
            try? await Task.sleep(for: .seconds(86_400))
        }
    }

    private func checkAddresses() throws(ServerError) {
        try ListeningAddress.check(host: options.host, port: options.port)
        if case .address(let host, let port) = options.metricsExposure {
            try ListeningAddress.check(host: host, port: port)
        }
    }

    /// The server for the metrics, if they have their own address.
    private func metricsServices() -> [any Service] {
        guard case .address(let host, let port) = options.metricsExposure else { return [] }
        let routes = MetricsRoutes(metrics: metrics, exposure: options.metricsExposure, isBehindProxy: false)
        return [
            ListeningService(
                application: Application(
                    responder: routes.ownRouter().buildResponder(),
                    server: HTTPServerBuilder { RetainedChannel(responder: $0) },
                    configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: nil),
                    eventLoopGroupProvider: .shared(Self.eventLoops), logger: logger),
                host: host, port: port)
        ]
    }

    /// The Hummingbird application, for a socket or a test.
    package func application(
        on loops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        Application(
            responder: CurrentResponder(
                current: current, reloader: reloader, state: state, hstsSeconds: options.hstsSeconds),
            server: HTTPServerBuilder {
                [hotTiles, storedTiles, options, identity, limits, state, connections, metrics] in
                let channel = TileLaneChannel(
                    hotTiles: hotTiles, storedTiles: storedTiles, responder: $0, isOpen: options.usesTileLane,
                    limits: limits, state: state, connections: connections, metrics: metrics,
                    accessLog: options.logs?.access)
                guard let identity else { return channel }
                return SecureChannel(base: channel, identity: identity)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port), serverName: nil, backlog: 1_024),
            onServerRunning: { [options, publicAddress] channel in
                let port = channel.localAddress?.port ?? options.port
                publicAddress.listens(host: options.host, port: port)
                onListening(port)
            },
            eventLoopGroupProvider: .shared(loops), logger: logger)
    }

    /// Stops background work and the thread pools.
    package func shutDown() async throws {
        try await reloader.shutdown()
        current.served.retire()
        try await pools.shutdown()
    }

    // MARK: For tests

    /// Resumes cutting uploaded scans, as the running server does once it listens.
    package func resumeScans() async { await current.served.services.scanWork.resume() }

    /// The path patterns of all GET routes, such as `/api/documents/{document}`.
    package var paths: [String] { current.served.paths }

    /// The methods and path patterns of all routes that change something, such as `POST /access`.
    package var changingRoutes: [String] { current.served.changingRoutes }

    /// The damage found in the served library.
    package var health: ServiceHealth { current.served.services.health }

    /// Switches to the library on disk if it was replaced, as the running server checks once a second.
    package func reload(always: Bool = false) async { await reloader.reload(always: always) }

    /// Reads the library, or some of its files, and records damage, as the running server does in the background.
    package func lookForDamage(in files: Set<String>? = nil) { current.served.check.look(at: files, byteRate: .max) }
}

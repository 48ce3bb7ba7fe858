public import DocumentLibrary
public import Logging

import ClauseStore
import Foundation
package import Hummingbird
import HTTPTypes
import HummingbirdCore
package import NIOCore
public import NIOPosix
import ServiceLifecycle
import TileEngine
import UnixSignals

/// How the server runs.
public struct ServerOptions: Sendable {
    /// The address to listen on; a name or a number.
    public var host: String
    /// The port to listen on; 0 lets the system choose a free one.
    public var port: Int
    /// Under which address readers reach the server, such as `https://manuscripts.example.org`, where that is not the one
    /// it listens on: what absolute addresses in answers begin with.
    public var publicURL: String?
    /// Which pages of others may show a document in a frame.
    public var embedding = Embedding.anywhere
    /// Whether documents with the status `draft` are served to everybody who reaches the server; only where that is this
    /// machine alone.
    public var includesDrafts: Bool
    /// How many bytes of tiles are kept in memory.
    public var cacheByteCount: Int
    /// How often the whole library is read in the background to find damage, in seconds; 0 for never.
    public var checkIntervalSeconds = 86_400
    /// The certificate and key where the server speaks HTTPS; without them it speaks plain HTTP.
    public var tls: TLSFiles?
    /// For how many seconds browsers are to ask for nothing here but over HTTPS (RFC 6797); nil to tell them nothing. It is
    /// told with all answers but those of the tile lane.
    public var hstsSeconds: Int?
    /// For how many seconds after SIGTERM requests are still taken, while `/health/ready` says no already.
    public var drainSeconds = 0.2
    /// Who may read the server's numbers.
    public var metricsExposure = MetricsExposure.local
    /// Where what happens is written; nil for where the logger writes, and no line a request.
    public var logs: ServerLogs?
    /// Whether a request may bring its id, as it comes from a server that stands before this one.
    public var trustsRequestIDs = false
    /// What goes on between the server and the object store that its pyramids are in, where it is a replica.
    public var remoteStatus: (@Sendable () -> RemoteStatus)?
    /// Whether the tile lane answers; without it every request takes the way behind. For tests that compare the two.
    package var usesTileLane = true
    /// What the server takes on at most.
    public var limits = ServerLimits()

    /// Makes the options; the defaults serve this machine alone.
    public init(
        host: String = "127.0.0.1", port: Int = 8080, publicURL: String? = nil, includesDrafts: Bool = false,
        cacheByteCount: Int = 256 << 20
    ) {
        self.host = host
        self.port = port
        self.publicURL = publicURL
        self.includesDrafts = includesDrafts
        self.cacheByteCount = cacheByteCount
    }
}

/// Serves a library: tiles, the API and the viewer.
public struct ExplorerServer: Sendable {
    private let options: ServerOptions
    private let limits: ServerLimits
    let connections: ConnectionCount
    private let logger: Logger
    private let pool: WorkPool
    private let renderPool: WorkPool
    /// Where a replica opens pyramids, which may take as long as the store takes.
    private let remotePool: WorkPool?
    /// The patterns of the addresses that are answered, as the router has them: `/api/documents/{document}`.
    package var paths: [String] { current.served.paths }
    private let current: CurrentLibrary
    private let reloader: LibraryReloader
    private let hotTiles: HotTiles
    private let storedTiles: StoredTiles
    private let publicAddress: PublicAddress
    private let life: ServerLife
    private let identity: TLSIdentity?
    package let metrics: Metrics

    /// Prepares the server; nothing is listened on yet.
    ///
    /// - Parameter imagesInProgress: Images of the library that are still being cut.
    /// - Throws: ``ServerError/publicURL(_:)``, ``ServerError/draftsForEverybody(host:)``, ``TLSError``, or what reading
    ///   the viewer's files throws.
    public init(
        library: Library, options: ServerOptions, logger: Logger,
        imagesInProgress: ImagesInProgress = ImagesInProgress()
    ) throws {
        self.options = options
        self.logger = logger
        let limits = options.limits.withinOpenFiles()
        self.limits = limits
        connections = ConnectionCount(limit: limits.connectionCount, addressLimit: limits.addressConnectionCount)
        let publicAddress = try PublicAddress(
            options.publicURL, host: options.host, port: options.port, isSecure: options.tls != nil)
        self.publicAddress = publicAddress
        identity = try options.tls.map { files in try TLSIdentity(files: files, logger: logger) }
        let life = ServerLife()
        self.life = life
        let metrics = Metrics()
        self.metrics = metrics
        metrics.watch(options.logs)
        if let remoteStatus = options.remoteStatus { metrics.watch(remoteStatus) }
        let isPrivate = options.publicURL == nil && PublicAddress.isLoopback(options.host)
        guard !options.includesDrafts || isPrivate else { throw ServerError.draftsForEverybody(host: options.host) }
        let anyone = Reader(seesDrafts: options.includesDrafts)
        let pool = WorkPool(threadCount: max(2, Self.coreCount), waitingCount: limits.waitingReadCount)
        self.pool = pool
        // Pixels are made at the lowest ebb: while both cores render, stored tiles keep their pace.
        let renderPool = WorkPool(
            threadCount: limits.renderCount > 0 ? limits.renderCount : Self.coreCount + 1,
            waitingCount: limits.waitingRenderCount, waitingArea: limits.waitingRenderArea, niceness: 15)
        self.renderPool = renderPool
        let remotePool =
            library.isReplica
            ? WorkPool(threadCount: Self.remoteThreadCount, waitingCount: limits.waitingReadCount) : nil
        self.remotePool = remotePool
        metrics.watch(
            pools: [.init(name: "store", pool: pool), .init(name: "render", pool: renderPool)]
                + (remotePool.map { [.init(name: "remote", pool: $0)] } ?? []))
        // Up to half of the memory is for answers that are ready to be sent, up to an eighth for pictures that had to be
        // made, up to a sixteenth for manifests and the like, up to a quarter for clauses at points, and what these do not
        // take for the decoded tiles that pictures are made of.
        let decodedTiles = DecodedTiles(byteLimit: options.cacheByteCount)
        hotTiles = HotTiles(byteLimit: options.cacheByteCount / 2, onChange: decodedTiles.setAside)
        let parts = ServerParts(
            options: options, publicAddress: publicAddress, imagesInProgress: imagesInProgress, pool: pool,
            renderPool: renderPool,
            remotePool: remotePool,
            decodedTiles: decodedTiles, hotTiles: hotTiles, viewerFiles: try ViewerFiles(), life: life, limits: limits,
            anyone: anyone, attempts: AttemptLimit(), metrics: metrics,
            logger: logger)
        current = CurrentLibrary(try Self.serve(library, with: parts))
        storedTiles = StoredTiles(
            library: current, hotTiles: hotTiles, publicAddress: publicAddress, limits: limits.render)
        reloader = LibraryReloader(
            current: current, logger: logger, counters: metrics.reloads, serve: { try Self.serve($0, with: parts) },
            tellFault: { life.setLibraryRefused($0 != nil) })
    }

    /// Makes all that answers from one library; what the server has once is among the parts.
    private static func serve(_ library: Library, with parts: ServerParts) throws -> ServedLibrary {
        let (options, publicAddress, imagesInProgress) = (parts.options, parts.publicAddress, parts.imagesInProgress)
        let (pool, renderPool, anyone, limits) = (parts.pool, parts.renderPool, parts.anyone, parts.limits)
        let (decodedTiles, hotTiles) = (parts.decodedTiles, parts.hotTiles)
        let madeByteCount = options.cacheByteCount / 16
        let images = ServedImages(
            library: library, pool: parts.remotePool ?? pool, anyone: anyone, decodedTiles: decodedTiles)
        let store = StoreReader(library: library, pool: pool, anyone: anyone, counters: parts.metrics.store)
        let tiles = TileService(
            images: images, imagesInProgress: imagesInProgress, pool: pool, renderPool: renderPool,
            cacheByteCount: madeByteCount,
            decodedTiles: decodedTiles)

        let health = ServiceHealth()
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        router.add(
            middleware:
                ObservationMiddleware(
                    metrics: parts.metrics, accessLog: options.logs?.access?.log,
                    trustsRequestIDs: options.trustsRequestIDs))
        router.add(middleware: ProblemMiddleware(metrics: parts.metrics, health: health))
        router.add(middleware: PreflightMiddleware())
        let tokens = TokenService(
            library: library, pool: pool, attempts: parts.attempts, refusals: parts.metrics.refusals,
            logger: parts.logger)
        router.add(middleware: AccessMiddleware(tokens: tokens, publicAddress: publicAddress))
        let hitTests = HitTestService(
            store: store, byteLimit: options.cacheByteCount / 4, onChange: decodedTiles.setAside)
        DocumentRoutes(
            store: store, hitTests: hitTests, imagesInProgress: imagesInProgress, publicAddress: publicAddress
        ).add(to: router)
        TileRoutes(tiles: tiles, store: store, hotTiles: hotTiles).add(to: router)
        let renders = RenderService(
            pool: renderPool, cacheByteCount: madeByteCount, decodedTiles: decodedTiles, limits: limits.render,
            counters: parts.metrics.renders)
        CutOutRoutes(tiles: tiles, store: store, renders: renders).add(to: router)
        let wholeImages = WholeImageService(
            pool: renderPool, limits: limits.render, counters: parts.metrics.renders)
        ImageAPIRoutes(
            tiles: tiles, store: store, renders: renders, wholeImages: wholeImages, hotTiles: hotTiles,
            publicAddress: publicAddress
        ).add(to: router)
        let presentations = PresentationService(
            store: store,
            workshop: StoreReader(
                library: library, pool: renderPool, anyone: anyone, area: 1 << 20, counters: parts.metrics.store),
            address: publicAddress, limits: limits.render, byteLimit: madeByteCount,
            onChange: decodedTiles.setAside)
        PresentationRoutes(store: store, presentations: presentations).add(to: router)
        SearchRoutes(store: store, address: publicAddress).add(to: router)
        HealthRoutes(store: store, life: parts.life, health: health, remoteStatus: options.remoteStatus).add(to: router)
        let viewer = ViewerRoutes<ServerContext>(
            store: store, files: parts.viewerFiles, publicAddress: publicAddress, embedding: options.embedding)
        viewer.add(to: router)
        AccessRoutes(tokens: tokens, publicAddress: publicAddress) { try viewer.page("access.html", to: $0) }
            .add(to: router)
        OEmbedRoutes(store: store, publicAddress: publicAddress, embedding: options.embedding).add(to: router)
        MetricsRoutes(
            metrics: parts.metrics, exposure: options.metricsExposure, isBehindProxy: options.publicURL != nil
        ).add(to: router)
        parts.metrics.watch(health)
        parts.metrics.watch(
            library: { try await store.counts() },
            caches: [
                .init(name: "made_tiles") { tiles.cacheUsage }, .init(name: "pictures") { renders.cacheUsage },
                .init(name: "presentations") { presentations.cacheUsage },
                .init(name: "clauses") { hitTests.cacheUsage }, .init(name: "decoded_tiles") { decodedTiles.usage },
            ], hotTiles: hotTiles)
        return ServedLibrary(
            library: library, images: images, health: health,
            check: LibraryCheck(
                library: library, health: health, logger: parts.logger, intervalSeconds: options.checkIntervalSeconds),
            responder: router.buildResponder(),
            paths: router.routes.filter { $0.method == .get }.map(\.path.description))
    }

    /// The pictures that wait to be made.
    var renderQueue: WorkPool.Queue { renderPool.queue }
    /// Whether no picture is being made, and none waits.
    var isRendererIdle: Bool { renderPool.isIdle }

    /// Looks whether the library was replaced, and changes over; what the running server does once a second.
    package func reload(always: Bool = false) async { await reloader.reload(always: always) }

    /// The library that is served now.
    package var library: Library { current.served.library }

    /// Serves until the process is told to end (SIGINT, SIGTERM), then lets answers in flight finish for up to a second.
    /// SIGHUP makes it open the library and read the certificate anew.
    ///
    /// - Parameters:
    ///   - loops: The threads that answer; without, as many as there are cores, which end with the server.
    ///   - onListening: Called once with the port, when the first request can be answered.
    /// - Throws: ``ServerError`` when the address cannot be listened on.
    public func run(
        on loops: MultiThreadedEventLoopGroup? = nil, onListening: @escaping @Sendable (_ port: Int) -> Void
    ) async throws {
        try checkAddresses()
        if let loops { return try await serve(on: loops, onListening: onListening) }
        let own = MultiThreadedEventLoopGroup(numberOfThreads: Self.coreCount)
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await serve(on: own, onListening: onListening))
        } catch {
            outcome = .failure(error)
        }
        try await own.shutdownGracefully()
        try outcome.get()
    }

    private func serve(
        on loops: MultiThreadedEventLoopGroup, onListening: @escaping @Sendable (_ port: Int) -> Void
    ) async throws {
        let listening = AsyncStream<Void>.makeStream()
        var group = ServiceGroupConfiguration(
            services: [
                application(on: loops) { port in
                    onListening(port)
                    listening.continuation.finish()
                }
            ] + metricsServices(on: loops), logger: logger)
        group.maximumGracefulShutdownDuration = .milliseconds(700)
        let services = ServiceGroup(configuration: group)
        let watch = ServerWatch(reloader: reloader, identity: identity)
        let signals = await ServerSignals.follow(
            services: services, life: life, drain: .seconds(options.drainSeconds), reload: watch.reload)
        let watching = Task {
            // The first answers come first.
            for await _ in listening.stream {}
            guard !Task.isCancelled else { return }
            await startImageLibrary()
            current.served.check.start()
            await watch.run()
        }
        let outcome = await outcome(of: services)
        signals.cancel()
        watching.cancel()
        await watching.value
        // However it ended, no thread is left.
        try await shutDown()
        try outcome.get()
    }

    /// Most of these threads wait for the store.
    private static let remoteThreadCount = 16

    private func outcome(of services: ServiceGroup) async -> Result<Void, any Error> {
        do {
            return .success(try await services.run())
        } catch let error as IOError {
            return .failure(
                ServerError.cannotListen(host: options.host, port: options.port, errorNumber: error.errnoCode))
        } catch is CancellationError {
            logger.info("ended before every answer was sent")
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// Ends what runs beside the answers.
    package func shutDown() async throws {
        try await reloader.shutdown()
        current.served.retire()
        try await pool.shutdown()
        try await renderPool.shutdown()
        try await remotePool?.shutdown()
    }

    /// What is wrong with what is served.
    package var health: ServiceHealth { current.served.health }

    /// Reads the library, or some of its files, and takes note of what is damaged: what is else done in the background.
    package func lookForDamage(in files: Set<String>? = nil) { current.served.check.look(at: files, byteRate: .max) }

    /// Loads libvips, whose libraries take as long as all the rest of the start, while the first answers are given.
    private func startImageLibrary() async {
        do {
            try await renderPool.run { try VipsRuntime.start() }
        } catch is CancellationError {
            // The server ends as soon as it began.
        } catch {
            logger.error("pictures cannot be made", metadata: ["error": "\(error)"])
        }
    }

    /// The cores that this process may run on, which can be fewer than the machine has: of two event loops on one core
    /// each waits for the other's time slice, which took the 99th percentile of a tile's latency from 1 ms to 4 ms.
    public static var coreCount: Int {
        let available = NIOCore.System.coreCount
        // `Cpus_allowed:  3` holds a bit for each core, in hexadecimal digits and commas: proc_pid_status(5).
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed:") })
        else { return available }
        let allowed = line.drop { $0 != ":" }.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
        return max(1, min(allowed, available))
    }

    private func checkAddresses() throws(ServerError) {
        try ListeningAddress.check(host: options.host, port: options.port)
        if case .address(let host, let port) = options.metricsExposure {
            try ListeningAddress.check(host: host, port: port)
        }
    }

    /// The server of the numbers, where these have an address of their own.
    private func metricsServices(on loops: any EventLoopGroup) -> [any Service] {
        guard case .address(let host, let port) = options.metricsExposure else { return [] }
        let routes = MetricsRoutes(metrics: metrics, exposure: options.metricsExposure, isBehindProxy: false)
        return [
            ListeningService(
                application: Application(
                    responder: routes.ownRouter().buildResponder(),
                    configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: nil),
                    eventLoopGroupProvider: .shared(loops), logger: logger),
                host: host, port: port)
        ]
    }

    /// The server as Hummingbird runs it, over a socket or in a test.
    package func application(
        on loops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        Application(
            responder: CurrentResponder(
                current: current, reloader: reloader, life: life, hstsSeconds: options.hstsSeconds),
            server: HTTPServerBuilder { [hotTiles, storedTiles, options, identity, limits, connections, metrics] in
                let channel = TileLaneChannel(
                    hotTiles: hotTiles, storedTiles: storedTiles, responder: $0, isOpen: options.usesTileLane,
                    limits: limits, connections: connections, metrics: metrics,
                    accessLog: options.logs?.access?.log)
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
}

/// Why the server cannot run.
public enum ServerError: Error, Sendable, CustomStringConvertible {
    /// The address is taken, not ours, or not allowed.
    case cannotListen(host: String, port: Int, errorNumber: Int32)
    /// Drafts would be served to more than this machine.
    case draftsForEverybody(host: String)
    /// The public address is not a scheme, a host and perhaps a port.
    case publicURL(String)
    /// A site that may show documents in frames is not a scheme, a host and perhaps a port.
    case embedding(String)

    /// The error in words: the address, the value, and what to do.
    public var description: String {
        switch self {
        case .cannotListen(let host, let port, EADDRINUSE):
            "\(host):\(port): the port is in use, expected a free one; choose it with --port"
        case .cannotListen(let host, let port, let errorNumber):
            "\(host):\(port): cannot be listened on (\(String(cString: strerror(errorNumber))))"
        case .draftsForEverybody(let host):
            "\(host): with --drafts everybody who reaches the server reads drafts, expected --host 127.0.0.1 and no "
                + "--public-url; `explore token create` lets others read them"
        case .publicURL(let url):
            "the public URL is '\(url)', expected http:// or https:// and a host, such as https://manuscripts.example.org"
        case .embedding(let text):
            "who may embed is '\(text)', expected any, none, or origins such as https://blog.example.org"
        }
    }
}

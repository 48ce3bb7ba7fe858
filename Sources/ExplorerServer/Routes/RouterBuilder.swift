import ClauseStore
import DocumentLibrary
import DocumentModel
import Hummingbird
import Logging
import TileEngine
import WebDocuments

/// Builds everything that serves one library: its services, the router with its middleware, and the sources of its
/// metrics. The properties are what a server has once, whichever library it serves.
struct RouterBuilder: Sendable {
    let options: ServerOptions
    let limits: ServerLimits
    let publicAddress: PublicAddress
    let imagesInProgress: ImagesInProgress
    let pools: ServerPools
    /// The rate limit for edits, by token and address.
    let edits: RateLimit
    let decodedTiles: DecodedTiles
    let hotTiles: HotTiles
    let viewerFiles: ViewerResponses
    let state: ServerState
    /// The principal of requests without a token.
    let anyone: Principal
    /// Limits the requests of each address, whichever library is served.
    let rate: RateMiddleware?
    /// The rate limit for wrong tokens, by address.
    let attempts = RateLimit.ofWrongTokens()
    /// The event streams of each token and address.
    let places = AddressLimiter(limit: WorkingCopyRoutes.streamLimit)
    /// The uploads of each token and address.
    let uploads = AddressLimiter(limit: 8)
    let metrics: Metrics
    let logger: Logger

    /// The services that the routes share.
    struct Services: Sendable {
        let images: ServedImages
        let store: StoreReader
        let tiles: TileService
        let renders: RenderService
        let presentations: PresentationService
        let tokens: TokenService
        let hitTests: HitTestService
        let firstViews: FirstViewService
        /// The damage found in the library.
        let health: ServiceHealth
        let protection: EditProtection
        let events: EditEvents
        let edited: EditedLibrary
        /// The uploaded scans that are being cut.
        let scanWork: ScanWork
        let themes: ThemeService
    }

    /// Builds what serves a library.
    ///
    /// - Throws: An error from creating the services.
    func build(for library: Library) throws -> ServedLibrary {
        let services = services(for: library)
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        addMiddleware(to: router, services)
        addRoutes(to: router, services)
        let recordings = RecordingRoutes(
            library: library, store: services.store, pool: pools.store, remotePool: pools.remote)
        recordings.add(to: router)
        RecordingUploadRoutes(
            protection: services.protection, store: services.store, library: services.edited, files: recordings,
            pool: pools.upload
        ).add(to: router)
        watch(services)
        let check = LibraryCheck(
            library: library, health: services.health, logger: logger, intervalSeconds: options.checkIntervalSeconds)
        return ServedLibrary(library: library, services: services, check: check, router: router)
    }

    private func services(for library: Library) -> Services {
        let cacheByteCount = options.cacheByteCount / 16
        let formerVersions = FormerVersions(areShown: options.showsFormerVersions)
        let images = ServedImages(
            library: library, pool: pools.remote ?? pools.store, formerPool: pools.remote ?? pools.search,
            anyone: anyone, decodedTiles: decodedTiles, formerVersions: formerVersions)
        let edited = EditedLibrary(library, pool: pools.edit, checkPool: pools.render)
        let store = StoreReader(
            library: library, pool: pools.store, searchPool: pools.search, anyone: anyone, counters: metrics.store,
            formerVersions: formerVersions)
        let renderStore = StoreReader(
            library: library, pool: pools.render, anyone: anyone, estimatedPixels: 1 << 20, counters: metrics.store)
        let renders = RenderService(
            pool: pools.render, cacheByteCount: cacheByteCount, decodedTiles: decodedTiles, limits: limits,
            counters: metrics.renders)
        let health = ServiceHealth()
        // Two heartbeats fit into the time after which a silent response is dropped, for both ends to notice.
        let events = EditEvents(store: store, heartbeat: min(.seconds(15), limits.requestTime / 2), logger: logger)
        let scanWork = ScanWork(library: edited, pool: pools.scan, policy: options.scanPolicy, logger: logger) {
            events.notify(ofScanImage: $1, of: $0)
        }
        let tokens = TokenService(
            library: library, pool: pools.store, attempts: attempts, refusals: metrics.refusals, logger: logger)
        return Services(
            images: images, store: store,
            tiles: TileService(
                images: images, imagesInProgress: imagesInProgress, scanWork: scanWork, pool: pools.store,
                renderPool: pools.render, cacheByteCount: cacheByteCount, decodedTiles: decodedTiles),
            renders: renders,
            presentations: PresentationService(
                store: store, renderStore: renderStore, address: publicAddress, limits: limits.render,
                byteLimit: cacheByteCount, onChange: decodedTiles.reserve),
            tokens: tokens,
            hitTests: HitTestService(
                store: store, byteLimit: options.cacheByteCount / 4, onChange: decodedTiles.reserve),
            firstViews: FirstViewService(
                store: store, images: images, renders: renders,
                longestWait: pools.remote == nil ? nil : FirstViewService.longestWaitOfReplica,
                byteLimit: cacheByteCount / 4, onChange: decodedTiles.reserve, health: health, logger: logger),
            health: health,
            protection: EditProtection(
                store: store, publicAddress: publicAddress, tokens: tokens, rate: edits,
                refusal: library.changeRefusal, uploads: uploads, pictureByteCount: limits.pictureByteCount),
            events: events, edited: edited, scanWork: scanWork,
            themes: ThemeService(
                folder: options.themeFolder ?? "\(library.servedFolder)/\(ThemeFolder.name)", files: viewerFiles,
                base: { [publicAddress] in publicAddress.base }, logger: logger))
    }

    /// Adds the middleware, outermost first.
    private func addMiddleware(to router: Router<ServerContext>, _ services: Services) {
        router.add(
            middleware: ObservationMiddleware(
                metrics: metrics, accessLog: options.logs?.access, trustsRequestIDs: options.trustsRequestIDs))
        router.add(middleware: ProblemMiddleware(metrics: metrics, health: services.health))
        if let rate { router.add(middleware: rate) }
        router.add(middleware: PreflightMiddleware())
        router.add(
            middleware: AccessMiddleware(
                tokens: services.tokens, publicAddress: publicAddress, isEditable: options.isEditable,
                identity: options.identity))
    }

    private func addRoutes(to router: Router<ServerContext>, _ services: Services) {
        let (store, tiles, renders) = (services.store, services.tiles, services.renders)
        let announced = AnnouncedDocuments(store: store, tokens: services.tokens)
        AuthorizationRoutes(announced: announced, publicAddress: publicAddress).add(to: router)
        DocumentRoutes(
            store: store, hitTests: services.hitTests, presentations: services.presentations,
            imagesInProgress: imagesInProgress, publicAddress: publicAddress
        ).add(to: router)
        TileRoutes(tiles: tiles, store: store, hotTiles: hotTiles).add(to: router)
        CutOutRoutes(tiles: tiles, store: store, renders: renders).add(to: router)
        DownloadRoutes(
            tiles: tiles, store: store, renders: renders, themes: services.themes, publicAddress: publicAddress,
            downloads: DownloadService(
                images: services.images, renders: renders, pool: pools.render, limits: limits,
                cacheByteCount: options.cacheByteCount / 64, decodedTiles: decodedTiles)
        ).add(to: router)
        LineRoutes(
            tiles: tiles, store: store, pool: pools.render, limits: limits.render,
            cache: CoalescingCache(byteLimit: options.cacheByteCount / 64, onChange: decodedTiles.reserve)
        ).add(to: router)
        ImageAPIRoutes(
            tiles: tiles, store: store, renders: renders,
            wholeImages: WholeImageService(pool: pools.render, limits: limits, counters: metrics.renders),
            hotTiles: hotTiles, publicAddress: publicAddress, announced: announced
        ).add(to: router)
        PresentationRoutes(store: store, presentations: services.presentations, announced: announced).add(to: router)
        SearchRoutes(store: store, address: publicAddress).add(to: router)
        HealthRoutes(store: store, state: state, health: services.health, remoteStatus: options.remoteStatus)
            .add(to: router)
        let viewer = ViewerRoutes(
            store: store, files: viewerFiles, firstViews: services.firstViews, publicAddress: publicAddress,
            embedding: options.embedding, kioskSeconds: options.kioskSeconds, protection: services.protection,
            themes: services.themes)
        viewer.add(to: router)
        ThemeRoutes(themes: services.themes).add(to: router)
        CrawlerRoutes(
            presentations: services.presentations, themes: services.themes, publicAddress: publicAddress
        ).add(to: router)
        AccessRoutes(tokens: services.tokens, publicAddress: publicAddress) {
            try viewer.page("access.html", to: $0)
        }.add(to: router)
        EditingRoutes(protection: services.protection).add(to: router)
        let scans = ScanRoutes(
            protection: services.protection, store: store, library: services.edited, work: services.scanWork,
            pool: pools.upload, policy: options.scanPolicy)
        scans.add(to: router)
        WorkingCopyRoutes(
            protection: services.protection, store: store, library: services.edited,
            events: services.events, places: places, scans: scans, viewer: viewerFiles.bundle
        ).add(to: router)
        AnnotationRoutes(
            protection: services.protection, store: store, library: services.edited, events: services.events,
            presentations: services.presentations, address: publicAddress
        ).add(to: router)
        OEmbedRoutes(
            store: store, publicAddress: publicAddress, embedding: options.embedding, themes: services.themes
        ).add(to: router)
        MetricsRoutes(
            metrics: metrics, exposure: options.metricsExposure, isBehindProxy: options.publicURL != nil
        ).add(to: router)
    }

    private func watch(_ services: Services) {
        let (store, tiles, renders) = (services.store, services.tiles, services.renders)
        let (presentations, hitTests) = (services.presentations, services.hitTests)
        metrics.watch(services.health)
        metrics.watch(
            library: { try await store.counts() },
            caches: [
                ("made_tiles", { tiles.cacheUsage }), ("pictures", { renders.cacheUsage }),
                ("presentations", { presentations.cacheUsage }), ("clauses", { hitTests.cacheUsage }),
                ("decoded_tiles", { [decodedTiles] in decodedTiles.usage }),
            ], hotTiles: hotTiles)
    }
}

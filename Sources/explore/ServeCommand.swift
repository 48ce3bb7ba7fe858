import ArgumentParser
import DocumentLibrary
import ExplorerServer
import Foundation
import Logging
import Replica
import Synchronization
import TileEngine

/// `explore serve [IMAGE…]`
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the library, or images directly: the viewer, tiles and the API.",
        discussion: """
            Images are served immediately; their tiles appear as they are cut.

            Ctrl-C ends the server within a second, after the responses in progress. SIGHUP reopens the library; so does \
            replacing the library's folder.
            """)

    @Argument(help: "Images to serve from a temporary library.")
    var images: [String] = []

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("The port to listen on; 0 for any free port.", valueName: "number"))
    var port = 8080

    @Option(
        help: ArgumentHelp(
            "The public address, if a proxy is in front of this server; used in absolute addresses.",
            discussion: "Such as https://manuscripts.example.org (default: the address it listens on).",
            valueName: "url"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            "Sites that may embed documents: any (default), none, or comma-separated origins.",
            discussion: "Such as https://blog.example.org,https://school.example.", valueName: "sites"))
    var embed = "any"

    @Option(
        help: ArgumentHelp(
            "Kiosk mode: start over after this idle time, without links to other sites.", valueName: "seconds"))
    var kiosk: Int?

    @Option(
        help: ArgumentHelp("The theme's folder (default: theme in the library).", valueName: "dir"))
    var theme: String?

    @Flag(help: "Show only the newest version of each document.")
    var newestOnly = false

    @Flag(help: "Serve drafts to everyone on this machine. For other machines, use tokens.")
    var drafts = false

    @Flag(help: "Let everyone on this machine edit and publish. For other machines, use tokens.")
    var edit = false

    @Option(
        help: ArgumentHelp(
            "Memory for caches of tiles and responses (default: a sixth of the memory, 16 to 256 MiB).",
            valueName: "bytes"))
    var cacheBytes: Int?

    @OptionGroup(title: "Replicas")
    var replica: ReplicaArguments

    @OptionGroup var serving: ServingArguments

    @OptionGroup var settings: SettingsArguments

    @OptionGroup var logging: LogArguments

    @OptionGroup var slicing: SliceArguments

    @OptionGroup var untrusted: UntrustedImageArguments

    @OptionGroup(title: "Sign-in by a proxy")
    var identity: IdentityArguments

    @OptionGroup(title: "Limits")
    var bounds: LimitArguments

    @OptionGroup var library: LibraryOptions

    func validate() throws {
        if images.isEmpty, !slicing.isEmpty {
            throw ValidationError(
                "--format, --quality, --subsampling and --tile-size need an IMAGE to cut")
        }
        if replica.from != nil, !images.isEmpty {
            throw ValidationError("--from cannot be combined with IMAGE")
        }
        if replica.from != nil, library.library != nil {
            throw ValidationError("--from cannot be combined with --library")
        }
        if !images.isEmpty, library.library != nil {
            throw ValidationError("--library cannot be combined with IMAGE, which has a library of its own")
        }
        if replica.from != nil, untrusted.sandbox || !untrusted.allowFormat.isEmpty {
            throw ValidationError(
                "--allow-format and --sandbox cannot be combined with --from: replicas decode no images")
        }
        // Browsers ignore the header over plain HTTP (RFC 6797, section 8.1). There, another server must add TLS.
        if serving.hsts != nil, serving.tlsCert == nil, publicURL?.lowercased().hasPrefix("https://") != true {
            throw ValidationError("--hsts needs --tls-cert and --tls-key, or an https:// --public-url")
        }
        if edit, replica.from != nil {
            throw ValidationError("--edit cannot be combined with --from: replicas are read-only")
        }
        if edit, !images.isEmpty {
            throw ValidationError(
                "--edit cannot be combined with IMAGE, whose library is removed at the end; add it first")
        }
        guard (0...65_535).contains(port) else { throw ValidationError("--port is \(port), expected 0 to 65535") }
        if let kiosk, !(10...86_400).contains(kiosk) {
            throw ValidationError("--kiosk is \(kiosk), expected 10 to 86400")
        }
        if let cacheBytes, cacheBytes < 0 {
            throw ValidationError("--cache-bytes is \(cacheBytes), expected 0 or more")
        }
    }

    func run() async throws {
        let logs = logging.begin()
        defer { logs.flush() }
        if let options = try replica.options() { return try await serve(options, logs: logs) }
        let policy = try untrusted.policy()
        guard !images.isEmpty else {
            let path = self.library.path
            return try await serve(logs: logs, policy: policy, onListening: { Self.sweep(path) }) {
                try Library(serving: path)
            }
        }
        let temporary = try TemporaryLibrary()
        defer { temporary.remove() }
        let interruption = Interruption()
        var images: [ImageInProgress] = []
        for image in self.images where !interruption.isRequested {
            let cutting = try temporary.library.beginCutting(image, options: slicing.options, policy: policy)
            if let note = cutting.note { Terminal.printError("note: \(note)") }
            images.append(cutting)
        }
        if interruption.isRequested { throw LibraryError.cancelled }
        let cutting = BackgroundSlicing(images)
        defer { cutting.stop() }
        try await serve(logs: logs, imagesInProgress: ImagesInProgress(images), onListening: { cutting.start() }) {
            temporary.library
        }
    }

    /// Removes files left behind by killed processes. Runs in the background, so that readers do not wait: with 100,000
    /// documents, many file names have to be looked up.
    private static func sweep(_ path: String) {
        Thread.detachNewThread { try? Library(path: path, access: .read).sweep() }
    }

    /// Serves a release from an object store.
    private func serve(_ options: Replica.Options, logs: ServerLogs) async throws {
        let replica = try Replica(
            options, credentials: try self.replica.credentials(), eventLoopGroup: ExplorerServer.eventLoops,
            logger: Logger(label: "explore"))
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await serve(replica, logs: logs))
        } catch {
            outcome = .failure(error)
        }
        await replica.shutdown()
        try outcome.get()
    }

    private func serve(_ replica: Replica, logs: ServerLogs) async throws {
        let library = try await replica.library()
        let following = Task { await replica.follow() }
        defer { following.cancel() }
        try await serve(logs: logs, status: { replica.status }) { library }
    }

    /// - Parameters:
    ///   - policy: Which uploaded images are decoded, and where.
    ///   - open: Opens the library. Only the server may hold it, so that it can release a library that is replaced.
    private func serve(
        logs: ServerLogs, status: (@Sendable () -> RemoteStatus)? = nil,
        imagesInProgress: ImagesInProgress = ImagesInProgress(), policy: ScanPolicy = .standard,
        onListening: @escaping @Sendable () -> Void = {}, _ open: () throws -> Library
    ) async throws {
        var options = ServerOptions(
            host: host, port: port, publicURL: publicURL, includesDrafts: drafts,
            cacheByteCount: cacheBytes ?? ServerOptions.standardCacheByteCount)
        options.isEditable = edit
        options.themeFolder = theme
        options.scanPolicy = policy
        options.metricsExposure = logging.metricsExposure
        options.logs = logs
        options.trustsRequestIDs = logging.trustRequestIds
        options.limits = bounds.limits
        options.remoteStatus = status
        options.embedding = try Embedding(embed)
        options.kioskSeconds = kiosk
        options.showsFormerVersions = !newestOnly
        options.identity = try identity.identity()
        serving.apply(to: &options)
        let (host, scheme) = (host, options.tls == nil ? "http" : "https")
        let server = try ExplorerServer(
            library: open(), options: options, logger: Logger(label: "explore"), imagesInProgress: imagesInProgress)
        try await server.run { port in
            let name = host.contains(":") ? "[\(host)]" : host
            Terminal.announce("open \(scheme)://\(name):\(port)/  (Ctrl-C to stop)")
            onListening()
        }
    }
}

/// Cuts the images one after another on its own thread, while they are being served.
private final class BackgroundSlicing: Sendable {
    private let images: [ImageInProgress]
    private let isStopped = Atomic(false)
    private let end = DispatchSemaphore(value: 0)
    private let hasBegun = Atomic(false)

    init(_ images: [ImageInProgress]) {
        self.images = images
    }

    func start() {
        guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
        Thread.detachNewThread { [self] in
            for image in images where !isStopped.load(ordering: .relaxed) { cut(image) }
            end.signal()
        }
    }

    /// Stops cutting, and waits until the work has been cleaned up.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        if hasBegun.load(ordering: .relaxed) { end.wait() }
    }

    private func cut(_ image: ImageInProgress) {
        let line = ProgressLine()
        defer { line.end() }
        do {
            let notes = try image.cut(
                progress: { line.show(image.document, fraction: $0.fraction) },
                isCancelled: { [self] in isStopped.load(ordering: .relaxed) })
            line.end()
            for note in notes { Terminal.printError("note: \(note)") }
        } catch is CancellationError {
        } catch {
            // The server continues, and reports the same error to readers of this image.
            Terminal.printError("\(error)")
        }
    }
}

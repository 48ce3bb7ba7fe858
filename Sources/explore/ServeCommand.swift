import ArgumentParser
import DocumentLibrary
import ExplorerServer
import Foundation
import Logging
import NIOCore
import NIOPosix
import Replica
import Synchronization
import TileEngine

/// `explore serve [IMAGE…]`
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the library, or images at once: the viewer, tiles and the API.",
        discussion: """
            Images are served at once, and their tiles appear as they are cut.

            Ends with Ctrl-C within a second; answers in flight are finished first. SIGHUP makes it open the library \
            anew, which it also does when another folder takes the library's place.
            """)

    @Argument(help: "Images to serve from a library made for the occasion and removed at the end.")
    var images: [String] = []

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("The port to listen on; 0 takes a free one.", valueName: "number"))
    var port = 8080

    @Option(
        help: ArgumentHelp(
            "The address that readers use, where another server stands before this one; IIIF needs it.",
            discussion: "Such as https://manuscripts.example.org; else what the server listens on.", valueName: "url"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            "Which sites may show documents in frames: any (the default), none, or origins with commas between them.",
            discussion: "Such as https://blog.example.org,https://school.example.", valueName: "sites"))
    var embed = "any"

    @Flag(help: "Serve drafts to everybody on this machine; elsewhere a token lets people read them.")
    var drafts = false

    @Option(help: ArgumentHelp("How much memory tiles may take.", valueName: "bytes"))
    var cacheBytes = 256 << 20

    @OptionGroup(title: "Replicas")
    var replica: ReplicaArguments

    @OptionGroup var serving: ServingArguments

    @OptionGroup var check: CheckArguments

    @OptionGroup var settings: SettingsArguments

    @OptionGroup var metrics: MetricsArguments

    @OptionGroup var logging: LogArguments

    @OptionGroup var slicing: SliceArguments

    @OptionGroup var untrusted: UntrustedImageArguments

    @OptionGroup(title: "Limits")
    var bounds: LimitArguments

    @OptionGroup var library: LibraryOptions

    func validate() throws {
        if images.isEmpty, !slicing.isEmpty {
            throw ValidationError(
                "--format, --quality, --subsampling and --tile-size are for images that are cut now, expected an IMAGE")
        }
        if replica.from != nil, !images.isEmpty {
            throw ValidationError("--from serves what is published, expected no IMAGE with it")
        }
        if replica.from != nil, library.library != nil {
            throw ValidationError("--from serves what is published, expected no --library with it")
        }
        guard (0...65_535).contains(port) else { throw ValidationError("--port is \(port), expected 0 to 65535") }
        guard cacheBytes >= 0 else { throw ValidationError("--cache-bytes is \(cacheBytes), expected 0 or more") }
    }

    func run() async throws {
        let logs = logging.begin()
        defer { logs.flush() }
        if let options = try replica.options() { return try await serve(options, logs: logs) }
        guard !images.isEmpty else {
            let path = self.library.path
            return try await serve(logs: logs, onListening: { Self.sweep(path) }) {
                try Library(serving: path)
            }
        }
        let policy = try untrusted.policy()
        let temporary = try TemporaryLibrary()
        defer { temporary.remove() }
        let interruption = Interruption()
        var images: [ImageInProgress] = []
        for image in self.images where !interruption.isAsked {
            let cutting = try temporary.library.beginCutting(image, options: slicing.options, policy: policy)
            if let note = cutting.note { Terminal.complain("note: \(note)") }
            images.append(cutting)
        }
        if interruption.isAsked { throw LibraryError.cancelled }
        let cutting = Cutting(images)
        defer { cutting.stop() }
        try await serve(logs: logs, imagesInProgress: ImagesInProgress(images), onListening: { cutting.start() }) {
            temporary.library
        }
    }

    /// Removes what killed programs have left in the library. Readers come first: of 100,000 documents all files' names
    /// have to be looked at.
    private static func sweep(_ path: String) {
        Thread.detachNewThread { try? Library(path: path, access: .read).sweep() }
    }

    /// Serves what is published in an object store.
    private func serve(_ options: Replica.Options, logs: ServerLogs) async throws {
        let loops = MultiThreadedEventLoopGroup(numberOfThreads: ExplorerServer.coreCount)
        var logger = Logger(label: "explore")
        logger.logLevel = logging.logLevel
        let outcome: Result<Void, any Error>
        do {
            let replica = try Replica(
                options, credentials: try self.replica.credentials(), eventLoopGroup: loops, logger: logger)
            outcome = await serve(replica, on: loops, logs: logs)
            await replica.shutdown()
        } catch {
            outcome = .failure(error)
        }
        try await loops.shutdownGracefully()
        try outcome.get()
    }

    private func serve(
        _ replica: Replica, on loops: MultiThreadedEventLoopGroup, logs: ServerLogs
    ) async -> Result<Void, any Error> {
        do {
            let library = try await replica.library()
            let following = Task { await replica.follow() }
            defer { following.cancel() }
            try await serve(logs: logs, on: loops, status: { replica.status }) { library }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// - Parameter open: Opens the library; only the server holds it, so that it can let go of it when it is replaced.
    private func serve(
        logs: ServerLogs, on loops: MultiThreadedEventLoopGroup? = nil,
        status: (@Sendable () -> RemoteStatus)? = nil, imagesInProgress: ImagesInProgress = ImagesInProgress(),
        onListening: @escaping @Sendable () -> Void = {},
        _ open: () throws -> Library
    ) async throws {
        var logger = Logger(label: "explore")
        logger.logLevel = logging.logLevel
        var options = ServerOptions(
            host: host, port: port, publicURL: publicURL, includesDrafts: drafts, cacheByteCount: cacheBytes)
        options.metricsExposure = metrics.exposure
        options.logs = logs
        options.trustsRequestIDs = logging.trustRequestIds
        options.limits = bounds.limits
        options.remoteStatus = status
        options.embedding = try Embedding(embed)
        options.checkIntervalSeconds = check.checkInterval
        try serving.apply(to: &options)
        let (host, scheme) = (host, options.tls == nil ? "http" : "https")
        let server = try ExplorerServer(
            library: open(), options: options, logger: logger, imagesInProgress: imagesInProgress)
        try await server.run(on: loops) { port in
            let name = host.contains(":") ? "[\(host)]" : host
            print("open \(scheme)://\(name):\(port)/  (Ctrl-C ends)")
            fflush(nil)
            onListening()
        }
    }
}

/// Cuts the images one after the other on a thread of its own, while they are being served.
private final class Cutting: Sendable {
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

    /// Stops the cutting and waits until it has cleaned up.
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
            for note in notes { Terminal.complain("note: \(note)") }
        } catch is CancellationError {
        } catch {
            // The server goes on, and tells readers of this image the same.
            Terminal.complain("\(error)")
        }
    }
}

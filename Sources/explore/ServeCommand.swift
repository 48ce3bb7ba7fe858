import ArgumentParser
import DocumentLibrary
import ExplorerServer
import Foundation
import Logging

/// `explore serve [IMAGE…]`
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the library, or images at once: the viewer, tiles and the API.",
        discussion: "Ends with Ctrl-C within a second; answers in flight are finished first.")

    @Argument(help: "Images to serve from a library made for the occasion and removed at the end.")
    var images: [String] = []

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("The port to listen on; 0 takes a free one.", valueName: "number"))
    var port = 8080

    @Flag(help: "Serve drafts too.")
    var drafts = false

    @Option(help: ArgumentHelp("How much memory tiles may take.", valueName: "bytes"))
    var cacheBytes = 256 << 20

    @OptionGroup var library: LibraryOptions

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is \(port), expected 0 to 65535") }
        guard cacheBytes >= 0 else { throw ValidationError("--cache-bytes is \(cacheBytes), expected 0 or more") }
    }

    func run() async throws {
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        guard !images.isEmpty else { return try await serve(try library.open()) }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("explore-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let temporary = try Library(path: folder, access: .write)
        let interruption = Interruption()
        for image in images {
            let line = ProgressLine()
            defer { line.end() }
            _ = try temporary.add(
                try DocumentSource(path: image),
                progress: { progress in
                    if case .slicing(_, _, let fraction) = progress { line.show(image, fraction: fraction) }
                },
                isCancelled: { interruption.isAsked })
        }
        try await serve(temporary)
    }

    private func serve(_ library: Library) async throws {
        var logger = Logger(label: "explore")
        logger.logLevel = .warning
        let options = ServerOptions(host: host, port: port, includesDrafts: drafts, cacheByteCount: cacheBytes)
        let host = host
        try await ExplorerServer(library: library, options: options, logger: logger).run { port in
            let name = host.contains(":") ? "[\(host)]" : host
            print("open http://\(name):\(port)/  (Ctrl-C ends)")
            fflush(nil)
        }
    }
}

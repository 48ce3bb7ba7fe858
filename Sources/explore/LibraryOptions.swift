import ArgumentParser
import DocumentLibrary
import Foundation
import TileEngine

/// The library that a command uses.
struct LibraryOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("The library's folder (default: $EXPLORE_LIBRARY, else ./library).", valueName: "dir"))
    var library: String?

    /// The library's folder: the option's value, or else the environment's, or else `library` in the current directory.
    var path: String {
        library ?? ProcessInfo.processInfo.environment["EXPLORE_LIBRARY"].flatMap { $0.isEmpty ? nil : $0 }
            ?? "library"
    }

    /// Opens the library. Only `.write` creates one if it does not exist.
    func open(_ access: Library.Access = .read) throws -> Library {
        var library = try Library(path: path, access: access)
        library.waits = waits
        return library
    }

    /// Reports that a change waits for another process.
    var waits: @Sendable () -> Void {
        { [path] in Terminal.printError("\(path): another program is changing the library; waiting for it") }
    }
}

/// Whether to ask a user at a terminal for confirmation.
struct ConfirmationOptions: ParsableArguments {
    @Flag(name: [.short, .long], help: "Do not ask for confirmation.")
    var yes = false

    /// Asks for confirmation, if there is a terminal and `--yes` is not given.
    ///
    /// - Throws: `ExitCode(1)` for any reply except yes.
    func expect(_ question: String) throws {
        guard !yes, isatty(STDIN_FILENO) == 1 else { return }
        Terminal.writeError("\(question) [y/N] ")
        guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else {
            Terminal.printError("nothing was removed")
            throw ExitCode(1)
        }
    }
}

/// The language of the texts shown.
struct LanguageOption: ParsableArguments {
    @Option(help: ArgumentHelp("The language of the texts, such as en or fr.", valueName: "tag"))
    var lang: String?
}

/// Whether a command writes text or JSON.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON, in the format of the web API.")
    var json = false
}

/// The options for cutting images into tiles.
struct SliceArguments: ParsableArguments {
    @Option(help: "Format of the tiles (default: jpeg).")
    var format: TileFormat?

    @Option(help: ArgumentHelp("Quality of the tiles, 1 to 100 (default: 85).", valueName: "number"))
    var quality: Int?

    @Option(help: "Chroma subsampling of JPEG tiles: 444 (default) keeps red ink sharp, 420 is smaller.")
    var subsampling: Subsampling?

    @Option(help: ArgumentHelp("Tile size in pixels: 256 (default), 512 or 1024.", valueName: "pixels"))
    var tileSize: Int?

    func validate() throws {
        if let quality, !(1...100).contains(quality) {
            throw ValidationError("--quality is \(quality), expected 1 to 100")
        }
        if let tileSize, !SliceOptions.tileSizes.contains(tileSize) {
            throw ValidationError("--tile-size is \(tileSize), expected 256, 512 or 1024")
        }
        if subsampling != nil, format == .webp {
            throw ValidationError("--subsampling cannot be combined with --format webp: it is for JPEG tiles")
        }
    }

    /// Whether no option is given.
    var isEmpty: Bool { format == nil && quality == nil && subsampling == nil && tileSize == nil }

    var options: SliceOptions {
        var options = SliceOptions()
        if let format { options.format = format }
        if let quality { options.quality = quality }
        if let subsampling { options.subsampling = subsampling }
        if let tileSize { options.tileSize = tileSize }
        return options
    }
}

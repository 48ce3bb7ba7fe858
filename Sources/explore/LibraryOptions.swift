import ArgumentParser
import DocumentLibrary
import Foundation
import TileEngine

/// Which library a command works on.
struct LibraryOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("The library's folder (default: $EXPLORE_LIBRARY, else ./library).", valueName: "dir"))
    var library: String?

    /// The folder: the option's, else the environment's, else `library` here.
    var path: String {
        library ?? ProcessInfo.processInfo.environment["EXPLORE_LIBRARY"].flatMap { $0.isEmpty ? nil : $0 }
            ?? "library"
    }

    /// Opens the library; only `.write` makes one where there is none.
    func open(_ access: Library.Access = .read) throws -> Library {
        var library = try Library(path: path, access: access)
        library.waits = { [path] in
            Terminal.printError("\(path): another program is changing the library; waiting for it")
        }
        return library
    }
}

/// Whether somebody at a terminal is asked first.
struct ConfirmationOptions: ParsableArguments {
    @Flag(name: [.short, .long], help: "Do not ask for confirmation.")
    var yes = false

    /// Asks, if there is a terminal and nobody has said yes already.
    ///
    /// - Throws: `ExitCode(1)` for anything but yes.
    func expect(_ question: String) throws {
        guard !yes, isatty(STDIN_FILENO) == 1 else { return }
        FileHandle.standardError.write(Data("\(question) [y/N] ".utf8))
        guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else {
            Terminal.printError("nothing was removed")
            throw ExitCode(1)
        }
    }
}

/// Which language texts are shown in.
struct LanguageOption: ParsableArguments {
    @Option(help: ArgumentHelp("The language of the texts, such as en or fr.", valueName: "tag"))
    var lang: String?
}

/// Whether a command answers for people or for programs.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON, in the format of the web API.")
    var json = false
}

/// How an image is cut into tiles.
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
    }

    /// Whether nothing was asked for.
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

import ArgumentParser
import DocumentLibrary
import Foundation
import TileEngine
import WebDocuments

/// `explore lines IMAGE|DOC`
struct LinesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lines",
        abstract: "Find the text lines of a page, without a trained model.",
        discussion: """
            Prints how many lines there are, or writes them in reading order: columns from left to right, each from top to \
            bottom. The ALTO file has an outline and a baseline for each line, and no words; `explore add IMAGE --alto` \
            reads it. Exit status 1 when no lines are found.
            """)

    @Argument(help: "An image, or the id of a document.")
    var source: String

    @Option(help: ArgumentHelp("The page (default: 1).", valueName: "number"))
    var page: Int?

    @Option(help: ArgumentHelp("Write the lines into this ALTO file.", valueName: "file"))
    var alto: String?

    @OptionGroup var untrusted: UntrustedImageArguments
    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let page, page < 1 { throw ValidationError("--page is \(page), expected 1 or more") }
    }

    func run() throws {
        if let alto { try OutputFile.check(alto, reading: [source]) }
        let page = try PageForLines(source, page: page, libraryPath: library.path, policy: untrusted.policy())
        let (found, size) = try withProgress(advice: "nothing was written") { line, isCancelled in
            try page.lines(
                progress: { line.show($0 == .reading ? "reading" : "finding lines", fraction: $1) },
                isCancelled: isCancelled)
        }
        if let alto, !found.lines.isEmpty { try page.write(found, of: size, toALTO: alto) }
        if output.json {
            Terminal.print(.lines(found, of: page.name, page: page.number))
        } else if !found.lines.isEmpty {
            Terminal.print(
                "\(alto ?? source): \(Terminal.count(found.lines.count, "line")), "
                    + "\(Terminal.decimal(found.pitch, places: 0)) px from one to the next")
        }
        if found.lines.isEmpty {
            Terminal.printError("\(source): no text lines on page \(page.number)")
            throw ExitCode(1)
        }
    }
}

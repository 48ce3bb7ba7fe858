import ArgumentParser
import DocumentCheck
import DocumentLibrary
import DocumentModel
import WebDocuments
import Foundation
import TileEngine
import Viewer

/// `explore check DOC`
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Find problems in a document, and suggest fixes.",
        discussion: """
            Regions that overlap, cross themselves, leave the page or miss their ink; lines that no clause covers; numbers, \
            categories, texts and colours. Exit status 1 when there are findings. --fix repairs what needs no judgement: \
            in the library as a new version, in a source folder in its clauses.json.
            """)

    @Argument(help: "The document's id, or the path of a source folder.")
    var document: String

    @Flag(help: "Repair what needs no judgement, and list the repairs.")
    var fix = false

    @Option(
        help: ArgumentHelp(
            "Draw a page's findings on its image, into this file (.png, .jpg, .webp or .tif).", valueName: "file"))
    var image: String?

    @Option(help: ArgumentHelp("The page for --image and --alto.", valueName: "number"))
    var page: Int?

    @Option(
        name: [.customLong("alto"), .customLong("page-xml")],
        help: ArgumentHelp(
            "An ALTO or PAGE XML file whose lines the clauses must cover (default: detected rows of ink).",
            valueName: "file"))
    var lines: String?

    @Option(help: ArgumentHelp("Hide findings of this kind; may be repeated.", valueName: "kind"))
    var ignore: [FindingKind] = []

    @OptionGroup var untrusted: UntrustedImageArguments
    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard page == nil || image != nil || lines != nil else {
            throw ValidationError("--page needs --image or --alto")
        }
        if let image, ImageFormat(fileExtension: (image as NSString).pathExtension) == nil {
            throw ValidationError("--image is \(image), expected a name that ends in .png, .jpg, .webp or .tif")
        }
    }

    func run() throws {
        let interruption = Interruption()
        try run(isCancelled: { interruption.isRequested })
    }

    /// Runs the command until `isCancelled` returns true.
    ///
    /// - Throws: `LibraryError.cancelled` after an interruption that left everything unchanged.
    func run(isCancelled: @escaping @Sendable () -> Bool) throws {
        let checked = try DocumentToCheck(document, libraryPath: library.path, policy: untrusted.policy())
        if let image { try OutputFile.check(image, reading: checked.imageFiles) }
        let mended = fix ? try checked.mend(at: Date(), waits: library.waits, isCancelled: isCancelled) : nil
        let id = checked.document.id
        let findings: [Finding]
        do {
            findings = try checked.findings(
                lines: lines.map { [page ?? 1: $0] } ?? [:], hasIcon: ViewerBundle().hasIcon, isCancelled: isCancelled
            ).filter { !ignore.contains($0.kind) }
            if let image, let format = ImageFormat(fileExtension: (image as NSString).pathExtension) {
                let shown = page ?? findings.compactMap(\.page).min() ?? 1
                _ = try checked.writePicture(of: findings, page: shown, as: format, to: image, isCancelled: isCancelled)
            }
        } catch LibraryError.cancelled {
            guard let mended, !mended.repairs.isEmpty else { throw LibraryError.cancelled }
            Terminal.printError("\(id): interrupted after \(CheckListing.summary(mended.repairs, mended.version))")
            throw ExitCode(130)
        }
        if output.json {
            Terminal.print(.findings(findings, of: id, repairs: mended?.repairs, version: mended?.version))
        } else {
            if let mended {
                for line in CheckListing.lines(mended.repairs, mended.version, of: id) { Terminal.print(line) }
            }
            for line in CheckListing.lines(findings, of: id) { Terminal.print(line) }
            if let image { Terminal.print("\(image): \(CheckListing.legend)") }
        }
        if !findings.isEmpty { throw ExitCode(1) }
    }
}

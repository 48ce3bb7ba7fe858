import ArgumentParser
import ClauseStore
import DocumentLibrary
import DocumentModel
import WebDocuments
import Foundation
import TileEngine

/// `explore clause DOC ID`
struct ClauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clause", abstract: "Show the texts of one clause.")

    @Argument(help: "The document's id.")
    var document: String

    @Argument(help: "The clause's id, such as 39 or preamble.")
    var id: String

    @Option(
        help: ArgumentHelp(
            "Cut the clause out of the scan into this file (.jpg, .png, .webp or .tif) instead.", valueName: "file"))
    var image: String?

    @Option(
        help: ArgumentHelp("Width of the cut-out, up to 2× native (default: native).", valueName: "pixels"))
    var width: Int?

    @Option(help: ArgumentHelp("The page to cut from (default: the clause's first).", valueName: "number"))
    var page: Int?

    @Option(help: ArgumentHelp("The capture of the page to cut from (default: the first).", valueName: "id"))
    var capture: String?

    @OptionGroup var library: LibraryOptions
    @OptionGroup var language: LanguageOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard image != nil || (width == nil && page == nil && capture == nil) else {
            throw ValidationError("--width, --page and --capture need --image")
        }
        guard image == nil || language.lang == nil else {
            throw ValidationError("--lang cannot be combined with --image, which shows no text")
        }
        if let image, ImageFormat(fileExtension: (image as NSString).pathExtension) == nil {
            throw ValidationError("--image is \(image), expected a name that ends in .jpg, .png, .webp or .tif")
        }
    }

    func run() throws {
        if let image { return try cutOut(to: image) }
        let clause = try library.open().store.clause(
            id, of: document, lang: language.lang, includingRegions: output.json)
        if output.json { return Terminal.print(.clause(clause)) }
        Terminal.print(clause.heading)
        for text in [clause.translation, clause.context].compactMap({ $0 }) {
            printParagraph(text)
        }
        if let transcription = clause.transcription ?? clause.incipit {
            printParagraph("“\(transcription)”")
        }
    }

    private func printParagraph(_ text: String) {
        for line in [""] + Terminal.paragraph(text) { Terminal.print(line) }
    }

    private func cutOut(to file: String) throws {
        guard let format = ImageFormat(fileExtension: (file as NSString).pathExtension) else { return }
        try OutputFile.check(file)
        let library = try library.open()
        let interruption = Interruption()
        let size = try library.writeCutOut(
            of: id, in: document, page: page, capture: capture, width: width, as: format, to: file,
            isCancelled: { interruption.isRequested })
        if output.json {
            Terminal.print(
                .object([
                    ("document", .string(document)), ("clause", .string(id)), ("file", .string(file)),
                    ("width", .int(size.width)), ("height", .int(size.height)),
                ]))
        } else {
            Terminal.print("\(file): \(size) px")
        }
    }
}

extension ClauseResult {
    /// The clause in one line: its number or id, its title and its categories.
    var heading: String {
        let name = number ?? id
        let themes = categories.isEmpty ? "" : "  [\(categories.joined(separator: ", "))]"
        return "\(name)  \(title ?? incipit ?? "")\(themes)"
    }
}

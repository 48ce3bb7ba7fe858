import ArgumentParser
import ClauseStore
import DocumentLibrary
import ExplorerServer
import Foundation

/// `explore add SOURCE…`
struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add documents to the library, or replace them.",
        discussion: """
            A source is a source folder (with document.json), or an image, which becomes a document of one page. \
            What is there already and equal is left alone; a document that is replaced keeps its former version.
            """)

    @Argument(help: "Source folders or images.")
    var sources: [String]

    @Option(
        help: ArgumentHelp("An ALTO file (version 2 to 4) that describes the image's text lines.", valueName: "file"))
    var alto: String?

    @OptionGroup var slicing: SliceArguments
    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if alto != nil, sources.count != 1 {
            throw ValidationError("--alto describes one image, but \(sources.count) sources were given")
        }
    }

    func run() throws {
        let parsed = try sources.map { try DocumentSource(path: $0, alto: alto) }
        let library = try library.open(.write)
        let interruption = Interruption()
        var reports: [JSON] = []
        for source in parsed {
            let line = ProgressLine()
            let name = (source.path as NSString).lastPathComponent
            defer { line.end() }
            let report = try library.add(
                source, options: slicing.options,
                progress: { progress in
                    if case .slicing(let page, let count, let fraction) = progress {
                        line.show("\(name): slicing page \(page) of \(count)", fraction: fraction)
                    }
                },
                isCancelled: { interruption.isAsked })
            line.end()
            let counts = try library.store.clauseCounts(of: report.document.id)
            for note in report.notes { Terminal.complain("note: \(note)") }
            if output.json {
                reports.append(.document(report.document, counts: counts))
            } else {
                print(Self.summary(report, counts: counts))
            }
        }
        if output.json { Terminal.print(.documents(reports)) }
    }

    private static func summary(_ report: AddReport, counts: ClauseCounts) -> String {
        let verb =
            switch report.outcome {
            case .added: "added"
            case .unchanged: "unchanged"
            case .replaced(let version): "replaced, now version \(version)"
            }
        let sizes = report.document.pages.map { "\($0.width) × \($0.height) px" }.prefix(3).joined(separator: ", ")
        let pages = Terminal.count(report.document.pages.count, "page")
        return "\(report.document.id): \(verb) (\(pages), \(sizes); \(Terminal.count(counts.total, "clause")))"
    }
}

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
            A source is a source folder (with document.json), or an image, which becomes a document of one page, or a \
            file whose format its content tells: a IIIF manifest (Presentation 3 or 2), Web Annotations or Open \
            Annotations, or GeoJSON in pixels. Such a file becomes a document with a page for each canvas that it has, \
            or that its annotations are about. Nothing is fetched: a page has no image unless --image gives it, and then \
            coordinates are scaled from the canvas to it. What is there already and equal is left alone; a document that \
            is replaced keeps its former version.

            With --alto or --page-xml, each text line of an image becomes a clause. With --clauses as well, a table \
            (CSV) says which stretches of the lines are a clause: a row has its id in 'clause'; in 'first line' and \
            'last line' a line's number, from 1 in reading order, or its id in the file; in 'first word or x' and \
            'last word or x' a word's number in the line, the word as written, or x=PIXELS, and nothing for the \
            line's start and end. 'number', 'title' and 'categories' (a; b) may be added. Several rows with the same \
            id are one clause. See docs/formats.md.
            """)

    @Argument(help: "Source folders, images, or files of other formats.")
    var sources: [String]

    @Option(
        name: [.customLong("alto"), .customLong("page-xml")],
        help: ArgumentHelp(
            "The file that describes the image's text lines: ALTO (2 to 4) or PAGE XML (2013 to 2019).",
            valueName: "file"))
    var lines: String?

    @Option(
        help: ArgumentHelp("A table that says which stretches of the text lines are a clause.", valueName: "table"))
    var clauses: String?

    @Option(
        help: ArgumentHelp(
            "Annotations or GeoJSON of the image; or annotations that the manifest refers to.", valueName: "file"))
    var annotations: [String] = []

    @Option(
        name: .customLong("image"),
        help: ArgumentHelp(
            "The image of a page of a manifest, annotations or GeoJSON, such as 1=scan.jpg.", valueName: "page=file"))
    var images: [PageImage] = []

    @Option(help: "The id of a document made of a manifest, annotations or GeoJSON, in place of its own.")
    var id: String?

    @OptionGroup var slicing: SliceArguments
    @OptionGroup var untrusted: UntrustedImageArguments
    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if sources.count != 1, !images.isEmpty || !annotations.isEmpty || id != nil {
            throw ValidationError(
                "--annotations, --image and --id belong to one source, but \(sources.count) were given")
        }
        let pages = images.map(\.page)
        if let page = pages.first(where: { page in pages.count { $0 == page } > 1 }) {
            throw ValidationError("--image \(page)=… is given twice, expected one image a page")
        }
        if lines != nil || clauses != nil, sources.count != 1 {
            throw ValidationError("--alto and --clauses describe one image, but \(sources.count) sources were given")
        }
    }

    func run() throws {
        let pages = Dictionary(images.map { ($0.page, $0.path) }) { first, _ in first }
        let parsed = try sources.map {
            try DocumentSource(
                path: $0, lines: lines, clauses: clauses, annotations: annotations, images: pages, id: id)
        }
        let policy = try untrusted.policy()
        var opened: Library?
        let interruption = Interruption()
        var reports: [JSON] = []
        for source in parsed {
            let line = ProgressLine()
            let name = (source.path as NSString).lastPathComponent
            defer { line.end() }
            // What cannot be read must not even make a library.
            let read = try Library.read(source, policy: policy)
            let library = try opened ?? library.open(.write)
            opened = library
            let report = try library.add(
                read, options: slicing.options,
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

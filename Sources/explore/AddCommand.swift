import ArgumentParser
import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import ExplorerServer
import WebDocuments
import Foundation

/// `explore add SOURCE…`
struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add documents to the library, or replace them.",
        discussion: """
            A source is a source folder (with document.json); or an image, which becomes a document of one page, or of \
            as many as a TIFF or PDF file has; or a folder of images, which becomes a document with a page for each, in \
            natural order, and with the text lines of an ALTO or PAGE XML file of the same name; or a file whose format is \
            detected from its content: a IIIF manifest (Presentation 3 or 2), Web Annotations or Open Annotations, GeoJSON in \
            pixels, a TEI P5 edition with a facsimile, or METS with ALTO or PAGE XML. It becomes a document with a page for \
            each canvas or surface in it, or that its annotations refer to. Nothing is fetched from the network: pages have \
            no image unless --image supplies it, or TEI or METS names one in its own folder; coordinates are then scaled \
            from the canvas or surface to the image. An unchanged document is left alone; a replaced one keeps its former \
            version. With several sources, documents are replaced only with --replace.

            A document that nobody has edited is replaced at once, as a new version. One that was edited in the browser since \
            it was added is not: the source's changes since then become edits of its working copy, which `explore edits publish` publishes. Fields that were changed on both \
            sides are listed, one per line, and nothing is changed. --publish replaces such a document as well, unless it has \
            unpublished edits.

            The id and the title of a scan come from the name of its file or folder. If another document has that id, \
            part of the scan's digest is appended, and the output says so. --metadata names a CSV table that describes \
            scans, with the columns 'file', 'id', 'title', 'shelfmark', 'rights', 'date' and 'holder'.

            Several sources are processed in parallel (--jobs), each document in its own transaction. A failure does not \
            stop the others; failures are listed at the end, one per line, with status 2. After Ctrl-C, the same command \
            continues.

            With --alto or --page-xml, each text line of an image becomes a clause. With --clauses as well, a CSV table \
            states which lines and words make up each clause: a row has its id in 'clause'; in 'first line' and \
            'last line' a line's number, from 1 in reading order, or its id in the file; in 'first word or x' and \
            'last word or x' a word's number in the line, the word itself, or x=PIXELS; empty means the start or the end \
            of the line. 'number', 'title' and 'categories' (a; b) are optional. Several rows with the same id are one \
            clause. See docs/formats.md.
            """)

    @Argument(help: "Source folders, images, or files of other formats.")
    var sources: [String] = []

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp("A file with further sources, one per line; - for standard input.", valueName: "file"))
    var list: String?

    @Option(
        help: ArgumentHelp(
            "Number of sources processed in parallel, 1 to 64 (default: the number of cores).",
            valueName: "number"))
    var jobs: Int?

    @Option(
        name: [.customLong("alto"), .customLong("page-xml")],
        help: ArgumentHelp(
            "The file that describes the image's text lines: ALTO (2 to 4) or PAGE XML (2013 to 2019).",
            valueName: "file"))
    var lines: String?

    @Option(
        help: ArgumentHelp("A CSV table of the lines and words of each clause.", valueName: "table"))
    var clauses: String?

    @Option(
        help: ArgumentHelp(
            "Annotations or GeoJSON of the image; or annotations that the manifest refers to.", valueName: "file"))
    var annotations: [String] = []

    @Option(
        name: .customLong("image"),
        help: ArgumentHelp(
            "The image of a page of a manifest, annotations, GeoJSON, TEI or METS, such as 1=scan.jpg; or of a capture that a manifest or TEI offers, such as 1/uv=uv.jpg.",
            valueName: "page=file"))
    var images: [PageImageArgument] = []

    @Option(help: "The document's id, instead of one derived from the source; not for source folders.")
    var id: String?

    @Option(help: "The title of a document of scans.")
    var title: String?

    @Option(help: "The holder's shelfmark of the original.")
    var shelfmark: String?

    @Option(help: ArgumentHelp("The URI of a rights statement for the scans.", valueName: "uri"))
    var rights: String?

    @Option(help: ArgumentHelp("A CSV table of ids, titles and other metadata of the scans.", valueName: "table"))
    var metadata: String?

    @Flag(help: "Replace existing documents whose content differs, even with several sources.")
    var replace = false

    @Flag(help: "Publish at once, even over a version that was edited in the browser.")
    var publish = false

    @OptionGroup var part: PartArguments
    @OptionGroup var slicing: SliceArguments
    @OptionGroup var untrusted: UntrustedImageArguments
    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if sources.isEmpty, list == nil { throw ValidationError("no source is given, expected SOURCE or --from") }
        if let jobs, !(1...64).contains(jobs) { throw ValidationError("--jobs is \(jobs), expected 1 to 64") }
        let count = list == nil ? "\(sources.count)" : "several"
        if sources.count != 1 || list != nil, !images.isEmpty || !annotations.isEmpty || !description.isEmpty {
            throw ValidationError(
                "--annotations, --image, --id, --title, --shelfmark, --rights, --rotation, --crop and --corners belong to one source, but "
                    + "\(count) were given; use --metadata for several scans")
        }
        if metadata != nil, !description.isEmpty {
            throw ValidationError(
                "--metadata cannot be combined with --id, --title, --shelfmark, --rights, --rotation, --crop or --corners"
            )
        }
        let pages = images.map(\.name)
        if let page = pages.first(where: { page in pages.count { $0 == page } > 1 }) {
            throw ValidationError("--image \(page)=… is given twice, expected one image per page and capture")
        }
        if lines != nil || clauses != nil, sources.count != 1 || list != nil {
            throw ValidationError("--alto and --clauses describe one image, but \(count) sources were given")
        }
    }

    /// The metadata that the options give for scans.
    private var description: ScanDescription {
        ScanDescription(id: id, title: title, shelfmark: shelfmark, rights: rights, part: part.part)
    }

    func run() throws {
        let sources = try self.sources + (list.map(SourceList.read) ?? [])
        let descriptions = try descriptions(of: sources)
        let interruption = Interruption()
        let run = try addition(descriptions) { interruption.isRequested }
        let display = AddProgressDisplay(sources: sources)
        var documents: [JSON] = []
        var failures: [(source: String, error: any Error)] = []
        try run.run(sources, progress: display.show) { outcome in
            switch outcome.result {
            case .failure(let error):
                display.fails(outcome.position)
                if !interruption.isRequested { failures.append((outcome.source, error)) }
            case .success(let (report, counts)):
                display.ends(
                    outcome.position, byteCount: report.document.pages.reduce(0) { $0 + ($1.imageByteCount ?? 0) })
                for note in report.notes { Terminal.printError("note: \(note)") }
                if output.json {
                    if let note = report.idNote {
                        Terminal.printError("note: \(Self.naming(outcome.source, report, note))")
                    }
                    documents.append(.document(report.document, counts: counts))
                } else {
                    Terminal.print(Self.summary(report, of: outcome.source, counts: counts))
                }
            }
        }
        display.clear()
        // For a single source all faults are printed.
        if sources.count == 1, let failure = failures.first { throw failure.error }
        if output.json, !interruption.isRequested { Terminal.print(.documents(documents)) }
        for failure in failures { Terminal.printError(Self.line(failure.source, failure.error)) }
        if interruption.isRequested {
            if sources.count == 1 { throw LibraryError.cancelled }
            Terminal.printError(
                "interrupted after \(display.doneCount) of \(sources.count) sources; run the same command to continue")
            throw ExitCode(130)
        }
        if !failures.isEmpty { throw ExitCode(2) }
    }

    /// Returns what the options or the table of metadata say about scans, and prints the table's notes.
    private func descriptions(of sources: [String]) throws -> [ScanDescription] {
        if let id, !Identifier.isValid(id) {
            throw LibraryError.useless("--id", reason: "is '\(id)', expected \(Identifier.rule)")
        }
        if let rights, !ScanDescription.isRights(rights) {
            throw LibraryError.useless("--rights", reason: "is '\(rights)', expected an http or https URI")
        }
        guard let metadata else { return description.isEmpty ? [] : [description] }
        let table = try ScanTable(path: metadata).descriptions(of: sources)
        for note in table.notes { Terminal.printError("note: \(note)") }
        return table.descriptions
    }

    /// Returns the addition of sources with the options as given.
    private func addition(
        _ descriptions: [ScanDescription], isCancelled: @escaping @Sendable () -> Bool
    ) throws -> AddRun {
        let pages = Dictionary(images.filter { $0.capture == nil }.map { ($0.page, $0.path) }) { first, _ in first }
        let captures = Dictionary(
            images.compactMap { image in
                image.capture.map { (CaptureName(page: image.page, id: $0), image.path) }
            }
        ) { first, _ in first }
        return AddRun(
            jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount, options: slicing.options,
            policy: try untrusted.policy(), isReplacing: replace, isPublishing: publish, descriptions: descriptions,
            isCancelled: isCancelled,
            open: { [library] in try library.open(.write) },
            source: { [lines, clauses, annotations, id] path in
                try DocumentSource(
                    path: path, lines: lines, clauses: clauses, annotations: annotations, images: pages,
                    captures: captures, id: id)
            })
    }

    /// Returns a failure as one line, which always names the source.
    private static func line(_ source: String, _ error: any Error) -> String {
        let lines = Explore.lines(of: error)
        let more = lines.count > 1 ? " (and \(lines.count - 1) more)" : ""
        let first = (lines.first ?? "").split(separator: "\n").joined(separator: " ")
        return (first.contains(source) ? first : "\(source): \(first)") + more
    }

    /// Explains why a document's id is not the one derived from its source's name.
    private static func naming(_ source: String, _ report: AddReport, _ note: String) -> String {
        "\(source) has the id \(report.document.id), because \(note)"
    }

    private static func summary(_ report: AddReport, of source: String, counts: ClauseCounts) -> String {
        if let merge = report.merge {
            let state = "\(report.document.id): edited in the browser since it was added; "
            guard merge.changeCount > 0 else { return state + "no changes in the source" }
            let what = Terminal.count(merge.changeCount, "field")
            return state + "\(what) changed in its working copy, revision \(merge.revision), not published"
        }
        let verb =
            switch report.outcome {
            case .added: "added"
            case .unchanged: "unchanged"
            case .replaced(let version): "replaced, now version \(version)"
            }
        let sizes = report.document.pages.map { "\($0.width) × \($0.height) px" }.prefix(3).joined(separator: ", ")
        let pages = Terminal.count(report.document.pages.count, "page")
        let more = report.document.pages.count > 3 ? ", …" : ""
        let line =
            "\(report.document.id): \(verb) (\(pages), \(sizes)\(more); \(Terminal.count(counts.total, "clause")))"
        return line + (report.idNote.map { "; \(naming(source, report, $0))" } ?? "")
    }
}

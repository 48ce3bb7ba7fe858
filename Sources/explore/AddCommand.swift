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
            natural order, and with the text lines of the ALTO or PAGE XML file of the same name beside it; or a file \
            whose format its content tells: a IIIF manifest (Presentation 3 or 2), Web Annotations or Open \
            Annotations, or GeoJSON in pixels. Such a file becomes a document with a page for each canvas that it has, \
            or that its annotations are about. Nothing is fetched: a page has no image unless --image gives it, and then \
            coordinates are scaled from the canvas to it. What is there already and equal is left alone; a document that \
            is replaced keeps its former version. Of several sources none replaces a document without --replace.

            The id and the title of scans are made of the file's or folder's name. Where that id is another document's, a \
            part of the scan's digest is added, and the answer says so. With --metadata, a table (CSV) says what scans are \
            called: 'file', 'id', 'title', 'shelfmark', 'rights', 'date', 'holder'.

            Of several sources some are read and cut at once (--jobs), each document in a transaction of its own. One \
            that fails stops no other: the failures are told at the end, a line each, with status 2. After Ctrl-C the \
            same command goes on.

            With --alto or --page-xml, each text line of an image becomes a clause. With --clauses as well, a table \
            (CSV) says which stretches of the lines are a clause: a row has its id in 'clause'; in 'first line' and \
            'last line' a line's number, from 1 in reading order, or its id in the file; in 'first word or x' and \
            'last word or x' a word's number in the line, the word as written, or x=PIXELS, and nothing for the \
            line's start and end. 'number', 'title' and 'categories' (a; b) may be added. Several rows with the same \
            id are one clause. See docs/formats.md.
            """)

    @Argument(help: "Source folders, images, or files of other formats.")
    var sources: [String] = []

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp("A file that names further sources, one a line; - is standard input.", valueName: "file"))
    var list: String?

    @Option(
        help: ArgumentHelp(
            "How many sources are read and cut at once, 1 to 64; as many as there are cores where not given.",
            valueName: "number"))
    var jobs: Int?

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

    @Option(help: "The id of the document, in place of one made of its source; not for a source folder.")
    var id: String?

    @Option(help: "The title of a document made of scans.")
    var title: String?

    @Option(help: "The holder's name for the original of which these are scans.")
    var shelfmark: String?

    @Option(help: ArgumentHelp("The address that states the rights in the scans.", valueName: "uri"))
    var rights: String?

    @Option(help: ArgumentHelp("A table that says what each of the scans is called.", valueName: "table"))
    var metadata: String?

    @Flag(help: "Replace documents that are there with other content, also where several sources are given.")
    var replace = false

    @OptionGroup var slicing: SliceArguments
    @OptionGroup var untrusted: UntrustedImageArguments
    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if sources.isEmpty, list == nil { throw ValidationError("no source is given, expected SOURCE or --from") }
        if let jobs, !(1...64).contains(jobs) { throw ValidationError("--jobs is \(jobs), expected 1 to 64") }
        let count = list == nil ? "\(sources.count)" : "several"
        if sources.count != 1 || list != nil, !images.isEmpty || !annotations.isEmpty || !words.isEmpty {
            throw ValidationError(
                "--annotations, --image, --id, --title, --shelfmark and --rights belong to one source, but \(count) were "
                    + "given; of several scans --metadata says it")
        }
        if metadata != nil, !words.isEmpty {
            throw ValidationError("--metadata says what --id, --title, --shelfmark and --rights do, expected either")
        }
        let pages = images.map(\.page)
        if let page = pages.first(where: { page in pages.count { $0 == page } > 1 }) {
            throw ValidationError("--image \(page)=… is given twice, expected one image a page")
        }
        if lines != nil || clauses != nil, sources.count != 1 || list != nil {
            throw ValidationError("--alto and --clauses describe one image, but \(count) sources were given")
        }
    }

    /// What the options say of scans.
    private var words: ScanWords { ScanWords(id: id, title: title, shelfmark: shelfmark, rights: rights) }

    func run() throws {
        let sources = try self.sources + (list.map(SourceList.read) ?? [])
        if let id, !Identifier.isValid(id) {
            throw LibraryError.useless("--id", reason: "is '\(id)', expected \(Identifier.rule)")
        }
        if let rights, !ScanWords.isRights(rights) {
            throw LibraryError.useless("--rights", reason: "is '\(rights)', expected an http or https URI")
        }
        var words = self.words.isEmpty ? [] : [self.words]
        if let metadata {
            let table = try ScanTable(path: metadata).words(of: sources)
            words = table.words
            for note in table.notes { Terminal.complain("note: \(note)") }
        }
        let pages = Dictionary(images.map { ($0.page, $0.path) }) { first, _ in first }
        let interruption = Interruption()
        let run = AddRun(
            jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount, options: slicing.options,
            policy: try untrusted.policy(), isReplacing: replace, words: words,
            isCancelled: { interruption.isAsked },
            open: { [library] in try library.open(.write) },
            source: { [lines, clauses, annotations, id] path in
                try DocumentSource(
                    path: path, lines: lines, clauses: clauses, annotations: annotations, images: pages, id: id)
            })
        let board = AddBoard(sources: sources)
        var documents: [JSON] = []
        var failures: [(source: String, error: any Error)] = []
        try run.run(sources, progress: board.show) { outcome in
            switch outcome.result {
            case .failure(let error):
                board.fails(outcome.position)
                if !interruption.isAsked { failures.append((outcome.source, error)) }
            case .success(let (report, counts)):
                board.ends(
                    outcome.position, byteCount: report.document.pages.reduce(0) { $0 + ($1.imageByteCount ?? 0) })
                for note in report.notes { Terminal.complain("note: \(note)") }
                if output.json {
                    if let note = report.idNote {
                        Terminal.complain("note: \(Self.naming(outcome.source, report, note))")
                    }
                    documents.append(.document(report.document, counts: counts))
                } else {
                    print(Self.summary(report, of: outcome.source, counts: counts))
                }
            }
        }
        board.clear()
        // Of a single source all that is wrong is told.
        if sources.count == 1, let failure = failures.first { throw failure.error }
        if output.json, !interruption.isAsked { Terminal.print(.documents(documents)) }
        for failure in failures { Terminal.complain(Self.line(failure.source, failure.error)) }
        if interruption.isAsked {
            if sources.count == 1 { throw LibraryError.cancelled }
            Terminal.complain(
                "interrupted; \(board.doneCount) of \(sources.count) sources are added, the same command goes on")
            throw ExitCode(130)
        }
        if !failures.isEmpty { throw ExitCode(2) }
    }

    /// A failure in one line, which names the source also where the error does not.
    private static func line(_ source: String, _ error: any Error) -> String {
        let lines = (error as? SourceFaults)?.lines ?? ["\(error)"]
        let more = lines.count > 1 ? " (and \(lines.count - 1) more)" : ""
        let first = (lines.first ?? "").split(separator: "\n").joined(separator: " ")
        return (first.contains(source) ? first : "\(source): \(first)") + more
    }

    /// Why a document has not the id that its source's name gives.
    private static func naming(_ source: String, _ report: AddReport, _ note: String) -> String {
        "\(source) is \(report.document.id), as \(note)"
    }

    private static func summary(_ report: AddReport, of source: String, counts: ClauseCounts) -> String {
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

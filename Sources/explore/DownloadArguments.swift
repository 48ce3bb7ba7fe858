import ArgumentParser
import DocumentLibrary
import Viewer
import WebDocuments

/// `explore export --format pdf` and `--format text`
struct DownloadArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Languages, separated by commas (default: all).", valueName: "tags"))
    var lang: String?

    @Option(help: ArgumentHelp("One page instead of the document.", valueName: "number"))
    var page: Int?

    @Option(help: ArgumentHelp("Some pages of the document, such as 1-100.", valueName: "range"))
    var pages: String?

    @Option(help: ArgumentHelp("One clause instead of the document.", valueName: "id"))
    var clause: String?

    @Option(
        help: ArgumentHelp(
            "Longest side of page pictures, 256 to 4000 (default: 2000; 3000 for one page).", valueName: "pixels"))
    var size: Int?

    var isEmpty: Bool { lang == nil && page == nil && pages == nil && clause == nil && size == nil }

    func validate() throws {
        guard [page != nil, pages != nil, clause != nil].filter({ $0 }).count <= 1 else {
            throw ValidationError("--page, --pages and --clause cannot be combined")
        }
        if let pages, PageRange.read(pages) == nil {
            throw ValidationError("--pages is '\(pages)', expected a page or a range, such as 1-100")
        }
    }

    private var part: DownloadPart {
        if let page { return .page(page) }
        return clause.map { .clause($0) } ?? .document(pages: pages.flatMap(PageRange.read))
    }

    /// Writes the file, atomically.
    func write(_ document: String, of library: Library, to out: String, isPDF: Bool, base: String) throws {
        let report = try withProgress { line, isCancelled in
            try library.writeDownload(
                part, of: document, in: lang?.split(separator: ",").map(String.init) ?? [], to: out, isPDF: isPDF,
                side: size, words: PlainWords(InterfaceTexts(ViewerBundle())), base: base,
                progress: { line.show(document, fraction: $0) }, isCancelled: isCancelled)
        }
        if report.unknownCount > 0 {
            Terminal.printError(
                "note: \(Terminal.count(report.unknownCount, "character")) missing from this machine's fonts; "
                    + "Debian's fonts-noto-core has most scripts")
        }
        Terminal.print("\(document): written to \(out), \(Terminal.size(report.byteCount))")
    }
}

import ArgumentParser
import DocumentFormats
import DocumentLibrary
import StaticSite

/// `explore export DOC OUT`
struct ExportCommand: ParsableCommand {
    private static let standardBase = "http://127.0.0.1:8080"

    /// An export format. Those of ``DocumentLibrary/ExportFormat`` have the same names as there.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        /// A source folder: equal JSON values, identical scan bytes.
        case folder
        case iiif, iiif2, annotations, geojson, tei, csv
        /// PAGE XML or ALTO, one file per page.
        case page, alto
        /// A PDF of pages, pictures and texts, for reading and printing.
        case pdf
        /// The texts only.
        case text
        /// A folder that any web server can serve.
        case site
    }

    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export a document, or the whole library as a static site.",
        usage: """
            explore export <document> <out> [--format <format>] [--base <address>]
            explore export <document> <out> --format pdf|text [--lang <tags>] [--page <number> | --clause <id>] [--pages <range>] [--size <pixels>] [--public-url <address>]
            explore export <document> <out> --format site [--tiles <tiles>] [--pdf] [--public-url <address>]
            explore export --all <out> --format site [--tiles <tiles>] [--pdf] [--public-url <address>]
            explore export --check <folder> --format site
            """,
        discussion: """
            The format 'folder' writes the source folder: equal JSON values, identical scan bytes. The others contain \
            texts and regions: 'iiif' a manifest of IIIF Presentation 3 with its annotations, 'iiif2' one of version \
            2 for older viewers, 'annotations' a page of Web Annotations, 'geojson' a FeatureCollection in pixels with y \
            downwards, 'tei' a TEI P5 edition that names the images, 'csv' the table of `explore texts`, 'page' and 'alto' a folder with a file of PAGE XML or ALTO \
            for each page. What a format cannot hold is reported on standard error. See docs/formats.md.

            The formats 'pdf' and 'text' write what readers download: the document, some of its pages, or a clause, with the \
            texts in the languages named. Every page's picture is in a PDF, with its text behind it. See docs/downloads.md.

            The format 'site' makes a folder, or an archive when its name ends in .zip, that any web server, object store \
            or CDN can serve: the viewer with its search, tiles, texts and cut-outs, and with --public-url IIIF and link \
            previews. It contains only published documents that anyone may read. In an existing site, only changes are \
            written. See docs/site.md.
            """)

    @Argument(
        help: ArgumentHelp(
            "The document's id, and the folder or file to write: a new name, an empty folder, or an existing site.",
            valueName: "document-out"))
    var names: [String]

    @Option(help: "Output format.")
    var format = Format.folder

    @Option(
        help: ArgumentHelp(
            "Base of the addresses in manifests and annotations: the server's address.",
            valueName: "address"))
    var base = ExportCommand.standardBase

    @Flag(help: "All documents, as a site.")
    var all = false

    @Flag(help: "Only check whether a site is complete. Exit status 1 when it is not.")
    var check = false

    @Option(help: "Store a site's tiles as files, or as one archive per image, for hosts that support ranges.")
    var tiles = StaticSite.Tiles.files

    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp("The site's address, such as https://example.org/charters.", valueName: "address"))
    var publicURL: String?

    @Flag(help: "Write each document of a site as a PDF, too, for readers to download.")
    var pdf = false

    @OptionGroup var download: DownloadArguments
    @OptionGroup var library: LibraryOptions

    private var out: String { names.last ?? "" }
    private var document: String? { names.count > 1 ? names.first : nil }

    func validate() throws {
        let isWhole = all || check
        guard names.count == (isWhole ? 1 : 2) else {
            let expected =
                check
                ? "the site's folder" : all ? "the folder to write" : "a document's id and the folder or file to write"
            throw ValidationError("the arguments are '\(names.joined(separator: " "))', expected \(expected)")
        }
        guard format == .site || !(isWhole || tiles != .files || pdf) else {
            throw ValidationError("--all, --check, --tiles and --pdf need --format site")
        }
        let isDownload = format == .pdf || format == .text
        guard format == .site || isDownload || publicURL == nil else {
            throw ValidationError("--public-url needs --format site, pdf or text")
        }
        guard isDownload || download.isEmpty else {
            throw ValidationError("--lang, --page, --pages, --clause and --size need --format pdf or text")
        }
        guard format == .pdf || download.size == nil else { throw ValidationError("--size needs --format pdf") }
        guard !check || !(all || tiles != .files || pdf || publicURL != nil) else {
            throw ValidationError("--all, --tiles, --pdf and --public-url cannot be combined with --check")
        }
        guard base == Self.standardBase || [.iiif, .iiif2, .annotations].contains(format) else {
            throw ValidationError("--base needs --format iiif, iiif2 or annotations")
        }
        guard base.hasPrefix("http://") || base.hasPrefix("https://"),
            !base.unicodeScalars.contains(where: \.properties.isWhitespace)
        else {
            throw ValidationError("--base is '\(base)', expected an address such as https://example.org")
        }
    }

    func run() throws {
        if format == .site {
            let site = SiteExport(
                document: document, out: out, tiles: tiles, publicURL: publicURL, hasPDF: pdf, library: library)
            return check ? try site.check() : try site.write()
        }
        guard let document else { return }
        let library = try library.open()
        switch format {
        case .folder: try library.exportFolder(of: document, to: out)
        case .page: report(try library.exportLayout(of: document, as: .page, to: out))
        case .alto: report(try library.exportLayout(of: document, as: .alto, to: out))
        case .pdf, .text:
            return try download.write(
                document, of: library, to: out, isPDF: format == .pdf, base: publicURL ?? "")
        default:
            guard let file = ExportFormat(rawValue: format.rawValue) else { return }
            report(try library.exportFile(of: document, to: out, format: file, base: base))
        }
        Terminal.print("\(document): written to \(out)")
    }

    private func report(_ notes: [String]) {
        for note in notes { Terminal.printError("note: \(note)") }
    }
}

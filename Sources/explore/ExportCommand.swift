import ArgumentParser
import ClauseStore
import DocumentLibrary

/// `explore export DOC OUT`
struct ExportCommand: ParsableCommand {
    /// What a document can be written as.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        /// A source folder: equal JSON values, identical scan bytes.
        case folder
        /// A manifest of IIIF Presentation 3, with its annotations.
        case iiif
        /// A manifest of IIIF Presentation 2, with Open Annotations, for older viewers.
        case iiif2
        /// A page of Web Annotations (W3C).
        case annotations
        /// GeoJSON in pixels.
        case geojson
        /// A table of the texts.
        case csv
        /// PAGE XML, a file a page.
        case page
        /// ALTO, a file a page.
        case alto
    }

    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a document out of the library.",
        discussion: """
            The format 'folder' gives the source folder back: equal JSON values, identical scan bytes. The others hold \
            the words and regions: 'iiif' a manifest of IIIF Presentation 3 with its annotations, 'iiif2' one of version \
            2 for older viewers, 'annotations' a page of Web Annotations, 'geojson' a FeatureCollection in pixels with y \
            downwards, 'csv' the table of `explore texts`, 'page' and 'alto' a folder with a file of PAGE XML or ALTO \
            for each page. What a format cannot hold is listed on standard error. See docs/formats.md.
            """)

    @Argument(help: "The document's id.")
    var document: String

    @Argument(help: "The folder or file to write; it must not exist, or be an empty folder.")
    var out: String

    @Option(help: "What to write it as.")
    var format = Format.folder

    @Option(
        help: ArgumentHelp(
            "What the addresses in a manifest or in annotations begin with: where the library is served.",
            valueName: "address"))
    var base = "http://127.0.0.1:8080"

    @OptionGroup var library: LibraryOptions

    func validate() throws {
        guard base.hasPrefix("http://") || base.hasPrefix("https://"), !base.contains(where: \.isWhitespace) else {
            throw ValidationError("--base is '\(base)', expected an address such as https://example.org")
        }
    }

    func run() throws {
        let library = try library.open()
        switch format {
        case .folder: try library.exportFolder(of: document, to: out)
        case .page: report(try library.exportLayout(of: document, as: .page, to: out))
        case .alto: report(try library.exportLayout(of: document, as: .alto, to: out))
        default:
            guard let file = ExportFormat(rawValue: format.rawValue) else { return }
            report(try library.exportFile(of: document, to: out, format: file, base: base))
        }
        print("\(document): written to \(out)")
    }

    private func report(_ notes: [String]) {
        for note in notes { Terminal.complain("note: \(note)") }
    }
}

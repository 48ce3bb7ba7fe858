import ArgumentParser
import ClauseStore
import DocumentLibrary

/// `explore export DOC OUT`
struct ExportCommand: ParsableCommand {
    /// What a document can be written as.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        /// A source folder: equal JSON values, identical scan bytes.
        case folder
        /// PAGE XML, a file a page.
        case page
        /// ALTO, a file a page.
        case alto
    }

    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a document out of the library.",
        discussion: """
            The format 'folder' gives the source folder back: equal JSON values, identical scan bytes. 'page' and \
            'alto' write the regions and transcriptions as PAGE XML or ALTO, a file a page; what these cannot hold is \
            reported.
            """)

    @Argument(help: "The document's id.")
    var document: String

    @Argument(help: "The folder to write; it must not exist, or be empty.")
    var out: String

    @Option(help: "What to write it as.")
    var format = Format.folder

    @OptionGroup var library: LibraryOptions

    func run() throws {
        switch format {
        case .folder: try library.open().exportFolder(of: document, to: out)
        case .page: report(try library.open().exportLayout(of: document, as: .page, to: out))
        case .alto: report(try library.open().exportLayout(of: document, as: .alto, to: out))
        }
        print("\(document): written to \(out)")
    }

    private func report(_ notes: [String]) {
        for note in notes { Terminal.complain("note: \(note)") }
    }
}

import ArgumentParser
import ClauseStore
import DocumentLibrary
import ExplorerServer

/// `explore clause DOC ID`
struct ClauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clause", abstract: "Show what is said of one clause.")

    @Argument(help: "The document's id.")
    var document: String

    @Argument(help: "The clause's id, such as 39 or preamble.")
    var id: String

    @OptionGroup var library: LibraryOptions
    @OptionGroup var language: LanguageOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        let clause = try library.open().store.clause(
            id, of: document, lang: language.lang, includingRegions: output.json)
        if output.json {
            Terminal.print(.clause(clause))
            return
        }
        print(clause.heading)
        for text in [clause.translation, clause.context].compactMap({ $0 }) {
            print("\n" + Terminal.paragraph(text))
        }
        if let transcription = clause.transcription ?? clause.incipit {
            print("\n" + Terminal.paragraph("“\(transcription)”"))
        }
    }
}

extension ClauseAnswer {
    /// The clause in a line: its number or id, its title, its categories.
    var heading: String {
        let name = number ?? id
        let themes = categories.isEmpty ? "" : "  [\(categories.joined(separator: ", "))]"
        return "\(name)  \(title ?? incipit ?? "")\(themes)"
    }
}

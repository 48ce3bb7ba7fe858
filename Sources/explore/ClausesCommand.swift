import ArgumentParser
import ClauseStore
import DocumentLibrary
import ExplorerServer

/// `explore clauses DOC`
struct ClausesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clauses",
        abstract: "List a document's clauses, filtered by theme, words, page or kind.",
        discussion: """
            Without --category the clauses of 'all' are listed. Several categories are a union. \
            Exit status 1 when there is none.
            """)

    @Argument(help: "The document's id.")
    var document: String

    @Option(help: ArgumentHelp("Only clauses of this category, or 'all'; may be repeated.", valueName: "id"))
    var category: [String] = []

    @Option(
        help: ArgumentHelp("Only clauses whose texts hold these words, without regard to accents.", valueName: "words"))
    var search: String?

    @Option(help: ArgumentHelp("Only clauses with a region on this page.", valueName: "number"))
    var page: Int?

    @Option(help: "Only this kind: clause or detail.")
    var kind: ClauseKind?

    @OptionGroup var library: LibraryOptions
    @OptionGroup var language: LanguageOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        let filter = ClauseFilter(
            categories: category.flatMap { $0.split(separator: ",").map(String.init) }, search: search,
            lang: language.lang, page: page, kind: kind, bounds: nil, includingRegions: false)
        let clauses = try library.open().store.clauses(of: document, filter)
        if output.json {
            Terminal.print(.clauses(clauses))
        } else {
            for clause in clauses { print(clause.heading) }
        }
        if clauses.isEmpty { throw ExitCode(1) }
    }
}

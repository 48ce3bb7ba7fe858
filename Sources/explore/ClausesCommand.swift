import ArgumentParser
import ClauseStore
import DocumentLibrary
import DocumentModel
import WebDocuments

/// `explore clauses DOC`
struct ClausesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clauses",
        abstract: "List a document's clauses, filtered by theme, words, page or kind.",
        discussion: """
            Without --category the clauses of 'all' are listed. \
            Exit status 1 when there is no clause.
            """)

    @Argument(help: "The document's id.")
    var document: String

    @Option(help: ArgumentHelp("Only clauses of this category, or 'all'; may be repeated.", valueName: "id"))
    var category: [String] = []

    @Option(help: "Match any of the categories (default) or all.")
    var match: CategoryMatch = .any

    @Option(
        help: ArgumentHelp("Only clauses with these words, ignoring accents.", valueName: "words"))
    var search: String?

    @Option(help: ArgumentHelp("Only clauses with a region on this page.", valueName: "number"))
    var page: Int?

    @Option(help: "Only this kind: clause or detail.")
    var kind: ClauseKind?

    @Option(help: ArgumentHelp("Only clauses with a text in this language.", valueName: "language"))
    var translated: String?

    @OptionGroup var library: LibraryOptions
    @OptionGroup var language: LanguageOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard match == .any || !category.isEmpty else { throw ValidationError("--match all needs --category") }
    }

    func run() throws {
        let filter = ClauseFilter(
            categories: category.flatMap { $0.parts(at: ",").map(String.init) },
            matchesAllCategories: match == .all, search: search, lang: language.lang, textLanguage: translated,
            page: page, kind: kind)
        let part = try library.open().store.clausePart(of: document, filter)
        if output.json {
            Terminal.print(.clauses(part))
        } else {
            for clause in part.clauses { Terminal.print(clause.heading) }
        }
        if part.clauses.isEmpty { throw ExitCode(1) }
    }
}

/// How several categories are combined.
enum CategoryMatch: String, CaseIterable, ExpressibleByArgument {
    case any, all
}

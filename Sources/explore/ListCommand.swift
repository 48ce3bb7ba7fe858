import ArgumentParser
import ClauseStore
import DocumentLibrary
import ExplorerServer

/// `explore list`
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the library's documents.")

    @OptionGroup var library: LibraryOptions
    @OptionGroup var language: LanguageOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        let store = try library.open().store
        let documents = try store.documents(for: .keeper)
        if output.json {
            Terminal.print(
                .documents(try documents.map { .document($0, counts: try store.clauseCounts(of: $0.id)) }))
            return
        }
        for document in documents {
            let title = document.title.text(in: language.lang, fallback: document.languages) ?? ""
            let clauses = Terminal.count(try store.clauseCounts(of: document.id).total, "clause")
            let pages = Terminal.count(document.pages.count, "page")
            let status =
                (document.status == .draft ? ", draft" : "") + (document.access == .restricted ? ", restricted" : "")
            print("\(document.id)  \(title)  (\(pages), \(clauses)\(status))")
        }
    }
}

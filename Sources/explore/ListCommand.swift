import ArgumentParser
import ClauseStore
import DocumentLibrary
import DocumentModel
import ExplorerServer
import WebDocuments

/// `explore list`
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the library's documents.",
        discussion: """
            They are sorted by id, and written as they are read. With --limit there may be more: then standard error says \
            how to go on, and with --json 'next' does.
            """)

    @Option(help: "Words that a document's id, title, shelfmark, holder or date must have.")
    var search: String?

    @Option(
        help: ArgumentHelp("How many documents are wanted, at most 1000; all where not given.", valueName: "number"))
    var limit: Int?

    @Option(help: ArgumentHelp("The id of a document, behind which the list begins.", valueName: "id"))
    var after: String?

    @OptionGroup var library: LibraryOptions
    @OptionGroup var language: LanguageOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let limit, !(1...DocumentFilter.largestLimit).contains(limit) {
            throw ValidationError("--limit is \(limit), expected 1 to \(DocumentFilter.largestLimit)")
        }
        if let after, DocumentCursor(after) == nil {
            throw ValidationError("--after is '\(after)', expected \(Identifier.rule)")
        }
    }

    func run() throws {
        let store = try library.open().store
        var filter = DocumentFilter(
            words: search, limit: limit ?? DocumentFilter.largestLimit, cursor: after.flatMap { DocumentCursor($0) })
        var part = try store.documentPart(filter, for: .administrator)
        var listing = output.json ? DocumentListing(total: part.total, next: limit == nil ? nil : part.next) : nil
        while true {
            for document in part.documents {
                guard let counts = try store.clauseCountsIfThere(of: document.id) else { continue }
                if listing == nil {
                    print(line(document, counts))
                } else {
                    listing?.write(.document(document, counts: counts, isListed: true))
                }
            }
            guard limit == nil, let next = part.next else { break }
            filter.cursor = next
            part = try store.documentPart(filter, for: .administrator)
        }
        listing?.end()
        if !output.json, let next = part.next {
            Terminal.complain("note: there are more of \(part.total) documents; go on with --after \(next)")
        }
    }

    private func line(_ document: DocumentInfo, _ counts: ClauseCounts) -> String {
        let title = document.title.text(in: language.lang, fallback: document.languages) ?? ""
        let clauses = Terminal.count(counts.total, "clause")
        let pages = Terminal.count(document.pages.count, "page")
        let status =
            (document.status == .draft ? ", draft" : "") + (document.access == .restricted ? ", restricted" : "")
        return "\(document.id)  \(title)  (\(pages), \(clauses)\(status))"
    }
}

import ArgumentParser
import ClauseStore
import DocumentLibrary
import DocumentModel
import WebDocuments

/// `explore list`
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the library's documents.",
        discussion: """
            Documents are sorted by id. If --limit leaves some out, standard error (or 'next' in JSON) says how to continue.
            """)

    @Option(help: "Only documents with these words in their id, title, shelfmark, holder or date.")
    var search: String?

    @Option(
        help: ArgumentHelp("Maximum number of documents, up to 1000 (default: all).", valueName: "number"))
    var limit: Int?

    @Option(help: ArgumentHelp("Start after this document.", valueName: "id"))
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
                    Terminal.print(line(document, counts))
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
            Terminal.printError("note: more of the \(part.total) documents follow; continue with --after \(next)")
        }
    }

    private func line(_ document: DocumentInfo, _ counts: ClauseCounts) -> String {
        let title = document.title.text(in: language.lang, fallback: document.languages) ?? ""
        let clauses = Terminal.count(counts.total, "clause")
        let pages = Terminal.count(document.pages.count, "page")
        let access = document.access == .open ? "" : ", \(document.access.rawValue)"
        let status = (document.status == .draft ? ", draft" : "") + access
        return "\(document.id)  \(title)  (\(pages), \(clauses)\(status))"
    }
}

/// Writes `{ "total": …, "documents": [ … ] }` to standard output, one document at a time. The bytes are the same as if
/// it was written at once, but memory holds only one document.
private struct DocumentListing {
    private var isEmpty = true

    /// Starts the list.
    ///
    /// - Parameters:
    ///   - total: The total number of documents.
    ///   - next: The cursor at which the next list continues, if there is one.
    init(total: Int, next: DocumentCursor?) {
        let head = JSON.documents([], total: total, next: next).bytes(indented: true)
        // Without the end of the empty array and of the object.
        Self.put(head.dropLast("]\n}".utf8.count))
    }

    /// Writes one document.
    mutating func write(_ document: JSON) {
        let lines = document.bytes(indented: true).split(separator: 0x0A)
        Self.put(Array((isEmpty ? "\n    " : ",\n    ").utf8) + lines.joined(separator: Array("\n    ".utf8)))
        isEmpty = false
    }

    /// Ends the list.
    func end() { Self.put(Array((isEmpty ? "]\n}\n" : "\n  ]\n}\n").utf8)) }

    private static func put(_ bytes: some Sequence<UInt8>) { Terminal.write(Array(bytes)) }
}

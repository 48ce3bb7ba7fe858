import ArgumentParser
import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import Foundation
import WebDocuments

/// `explore edits DOC`, `explore edits publish|discard|bring-back DOC`
struct EditsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edits",
        abstract: "List, publish or discard the edits of a document's working copy.",
        discussion: """
            Edits made in the browser (`explore serve --edit`) change a document's working copy; readers see the published \
            version. `explore edits DOC` lists them, newest first, with the values before and after.
            """,
        subcommands: [
            ListEditsCommand.self, PublishEditsCommand.self, DiscardEditsCommand.self, BringBackEditsCommand.self,
        ],
        defaultSubcommand: ListEditsCommand.self)
}

/// `explore edits DOC`
private struct ListEditsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the edits of a document, newest first.")

    @Argument(help: "The document's id.")
    var document: String

    @Option(help: ArgumentHelp("Only edits of this clause.", valueName: "id"))
    var clause: String?

    @Option(help: ArgumentHelp("The number of edits, 1 to 1000000.", valueName: "number"))
    var limit = 100

    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...1_000_000).contains(limit) else {
            throw ValidationError("--limit is \(limit), expected 1 to 1000000")
        }
    }

    func run() throws {
        let store = try library.open().store
        let info = try store.workingCopy(of: document)
        var query = JournalQuery()
        (query.order, query.limit, query.clause) = (.newest, limit, clause)
        let entries = try store.journal(of: document, query)
        if output.json {
            return Terminal.print(
                .object([
                    ("document", .string(document)), ("revision", .int(info.revision)), ("version", .int(info.version)),
                    ("changes", .int(info.changeCount)), ("edits", .array(entries.map { JSON($0.json) })),
                ]))
        }
        Terminal.print(Self.summary(info))
        for entry in entries { for line in Self.lines(of: entry) { Terminal.print(line) } }
    }

    private static func summary(_ info: WorkingCopyInfo) -> String {
        let state = "\(info.document): version \(info.version), revision \(info.revision)"
        guard let editor = info.editor, let date = info.editedAt, info.editCount > 0 else {
            return state + ", no unpublished edits"
        }
        return "\(state), \(Terminal.count(info.editCount, "unpublished edit")) of "
            + "\(Terminal.count(info.changeCount, "field")), the last by \(FaultText.plain(editor)) at \(JSON.time(date))"
    }

    private static func lines(of entry: JournalEntry) -> [String] {
        let heading =
            "revision \(entry.revision), \(JSON.time(entry.at)), by \(FaultText.plain(entry.editor, limit: 200))"
        switch entry.event {
        case .edit(let id, let label, let undoes, let operations):
            let what = [label.map { ", \($0)" }, undoes.map { ", undoes \($0)" }].compactMap(\.self).joined()
            return ["\(heading)\(what) (\(id))"]
                + operations.map { "  \($0.path): \($0.before.summary) → \($0.after.summary)" }
        case .published(let version): return ["\(heading): published as version \(version)"]
        case .discarded(let end): return ["\(heading): discarded, kept until \(JSON.time(end))"]
        }
    }
}

/// `explore edits publish DOC`
private struct PublishEditsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Make a document's working copy its next version.",
        discussion: """
            The working copy is checked first, as by `explore check`. Errors are listed and nothing is published, with exit \
            status 1, unless --despite-errors is given.
            """)

    @Argument(help: "The document's id.")
    var document: String

    @Flag(help: "Publish without a check.")
    var despiteErrors = false

    @OptionGroup var library: LibraryOptions

    func run() throws {
        let info = try library.open().store.workingCopy(of: document)
        guard info.editCount > 0 else { return Terminal.print("\(document): no unpublished edits") }
        let library = try library.open(.change)
        let published: PublishedWorkingCopy
        do {
            let interruption = Interruption()
            let copy = try library.publishable(
                document, revision: info.revision, despiteErrors: despiteErrors,
                isCancelled: { interruption.isRequested })
            published = try library.publish(
                copy, editor: TokenInfo.localEditor, isCancelled: { interruption.isRequested })
        } catch let errors as WorkingCopyErrors {
            for line in errors.lines + [errors.description] { Terminal.printError("\(document): \(line)") }
            throw ExitCode(1)
        }
        let what = Terminal.count(info.changeCount, "field")
        Terminal.print(
            published.isChanged
                ? "\(document): \(what) changed, version \(published.version)"
                : "\(document): equals version \(published.version)")
    }
}

/// `explore edits discard DOC`
private struct DiscardEditsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Discard all unpublished edits of a document.",
        discussion: "A copy is kept for 30 days, from which `explore edits bring-back` restores them.")

    @Argument(help: "The document's id.")
    var document: String

    @OptionGroup var library: LibraryOptions

    func run() throws {
        let info = try library.open().store.workingCopy(of: document)
        guard info.editCount > 0 else { return Terminal.print("\(document): no unpublished edits") }
        let end = try library.open(.change).store.discardWorkingCopy(
            of: document, revision: info.revision, editor: TokenInfo.localEditor, at: Date())
        Terminal.print(
            "\(document): \(Terminal.count(info.editCount, "edit")) of \(Terminal.count(info.changeCount, "field")) "
                + "discarded, kept until \(JSON.time(end))")
    }
}

/// `explore edits bring-back DOC`
private struct BringBackEditsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bring-back",
        abstract: "Restore the most recently discarded edits of a document.",
        discussion: """
            They become edits of the working copy again. If a field has been changed since then, all such fields are listed, \
            one per line, and nothing is restored.
            """)

    @Argument(help: "The document's id.")
    var document: String

    @OptionGroup var library: LibraryOptions

    func run() throws {
        let store = try library.open(.change).store
        let outcome: EditOutcome
        do throws(ClauseStoreError) {
            outcome = try store.restoreDiscardedEdits(of: document, editor: TokenInfo.localEditor, at: Date())
        } catch .noEdits {
            Terminal.printError("\(document): no discarded edits are kept")
            throw ExitCode(1)
        }
        switch outcome {
        case .applied(let entry), .repeated(let entry):
            Terminal.print("\(document): restored, revision \(entry.revision), not published")
        case .conflicts(let conflicts, _):
            throw MergeConflicts(document: document, source: "what was discarded", conflicts: conflicts)
        }
    }
}

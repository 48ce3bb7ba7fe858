import ArgumentParser
import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import Foundation

/// `explore texts export|import DOC`
struct TextsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "texts",
        abstract: "Export texts to a spreadsheet for translators, and import them again.",
        discussion: """
            The CSV table has a row for each clause and a column for each language and field. Commas, semicolons and \
            tabs are accepted as separators, in UTF-8.
            """,
        subcommands: [Export.self, Import.self])

    /// `explore texts export DOC`
    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Write a document's texts as CSV.")

        @Argument(help: "The document's id.")
        var document: String

        @Option(
            name: .shortAndLong, help: ArgumentHelp("The file to write (default: standard output).", valueName: "file"))
        var output: String?

        @OptionGroup var library: LibraryOptions

        func run() throws {
            let table = try library.open().store.textTable(of: document)
            guard let output else { return Terminal.write(Array(table)) }
            try OutputFile.check(output)
            try DurableFile.write(table, to: output)
            Terminal.print("\(output): \(Terminal.size(Int64(table.count)))")
        }
    }

    /// `explore texts import DOC FILE`
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import texts from a CSV table, as a new version of the document.",
            discussion: """
                If the document was edited in the browser since it was added, the texts become edits of its working copy, \
                which `explore edits publish` publishes; with --publish they become a new version at once, unless there \
                are unpublished edits.

                An empty cell removes a text; a missing column changes nothing. If a row is for an unknown clause, or \
                for one whose texts were changed after the export, it is reported and nothing is changed; with --partial \
                the other rows are imported, and the exit status is 1.
                """)

        @Argument(help: "The document's id.")
        var document: String

        @Argument(help: "The table.")
        var file: String

        @Flag(help: "Import the other rows when some cannot be imported.")
        var partial = false

        @Flag(help: "Publish at once, even over a version that was edited in the browser.")
        var publish = false

        @OptionGroup var library: LibraryOptions

        func run() throws {
            let table = try ClauseStore.textTable(file: file)
            // Opening a library for changes writes to it, if only by SQLite, so the texts are checked first.
            let present = try library.open().store
            if try publish || !present.isEdited(document) {
                let faults = try present.textFaults(table, named: file, into: document)
                guard partial || faults.isEmpty else { throw SourceFaults(faults) }
            }
            let interruption = Interruption()
            let report = try library.open(.change).importTexts(
                table, named: file, into: document, isPartial: partial, isPublishing: publish,
                editor: "explore texts import", at: Date(), isCancelled: { interruption.isRequested })
            for fault in report.leftOut { Terminal.printError("\(fault)") }
            if !report.hasChecks {
                Terminal.printError(
                    "note: \(file): without the column 'check', texts changed since the export cannot be detected")
            }
            switch report.outcome {
            case .replaced(let version):
                Terminal.print(
                    "\(document): \(Terminal.count(report.changeCount, "text")) of "
                        + "\(Terminal.count(report.changedClauses.count, "clause")) changed, version \(version)")
            case .unchanged where report.changeCount > 0:
                Terminal.print(
                    "\(document): edited in the browser since it was added; \(Terminal.count(report.changeCount, "text")) of "
                        + "\(Terminal.count(report.changedClauses.count, "clause")) changed in its working copy, not published"
                )
            case .unchanged, .added: Terminal.print("\(document): no changes")
            }
            if !report.leftOut.isEmpty { throw ExitCode(1) }
        }
    }
}

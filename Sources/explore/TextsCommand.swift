import ArgumentParser
import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation

/// `explore texts export|import DOC`
struct TextsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "texts",
        abstract: "Write texts into a table for translators, and take them back from it.",
        discussion: """
            The table has a row for each clause and a column for each language and field; every spreadsheet opens it. \
            It is read with commas, semicolons or tabs, in UTF-8.
            """,
        subcommands: [Export.self, Import.self])

    /// `explore texts export DOC`
    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Write a document's texts as CSV.")

        @Argument(help: "The document's id.")
        var document: String

        @Option(name: .shortAndLong, help: ArgumentHelp("The file to write, else standard output.", valueName: "file"))
        var output: String?

        @OptionGroup var library: LibraryOptions

        func run() throws {
            let table = try library.open().store.textTable(of: document)
            guard let output else { return FileHandle.standardOutput.write(table) }
            do {
                try table.write(to: URL(fileURLWithPath: output), options: .atomic)
            } catch {
                throw LibraryError.file(output, reason: "cannot be written")
            }
            print("\(output): \(Terminal.size(Int64(table.count)))")
        }
    }

    /// `explore texts import DOC FILE`
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take texts from a table, as a new version of the document.",
            discussion: """
                An empty cell takes a text away; a column that is not there changes nothing. A row for an unknown \
                clause, or for one whose texts were changed after the table was written, is reported, and nothing is \
                changed; with --partial the other rows are taken, and the exit status is 1.
                """)

        @Argument(help: "The document's id.")
        var document: String

        @Argument(help: "The table.")
        var file: String

        @Flag(help: "Take the other rows when some cannot be taken.")
        var partial = false

        @OptionGroup var library: LibraryOptions

        func run() throws {
            let table = try ClauseStore.textTable(file: file)
            // A library that is opened for changes is written to, if only by SQLite; so look before.
            let faults = try library.open().store.textFaults(table, named: file, into: document)
            guard partial || faults.isEmpty else { throw SourceFaults(faults) }
            let report = try library.open(.change).store.importTexts(
                table, named: file, into: document, isPartial: partial, at: Date())
            for fault in report.leftOut { Terminal.complain("\(fault)") }
            if !report.hasChecks {
                Terminal.complain(
                    "note: \(file): without the column 'check', by which texts are known that were changed since")
            }
            switch report.outcome {
            case .replaced(let version):
                print(
                    "\(document): \(Terminal.count(report.changeCount, "text")) of "
                        + "\(Terminal.count(report.changedClauses.count, "clause")) changed, version \(version)")
            case .unchanged, .added: print("\(document): nothing in the table is different")
            }
            if !report.leftOut.isEmpty { throw ExitCode(1) }
        }
    }
}

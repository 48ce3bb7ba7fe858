import ArgumentParser
import ClauseStore
import DocumentLibrary
import DocumentModel
import WebDocuments
import Foundation

/// `explore history DOC`
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List a document's versions, newest first, with their changes.")

    @Argument(help: "The document's id.")
    var document: String

    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let versions = try library.open().store.versions(of: document)
        if output.json { return Terminal.print(.versions(versions, of: document)) }
        for version in versions {
            let served = version.isServed ? ", served" : ""
            Terminal.print("version \(version.number), \(JSON.time(version.addedAt)), \(version.origin)\(served)")
            for line in Self.lines(version.changes) { Terminal.print("  \(line)") }
        }
    }

    private static func lines(_ changes: DocumentChanges?) -> [String] {
        guard let changes else { return [] }
        guard !changes.isEmpty else { return ["nothing visible to readers"] }
        let lists = [
            ("added", changes.added), ("removed", changes.removed),
            ("changed", changes.changed.map { "\($0.id) (\($0.fields.joined(separator: ", ")))" }),
            ("files", changes.files), ("image of page", changes.pages.map(String.init)),
        ]
        return lists.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1.joined(separator: ", "))" }
            + (changes.isReordered ? ["order changed"] : [])
    }
}

/// `explore restore DOC VERSION`
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a former version of a document.",
        discussion: "It becomes a new version; all others are kept. `explore history` lists them.")

    @Argument(help: "The document's id.")
    var document: String

    @Argument(help: "The number of the version.")
    var version: Int

    @OptionGroup var library: LibraryOptions

    func run() throws {
        let outcome = try library.open(.change).restore(document, version: version)
        switch outcome {
        case .replaced(let number): Terminal.print("\(document): version \(version) restored, as version \(number)")
        case .unchanged, .added: Terminal.print("\(document): already equals version \(version)")
        }
    }
}

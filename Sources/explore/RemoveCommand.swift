import ArgumentParser
import ClauseStore
import DocumentLibrary
import WebDocuments

/// `explore remove DOC`
struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a document with all its versions from the library.",
        discussion: """
            It goes to the trash, from which `explore trash restore` brings it back for \(ClauseStore.trashDays) days. \
            Servers of the library stop showing it within a second, replicas after the next `explore publish`.
            """)

    @Argument(help: "The document's id.")
    var document: String

    @Flag(help: "Remove it for good, even from the trash, with the files that no other document needs.")
    var now = false

    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let library = try library.open(.change)
        if now {
            try confirmation.expect("Remove \(document) and all its versions for good?")
            try library.remove(document)
            Terminal.print("\(document): removed for good")
        } else {
            try confirmation.expect("Move \(document) and all its versions to the trash?")
            let removed = try library.moveToTrash(document)
            Terminal.print(
                "\(document): in the trash until \(JSON.day(removed.keptUntil)); "
                    + "`explore trash restore \(document)` brings it back")
        }
    }
}

/// `explore trash list|restore|empty`
struct TrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash",
        abstract: "List removed documents, restore them, or remove them for good.",
        subcommands: [ListTrashCommand.self, RestoreFromTrashCommand.self, EmptyTrashCommand.self])
}

/// `explore trash list`
private struct ListTrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the documents in the trash, most recently removed first.")

    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let documents = try library.open().store.removedDocuments()
        if output.json { return Terminal.print(.removedDocuments(documents)) }
        for document in documents {
            Terminal.print(
                "\(document.document): \(Terminal.count(document.versionCount, "version")), "
                    + "removed \(JSON.time(document.removedAt)), kept until \(JSON.day(document.keptUntil))")
        }
        if documents.isEmpty { Terminal.print("the trash is empty") }
    }
}

/// `explore trash restore DOC`
private struct RestoreFromTrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring a removed document back, with all its versions.",
        discussion: "Of several with the same id, the one removed last is restored.")

    @Argument(help: "The document's id.")
    var document: String

    @OptionGroup var library: LibraryOptions

    func run() throws {
        try library.open(.change).restoreRemoved(document)
        Terminal.print("\(document): restored")
    }
}

/// `explore trash empty [DOC]`
private struct EmptyTrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "empty",
        abstract: "Remove documents from the trash for good.",
        discussion: "Documents are removed automatically after \(ClauseStore.trashDays) days in the trash.")

    @Argument(help: "The id of a document (default: all of them).")
    var document: String?

    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let library = try library.open(.change)
        let documents = try library.store.removedDocuments().filter { document == nil || $0.document == document }
        if let document, documents.isEmpty { throw ClauseStoreError.notInTrash(document) }
        if documents.isEmpty { return Terminal.print("the trash is empty") }
        try confirmation.expect("Remove \(Terminal.count(documents.count, "document")) for good?")
        let count = try library.emptyTrash(of: document)
        Terminal.print("\(Terminal.count(count, "document")) removed for good")
    }
}

import ArgumentParser
import DocumentLibrary

/// `explore remove DOC`
struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a document with all its versions from the library.")

    @Argument(help: "The document's id.")
    var document: String

    @OptionGroup var library: LibraryOptions

    func run() throws {
        try library.open(.change).remove(document)
        print("\(document): removed")
    }
}

import ArgumentParser
import DocumentLibrary

/// `explore backup OUT`
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the library to a folder, even while it is served.",
        discussion: """
            The copy is a complete library with all versions, scans and tiles. \
            It appears only when it is complete; nothing can be added to the library meanwhile.
            """)

    @Argument(help: "The folder to write; it must not exist, or be empty.")
    var out: String

    @OptionGroup var library: LibraryOptions

    func run() throws {
        let interruption = Interruption()
        let line = ProgressLine()
        defer { line.end() }
        let copied = try library.open().backUp(
            to: out, progress: { line.show("copying", fraction: $0) }, isCancelled: { interruption.isAsked })
        line.end()
        print("\(out): \(copied.fileCount) files, \(Terminal.size(copied.byteCount))")
    }
}

import ArgumentParser
import DocumentLibrary

/// `explore backup OUT`
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the library into a folder, while it is served.",
        discussion: """
            The copy is a library of its own, with all versions, scans and tiles as they are at this moment. \
            It takes its place only when it is whole; until then nothing can be added to the library.
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

import ArgumentParser
import DocumentLibrary
import WebDocuments

/// `explore verify`
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify the whole library and report damage.",
        discussion: """
            Checks the SHA-256 of scans, the CRC-32 of tiles, the database, and each document against its source files, \
            including the files of former versions. Nothing is changed, and the library may be served meanwhile. \
            Exit status 1 when something is damaged.
            """)

    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let found = try withProgress { line, isCancelled in
            try library.open().verify(progress: { line.show("verifying", fraction: $0) }, isCancelled: isCancelled)
        }
        if output.json {
            Terminal.print(.verification(found))
        } else {
            for damage in found.damages {
                let owners = damage.documents.isEmpty ? "" : " (\(damage.documents.joined(separator: ", ")))"
                Terminal.print("\(damage.file): \(damage.reason)\(owners)")
            }
            let what = [
                Terminal.count(found.documentCount, "document"), Terminal.count(found.fileCount, "file"),
                Terminal.size(found.byteCount),
            ].joined(separator: ", ")
            let verdict = found.damages.isEmpty ? "intact" : Terminal.count(found.damages.count, "fault")
            Terminal.print("\(what): \(verdict)")
        }
        if !found.damages.isEmpty { throw ExitCode(1) }
    }
}

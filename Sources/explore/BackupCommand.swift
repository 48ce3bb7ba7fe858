import ArgumentParser
import DocumentLibrary
import Foundation
import ObjectStore
import Publishing

/// `explore backup`
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the library, or keep backups of it, even while it is served.",
        discussion: """
            `explore backup OUT` copies the library to a new folder. `explore backup save PLACE` adds a backup to a folder \
            or an object store, which takes only the space and time of what has changed; `explore backup restore` \
            recovers the library from any of them.
            """,
        subcommands: [
            CopyLibraryCommand.self, SaveBackupCommand.self, ListBackupsCommand.self, RestoreBackupCommand.self,
            VerifyBackupsCommand.self, PruneBackupsCommand.self,
        ],
        defaultSubcommand: CopyLibraryCommand.self)
}

/// `explore backup OUT`
struct CopyLibraryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        // Not a likely name of a folder, because a folder of this name would be taken for the subcommand.
        commandName: "copy-library",
        abstract: "Copy the library to a folder.",
        discussion: """
            The copy is a complete library with all versions, scans and tiles. \
            It appears only when it is complete; nothing can be added to the library meanwhile.
            """)

    @Argument(help: "The folder to write; it must not exist, or be empty.")
    var out: String

    @OptionGroup var library: LibraryOptions

    func run() throws {
        let copied = try withProgress { line, isCancelled in
            try library.open().backUp(
                to: out, progress: { line.show("copying", fraction: $0) }, isCancelled: isCancelled)
        }
        Terminal.print("\(out): \(copied.fileCount) files, \(Terminal.size(copied.byteCount))")
    }
}

/// The place of the backups.
struct BackupPlaceArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Where the backups are: a folder, s3://bucket or s3://bucket/prefix.", valueName: "place"))
    var place: String

    @OptionGroup var connection: StoreConnectionArguments

    func validate() throws {
        guard place.hasPrefix("s3://") || connection.isEmpty else {
            throw ValidationError(
                "--endpoint, --region and --profile need a place such as s3://bucket, but it is \(place)")
        }
    }

    /// Runs the body with the place, and a line for progress. Ctrl-C cancels it.
    ///
    /// - Parameters:
    ///   - mayBeNew: Whether a folder need not exist.
    ///   - advice: Printed after an interruption.
    func withPlace<Value: Sendable>(
        mayBeNew: Bool = false,
        advice: String = "the backups are unchanged; run the same command to continue",
        _ body: @escaping @Sendable (any ObjectPlace, ProgressLine) async throws -> Value
    ) async throws -> Value {
        guard place.hasPrefix("s3://") else {
            guard mayBeNew || FileManager.default.fileExists(atPath: place) else {
                throw PublishingError.nothing(place, kind: .backup)
            }
            let folder = FolderStore(place)
            return try await untilInterrupted(advice: advice) { try await body(folder, $0) }
        }
        return try await connection.withStore(place, advice: advice) { try await body($0, $1) }
    }
}

/// `explore backup save PLACE`
struct SaveBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Add a backup of the library.",
        discussion: """
            It contains everything: documents, former versions, scans, tiles, working copies, tokens and the trash. What \
            the backups already contain is not written again.
            """)

    @OptionGroup var place: BackupPlaceArguments

    @Option(help: ArgumentHelp("Number of backups to keep, including the new one, 1 to 1000.", valueName: "number"))
    var keep = 100

    @Flag(help: "Write nothing; show what would be written.")
    var dryRun = false

    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...ReleasePointer.keptLimit).contains(keep) else {
            throw ValidationError("--keep is \(keep), expected 1 to \(ReleasePointer.keptLimit)")
        }
    }

    func run() async throws {
        var options = PublishingOptions()
        (options.kind, options.keptCount, options.isDryRun) = (.backup, keep, dryRun)
        let (library, settings) = (try library.open(), options)
        let (done, requests) = try await place.withPlace(mayBeNew: true) { place, line in
            let done = try await Publisher(library, to: place, options: settings) { progress in
                line.show(progress.stage.rawValue, fraction: progress.fraction)
            }.publish()
            return (done, place.requestCounts)
        }
        if output.json { return Terminal.print(.publication(done, requests, isDryRun: dryRun)) }
        for lost in done.lost {
            Terminal.print("\(place.place): the former backup \(lost.prefix(12)) is damaged and no longer kept")
        }
        let what = Terminal.count(done.fileCount, "file", done.byteCount)
        let sent = Terminal.count(done.sentObjectCount, "object", done.sentByteCount)
        if !done.isNew {
            let restored =
                done.sentObjectCount == 0
                ? "" : "; \(dryRun ? "would replace" : "replaced") what was missing: \(sent)"
            Terminal.print(
                "\(place.place): nothing has changed since backup \(done.number): \(what)\(restored)"
                    + Terminal.dropped(done, "former backup", isDryRun: dryRun))
        } else {
            Terminal.print(
                "\(place.place): \(dryRun ? "would write" : "wrote") \(sent) as backup \(done.number): \(what)")
        }
    }
}

/// `explore backup list PLACE`
struct ListBackupsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the kept backups.")

    @OptionGroup var place: BackupPlaceArguments
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let backups = try await place.withPlace { place, _ in
            try await ReleaseRepository(place, kind: .backup).list()
        }
        if output.json { return Terminal.print(.releases(backups, named: "backups")) }
        for backup in backups.readable { Terminal.print(Terminal.line(backup)) }
        Terminal.print(lost: backups.lost, at: place.place, as: "backup")
    }
}

/// `explore backup restore PLACE OUT`
struct RestoreBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore the library of a backup to a new folder.",
        discussion: """
            The library appears only when all files are there and match their recorded SHA-256. Tokens that are revoked \
            in any kept backup are revoked in it.
            """)

    @OptionGroup var place: BackupPlaceArguments

    @Argument(help: "The folder to write; it must not exist, or be empty.")
    var out: String

    @Option(
        help: ArgumentHelp(
            "The backup's number, or the beginning of its id (default: the newest).", valueName: "backup"))
    var backup: String?

    @Option(
        help: ArgumentHelp(
            "The time to go back to, such as 2027-01-31T12:00:00Z or 2027-01-31: the newest backup up to then.",
            valueName: "time"))
    var at: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if backup != nil, at != nil { throw ValidationError("--backup and --at cannot be combined") }
        if let at, Self.time(at) == nil {
            throw ValidationError(
                "--at is '\(at)', expected a time such as 2027-01-31T12:00:00Z or a day such as 2027-01-31")
        }
    }

    /// Returns the last second of a time or day, in the format of backups' times.
    private static func time(_ text: String) -> String? {
        if text.wholeMatch(of: #/\d{4}-\d{2}-\d{2}/#) != nil { return text + "T23:59:59Z" }
        return text.wholeMatch(of: #/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z/#) != nil ? text : nil
    }

    func run() async throws {
        let (out, backup, time) = (out, backup, at.flatMap(Self.time))
        let (restored, lost) = try await place.withPlace(advice: "nothing was restored") { place, line in
            try await BackupRestorer(place, to: out) { line.show("restoring", fraction: $0) }
                .restore(backup, notAfter: time)
        }
        Terminal.print(
            lost: lost, at: place.place, as: "backup", "; tokens that are revoked only in it are not revoked")
        if output.json { return Terminal.print(.release(restored)) }
        let release = restored.release
        Terminal.print(
            "\(out): backup \(release.number) of \(release.created): "
                + Terminal.count(release.files.count, "file", release.byteCount))
    }
}

/// `explore backup verify PLACE`
struct VerifyBackupsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify that all kept backups can be restored.",
        discussion: """
            Compares the lengths and tags of all objects, and the SHA-256 of the backups and their lists of files. Exit \
            status 1 when something is damaged.
            """)

    @OptionGroup var place: BackupPlaceArguments

    @Flag(help: "Read all objects and compare their SHA-256.")
    var full = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let isFull = full
        let (found, requests) = try await place.withPlace { place, line in
            let found = try await ReleaseRepository(place, kind: .backup).verify(isFull: isFull) {
                line.show("verifying", fraction: $0)
            }
            return (found, place.requestCounts)
        }
        if output.json {
            Terminal.print(.releaseVerification(found, requests))
        } else {
            Terminal.print(found, at: place.place, as: "backup")
        }
        if !found.isSound { throw ExitCode(1) }
    }
}

/// `explore backup prune PLACE`
struct PruneBackupsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Delete what no kept backup uses.",
        discussion: "Objects younger than the grace time are kept, since a backup in progress may need them.")

    @OptionGroup var place: BackupPlaceArguments

    @OptionGroup var pruning: PruneArguments
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (seconds, isDryRun) = (pruning.graceSeconds, pruning.dryRun)
        let done = try await place.withPlace { place, _ in
            try await ReleaseRepository(place, kind: .backup).prune(graceSeconds: seconds, isDryRun: isDryRun)
        }
        if output.json { return Terminal.print(.pruning(done, isDryRun: isDryRun)) }
        Terminal.print(done, at: place.place, isDryRun: isDryRun)
    }
}

import ArgumentParser
import WebDocuments
import Foundation
import ObjectStore
import Publishing
import Viewer

/// `explore publish s3://…`
struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Publish the library to an S3-compatible store as a release.",
        discussion: """
            `explore publish s3://bucket/prefix` uploads what the store lacks, then switches replicas to it in one step; \
            `explore serve --from s3://bucket/prefix` is a replica. Credentials come from AWS_ACCESS_KEY_ID and \
            AWS_SECRET_ACCESS_KEY, or from ~/.aws. A release also contains drafts, restricted documents and digests of \
            tokens: its bucket must be private.
            """,
        subcommands: [
            SendReleaseCommand.self, ListReleasesCommand.self, RollBackCommand.self, VerifyReleasesCommand.self,
            PruneCommand.self,
        ],
        defaultSubcommand: SendReleaseCommand.self)
}

/// `explore publish s3://…` itself
struct SendReleaseCommand: AsyncParsableCommand {
    private static let standardKeep = 3

    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Publish the library as a new release.")

    @OptionGroup var place: StoreArguments

    @Flag(help: "Upload the original scans too.")
    var originals = false

    @Option(help: ArgumentHelp("Number of releases to keep, including the new one, 1 to 1000.", valueName: "number"))
    var keep = SendReleaseCommand.standardKeep

    @Option(
        help: ArgumentHelp(
            "Upload this static site, written by `explore export --format site`, instead of the library.",
            valueName: "dir"))
    var site: String?

    @Flag(help: "With --site: delete objects in the site's folders, and parts of the sitemap, that it no longer has.")
    var removeFormer = false

    @Flag(help: "Upload nothing; show what would be uploaded.")
    var dryRun = false

    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...ReleasePointer.keptLimit).contains(keep) else {
            throw ValidationError("--keep is \(keep), expected 1 to \(ReleasePointer.keptLimit)")
        }
        guard site == nil || !(originals || keep != Self.standardKeep) else {
            throw ValidationError("--originals and --keep cannot be combined with --site")
        }
        guard site != nil || !removeFormer else {
            throw ValidationError(
                "--remove-former needs --site; `explore publish prune` is for releases")
        }
    }

    func run() async throws {
        if let site { return try await send(site: site) }
        var options = PublishingOptions()
        (options.includesOriginals, options.keptCount, options.isDryRun) = (originals, keep, dryRun)
        let (library, settings) = (try library.open(), options)
        // With an invalid theme, replicas would have none, so it is checked first.
        _ = try ThemedViewer(ofLibraryIn: self.library.path, viewer: ViewerBundle())
        let (done, requests) = try await place.withStore { store, line in
            let publisher = Publisher(library, to: store, options: settings) { progress in
                line.show(progress.stage.rawValue, fraction: progress.fraction)
            }
            return (try await publisher.publish(), store.requestCounts)
        }
        if output.json { return Terminal.print(.publication(done, requests, isDryRun: dryRun)) }
        let what = Terminal.count(done.fileCount, "file", done.byteCount)
        let sent = Terminal.count(done.sentObjectCount, "object", done.sentByteCount)
        for lost in done.lost {
            Terminal.print(
                "\(place.address): the former release \(lost.prefix(12)) is damaged in the store and no longer kept")
        }
        if !done.isNew {
            let restored =
                done.sentObjectCount == 0
                ? "" : "; \(dryRun ? "would replace" : "replaced") what was missing: \(sent)"
            Terminal.print(
                "\(place.address): nothing has changed since release \(done.number) (\(done.release.prefix(12))): \(what)"
                    + restored + Terminal.dropped(done, "former release", isDryRun: dryRun)
            )
        } else if dryRun {
            Terminal.print("\(place.address): would send \(sent) as release \(done.number): \(what)")
        } else {
            Terminal.print(
                "\(place.address): release \(done.number) (\(done.release.prefix(12))): \(what); sent \(sent)")
        }
    }
}

extension SendReleaseCommand {
    private func send(site: String) async throws {
        let (removesFormer, isDryRun) = (removeFormer, dryRun)
        let (done, requests) = try await place.withStore { store, line in
            let publisher = SitePublisher(site, to: store) { line.show($0.stage.rawValue, fraction: $0.fraction) }
            return (try await publisher.publish(removesFormer: removesFormer, isDryRun: isDryRun), store.requestCounts)
        }
        if output.json { return Terminal.print(.sitePublication(done, requests, isDryRun: dryRun)) }
        let what = Terminal.count(done.fileCount, "file", done.byteCount)
        let sent = Terminal.count(done.sentObjectCount, "object", done.sentByteCount)
        let former =
            done.formerCount == 0
            ? ""
            : "; \(done.formerCount) no longer part of the site \(removeFormer && !dryRun ? "removed" : "remain")"
        Terminal.print("\(place.address): a site of \(what); \(dryRun ? "would send" : "sent") \(sent)\(former)")
    }
}

/// `explore publish list s3://…`
struct ListReleasesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the kept releases.")

    @OptionGroup var place: StoreArguments
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let releases = try await place.withStore { store, _ in try await ReleaseRepository(store).list() }
        if output.json { return Terminal.print(.releases(releases, named: "releases")) }
        for release in releases.readable {
            Terminal.print(Terminal.line(release) + (release.isServed ? "  served" : ""))
        }
        Terminal.print(lost: releases.lost, at: place.address, as: "release")
    }
}

/// `explore publish rollback s3://…`
struct RollBackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback", abstract: "Switch back to a former release.",
        discussion: """
            Fetches what differs between the databases of the two releases, and refuses a former one that would show \
            everybody documents that are now restricted, drafts or removed, or accept tokens that are now revoked.
            """)

    @OptionGroup var place: StoreArguments

    @Option(
        help: ArgumentHelp(
            "Its number, or the beginning of its id (default: the release before the current one).",
            valueName: "release"))
    var to: String?

    @Flag(help: "Switch even if that shows hidden documents or accepts revoked tokens; compare nothing.")
    var reopen = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (wanted, reopening) = (to, reopen)
        let release = try await place.withStore { store, _ in
            try await ReleaseRepository(store).rollBack(to: wanted, reopening: reopening)
        }
        if output.json { return Terminal.print(.release(release)) }
        Terminal.print("\(place.address): release \(release.release.number) (\(release.id.prefix(12))) is served")
    }
}

/// `explore publish verify s3://…`
struct VerifyReleasesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify that the store has what the kept releases need.",
        discussion: """
            Reads the releases and their lists of files, and compares the lengths and tags of all other objects with the \
            store's list. Exit status 1 when something is damaged. A replica never serves damaged objects.
            """)

    @OptionGroup var place: StoreArguments

    @Flag(help: "Read all objects and compare their SHA-256.")
    var full = false

    @Flag(help: "Upload damaged objects again if the library has the same bytes.")
    var repair = false

    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let isFull = full
        let library = repair ? try library.open() : nil
        let (found, requests) = try await place.withStore { store, line in
            let progress = { @Sendable (fraction: Double) in line.show("verifying", fraction: fraction) }
            let found =
                if let library {
                    try await Publisher(library, to: store).repair(isFull: isFull, progress: progress)
                } else {
                    try await ReleaseRepository(store).verify(isFull: isFull, progress: progress)
                }
            return (found, store.requestCounts)
        }
        if output.json {
            Terminal.print(.releaseVerification(found, requests))
        } else {
            Terminal.print(found, at: place.address, as: "release")
            if !found.isSound {
                Terminal.print(
                    repair
                        ? "the library does not have these bytes any more; `explore publish` makes a release of what it has"
                        : "`explore publish verify --repair` uploads again what the library has")
            }
        }
        if !found.isSound { throw ExitCode(1) }
    }
}

/// `explore publish prune s3://…`
struct PruneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Delete what no kept release uses.",
        discussion: """
            Objects younger than the grace time are kept, since a publication in progress may need them. Objects that do \
            not belong to a release are not touched.
            """)

    @OptionGroup var place: StoreArguments

    @OptionGroup var pruning: PruneArguments
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (seconds, isDryRun) = (pruning.graceSeconds, pruning.dryRun)
        let done = try await place.withStore { store, _ in
            try await ReleaseRepository(store).prune(graceSeconds: seconds, isDryRun: isDryRun)
        }
        if output.json { return Terminal.print(.pruning(done, isDryRun: isDryRun)) }
        Terminal.print(done, at: place.address, isDryRun: isDryRun)
    }
}

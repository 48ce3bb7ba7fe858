import ArgumentParser
import Foundation
import ObjectStore
import Replica

/// The arguments with which `explore serve` serves a release from an object store. See docs/replicas.md.
struct ReplicaArguments: ParsableArguments {
    private static let standardCacheDisk = 10 << 30
    private static let standardPoll = 5.0

    @Option(
        help: ArgumentHelp(
            "Serve the release published in an object store, such as s3://bucket/prefix, and follow new ones.",
            discussion: "Credentials come from the environment or the shared credentials file.",
            valueName: "address"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "With --from: the folder for fetched data; not shared between servers.",
            discussion: "By default a folder in $XDG_CACHE_HOME or ~/.cache, named after the address.", valueName: "dir"
        ))
    var cache: String?

    @Option(
        help: ArgumentHelp("With --from: disk space for fetched tiles.", valueName: "bytes"))
    var cacheDisk = ReplicaArguments.standardCacheDisk

    @Option(
        help: ArgumentHelp("With --from: interval between checks for a new release.", valueName: "seconds"))
    var poll = ReplicaArguments.standardPoll

    @Option(
        help: ArgumentHelp(
            "With --from: the store's endpoint (default: $AWS_ENDPOINT_URL_S3, $AWS_ENDPOINT_URL).", valueName: "url"))
    var endpoint: String?

    @Option(
        help: ArgumentHelp(
            "With --from: the store's region (default: $AWS_REGION, else us-east-1).", valueName: "name"))
    var region: String?

    @Option(
        help: ArgumentHelp(
            "With --from: the AWS profile (default: $AWS_PROFILE).", valueName: "name"))
    var profile: String?

    func validate() throws {
        guard cacheDisk >= 64 << 20 else {
            throw ValidationError("--cache-disk is \(cacheDisk), expected at least 67108864 (64 MiB)")
        }
        guard (0.1...86_400).contains(poll) else { throw ValidationError("--poll is \(poll), expected 0.1 to 86400") }
        let others = [
            ("--cache", cache != nil), ("--cache-disk", cacheDisk != Self.standardCacheDisk),
            ("--poll", poll != Self.standardPoll), ("--endpoint", endpoint != nil), ("--region", region != nil),
            ("--profile", profile != nil),
        ]
        if from == nil, let given = others.first(where: \.1) {
            throw ValidationError("\(given.0) needs --from s3://bucket/prefix")
        }
    }

    /// Returns the replica's options, or nil if `--from` is not given.
    func options() throws -> Replica.Options? {
        guard let from else { return nil }
        let environment = ProcessInfo.processInfo.environment
        let address = try StoreAddress(from)
        var store = try StoreOptions(endpoint: endpoint, region: region, profile: profile, environment: environment)
        store.connectSeconds = 2
        store.idleSeconds = 5
        store.attemptCount = 3
        var options = Replica.Options(
            address: address, store: store, folder: cache ?? Self.folder(of: address, environment))
        options.diskByteCount = cacheDisk
        options.pollSeconds = poll
        return options
    }

    func credentials() throws -> StoreCredentials {
        try StoreCredentials(profile: profile, environment: ProcessInfo.processInfo.environment)
    }

    /// Returns the cache folder for an address: in the user's cache folder, or else in the system's temporary folder.
    private static func folder(of address: StoreAddress, _ environment: [String: String]) -> String {
        let name = "explore/" + "\(address)".map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" }
        if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { return cache + "/" + name }
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.cache/" + name }
        return FileManager.default.temporaryDirectory.path + "/" + name
    }
}

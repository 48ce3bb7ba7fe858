import ArgumentParser
import Foundation
import NIOPosix
import ObjectStore

/// The address of the releases, and the connection to the store.
struct StoreArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("Where releases are: s3://bucket or s3://bucket/prefix.", valueName: "address"))
    var address: String

    @OptionGroup var connection: StoreConnectionArguments

    /// Runs the body with a client for the store, and a line for progress. Ctrl-C cancels it.
    func withStore<Value: Sendable>(
        _ body: @escaping @Sendable (ObjectStore, ProgressLine) async throws -> Value
    ) async throws -> Value {
        try await connection.withStore(
            address,
            advice: "nothing changed for readers, and uploaded objects are kept; run the same command to continue", body
        )
    }
}

/// The connection to a store, and its credentials.
struct StoreConnectionArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The store's endpoint, if it is not Amazon's (default: $AWS_ENDPOINT_URL_S3, $AWS_ENDPOINT_URL).",
            valueName: "url"))
    var endpoint: String?

    @Option(help: ArgumentHelp("The store's region (default: $AWS_REGION, else us-east-1).", valueName: "name"))
    var region: String?

    @Option(
        help: ArgumentHelp(
            "The AWS profile (default: $AWS_PROFILE).", valueName: "name"))
    var profile: String?

    /// Whether no option is given.
    var isEmpty: Bool { endpoint == nil && region == nil && profile == nil }

    /// Runs the body with a client for the store at an address, and a line for progress. Ctrl-C cancels it.
    ///
    /// - Parameter advice: Printed after an interruption.
    func withStore<Value: Sendable>(
        _ address: String, advice: String,
        _ body: @escaping @Sendable (ObjectStore, ProgressLine) async throws -> Value
    ) async throws -> Value {
        let store = try store(address)
        do {
            let value = try await untilInterrupted(advice: advice) { try await body(store, $0) }
            await store.shutdown()
            return value
        } catch {
            await store.shutdown()
            throw error
        }
    }

    private func store(_ address: String) throws -> ObjectStore {
        let environment = ProcessInfo.processInfo.environment
        return ObjectStore(
            try StoreAddress(address),
            options: try StoreOptions(endpoint: endpoint, region: region, profile: profile, environment: environment),
            credentials: try StoreCredentials(profile: profile, environment: environment),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton)
    }
}

import FileSupport

/// The options for connecting to a store: its address, and the client's time limits and retries.
public struct StoreOptions: Sendable, Equatable {
    /// The store's address, or nil for Amazon's. With an address, the bucket is the first component of the path.
    public var endpoint: StoreEndpoint?
    /// The region for which requests are signed.
    public var region = "us-east-1"
    /// The maximum number of connections, not counting reads on a given event loop.
    public var connectionCount = 16
    /// The time limit for connecting, in seconds.
    public var connectSeconds = 5.0
    /// The time limit for inactivity on a connection, in seconds.
    public var idleSeconds = 20.0
    /// The default time limit for a call, including all its attempts, in seconds.
    public var timeLimitSeconds = 60.0
    /// The maximum number of attempts.
    public var attemptCount = 6
    /// The longest delay before the second attempt, in seconds; it doubles before each further attempt. The actual
    /// delay is a random part of it, so that many clients do not retry at once.
    public var backoffSeconds = 0.1

    /// Creates the default options: Amazon's store in the region `us-east-1`.
    public init() {}

    /// Creates options from flags, the environment and the shared configuration file, in this order of precedence.
    ///
    /// - Parameters:
    ///   - endpoint: The value of `--endpoint`; otherwise `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`, then the profile's
    ///     `endpoint_url`.
    ///   - region: The value of `--region`; otherwise `AWS_REGION`, `AWS_DEFAULT_REGION`, the profile's `region`, then
    ///     `us-east-1`.
    ///   - profile: The value of `--profile`; otherwise `AWS_PROFILE`, then `default`.
    /// - Throws: ``StoreError`` with the name of the flag or variable.
    public init(
        endpoint: String? = nil, region: String? = nil, profile: String? = nil, environment: [String: String]
    ) throws(StoreError) {
        let shared = try SharedProfile(profile: profile, environment: environment)
        func first(_ flag: (name: String, value: String?), _ variables: [String], _ setting: String) -> (
            name: String, value: String
        )? {
            if let value = flag.value { return (flag.name, value) }
            for name in variables { if let value = environment[name], !value.isEmpty { return (name, value) } }
            return shared.values[setting].flatMap { $0.isEmpty ? nil : (setting, $0) }
        }
        if let found = first(("--endpoint", endpoint), ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"], "endpoint_url") {
            self.endpoint = try StoreEndpoint(found.value, name: found.name)
        }
        if let found = first(("--region", region), ["AWS_REGION", "AWS_DEFAULT_REGION"], "region") {
            guard (1...64).contains(found.value.utf8.count), found.value.utf8.allSatisfy(Self.isOfRegion) else {
                throw .value(
                    found.name, value: StoreError.plain(found.value), expected: "a region such as eu-central-1")
            }
            self.region = found.value
        }
    }

    private static func isOfRegion(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "-_".utf8.contains(byte)
    }
}

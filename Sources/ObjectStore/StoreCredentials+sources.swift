extension StoreCredentials {
    /// Profile settings that obtain credentials in ways that are not supported.
    private static let otherWays = [
        "sso_session", "sso_start_url", "credential_process", "role_arn", "web_identity_token_file",
        "credential_source",
    ]

    /// Reads credentials from the standard sources: the environment, then the profile in the shared files.
    ///
    /// - Parameters:
    ///   - profile: The value of `--profile`, which takes precedence over keys in the environment; otherwise
    ///     `AWS_PROFILE`, then `default`.
    ///   - environment: The environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`, and
    ///     `AWS_SHARED_CREDENTIALS_FILE` and `AWS_CONFIG_FILE` for files outside `~/.aws`.
    /// - Throws: ``StoreError/credentials(_:)``, which lists the places that were searched.
    public init(profile: String? = nil, environment: [String: String]) throws(StoreError) {
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if profile == nil {
            switch (variable("AWS_ACCESS_KEY_ID"), variable("AWS_SECRET_ACCESS_KEY")) {
            case (let id?, let secret?):
                try self.init(accessKeyID: id, secretAccessKey: secret, sessionToken: variable("AWS_SESSION_TOKEN"))
                return
            case (nil, nil): break
            case (let id, _):
                let missing = id == nil ? "AWS_ACCESS_KEY_ID" : "AWS_SECRET_ACCESS_KEY"
                throw .credentials(
                    "\(missing) is not set, expected AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY together")
            }
        }
        let shared = try SharedProfile(profile: profile, environment: environment)
        func setting(_ name: String) -> String? { shared.values[name].flatMap { $0.isEmpty ? nil : $0 } }
        let places = shared.paths.joined(separator: " or ")
        guard let id = setting("aws_access_key_id"), let secret = setting("aws_secret_access_key") else {
            if let way = Self.otherWays.first(where: { setting($0) != nil }) {
                throw .credentials(
                    "the profile '\(StoreError.plain(shared.name))' has \(way), expected aws_access_key_id and "
                        + "aws_secret_access_key; `aws configure export-credentials --format env` prints them")
            }
            throw .credentials(
                "no credentials, expected AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile "
                    + "'\(StoreError.plain(shared.name))' in \(places)")
        }
        try self.init(accessKeyID: id, secretAccessKey: secret, sessionToken: setting("aws_session_token"))
    }
}

/// The credentials for a store. Their description never contains the secret.
public struct StoreCredentials: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    let accessKeyID: String
    let secretAccessKey: String
    let sessionToken: String?

    /// Creates credentials from the caller's values.
    ///
    /// - Parameter sessionToken: The token of temporary credentials.
    /// - Throws: ``StoreError/credentials(_:)`` if a value is empty or contains characters that a header cannot
    ///   contain.
    public init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) throws(StoreError) {
        for (name, value) in [
            ("the access key", accessKeyID), ("the secret key", secretAccessKey),
            ("the session token", sessionToken ?? "x"),
        ] {
            guard (1...8192).contains(value.utf8.count), value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw .credentials(
                    "\(name) is empty or has characters that keys cannot have, expected letters, digits and symbols")
            }
        }
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
    }

    /// The beginning of the access key id, without anything secret.
    public var description: String { "credentials of \(accessKeyID.prefix(4))…" }
    /// Same as ``description``.
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

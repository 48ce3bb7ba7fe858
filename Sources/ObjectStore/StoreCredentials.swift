/// Who asks a store. Its description never tells the secret.
public struct StoreCredentials: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    let accessKeyID: String
    let secretAccessKey: String
    let sessionToken: String?

    /// Credentials from wherever the caller has them.
    ///
    /// - Parameter sessionToken: The token that belongs to credentials which end by themselves.
    /// - Throws: ``StoreError/credentials(_:)`` when one is empty or holds what no header can.
    public init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) throws(StoreError) {
        for (name, value) in [
            ("the access key", accessKeyID), ("the secret key", secretAccessKey),
            ("the session token", sessionToken ?? "x"),
        ] {
            guard (1...8192).contains(value.utf8.count), value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw .credentials(
                    "\(name) is empty or has characters that keys never have, expected letters, digits and signs")
            }
        }
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
    }

    /// Without anything that is secret.
    public var description: String { "credentials of \(accessKeyID.prefix(4))…" }
    /// The same.
    public var debugDescription: String { description }
    /// Nothing, so that nothing is dumped.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

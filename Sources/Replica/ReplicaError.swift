/// Why there is no replica; each is one line that names the address, the file or the value, and what was expected.
public enum ReplicaError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Something in the store is not what a release has there.
    case release(_ object: String, reason: String)
    /// The folder for what is fetched cannot be used.
    case cache(_ path: String, reason: String)
    /// There is no release in the store, and none from before here.
    case noRelease(_ address: String)

    /// The error in words.
    public var description: String {
        switch self {
        case .release(let object, let reason): "\(object): \(reason)"
        case .cache(let path, let reason): "\(path): \(reason)"
        case .noRelease(let address): "\(address): no release here, expected release.json; `explore publish` makes one"
        }
    }
}

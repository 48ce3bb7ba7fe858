/// An error that keeps a replica from starting or continuing. Its description is one line with the address, file or
/// value, and what was expected.
public enum ReplicaError: Error, Equatable, Sendable, CustomStringConvertible {
    /// An object in the store is not a valid part of a release.
    case release(_ object: String, reason: String)
    /// The folder for fetched data cannot be used.
    case cache(_ path: String, reason: String)
    /// The store has no release, and there is no earlier local one.
    case noRelease(_ address: String)

    /// The error as one line.
    public var description: String {
        switch self {
        case .release(let object, let reason): "\(object): \(reason)"
        case .cache(let path, let reason): "\(path): \(reason)"
        case .noRelease(let address): "\(address): no release here, expected release.json; `explore publish` makes one"
        }
    }
}

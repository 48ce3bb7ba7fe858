import FileSupport

/// The purpose of the releases at an address. All releases at an address have the same kind.
public enum ReleaseKind: Sendable {
    /// Releases that replicas serve, without working copies and removed documents.
    case published
    /// Backups, with everything that the library contains.
    case backup

    /// The name of the object that identifies the current release.
    var pointer: String {
        switch self {
        case .published: ReleasePointer.object
        case .backup: "backup.json"
        }
    }

    var other: ReleaseKind { self == .published ? .backup : .published }
}

/// `release.json`, the only object that changes: it identifies the current release.
public struct ReleasePointer: Codable, Sendable, Equatable {
    /// The object's name.
    public static let object = "release.json"
    /// The maximum length of the object, in bytes.
    public static let byteLimit = 1 << 20
    /// The maximum number of kept releases.
    public static let keptLimit = 1000
    /// The highest valid release number, which is never reached in practice.
    static let numberLimit = 1 << 40

    /// The format version.
    public var format = Release.format
    /// The id of the current release.
    public var release: String
    /// The number of the current release; each publication gets the next one.
    public var number: Int
    /// The ids of the kept releases, newest first, including the current one.
    public var kept: [String]

    /// What is wrong with a pointer that was read, or nil if it is valid.
    package var fault: String? {
        if format != Release.format { return "has the format \(format), expected \(Release.format)" }
        if !(1...Self.numberLimit).contains(number) { return "has the number \(number), expected 1 or more" }
        if !(1...Self.keptLimit).contains(kept.count) || Set(kept).count != kept.count {
            return "keeps \(kept.count) releases, expected 1 to \(Self.keptLimit), each once"
        }
        if !kept.allSatisfy(Digest.isValid) || !kept.contains(release) {
            return "does not name a release, expected the digits of a SHA-256 that is among those kept"
        }
        return nil
    }
}

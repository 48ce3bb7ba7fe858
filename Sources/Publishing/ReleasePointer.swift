/// What the releases at an address are for. An address has those of one kind.
public enum ReleaseKind: Sendable {
    /// Served by replicas: without working copies and what was removed.
    case published
    /// Backups: with all that the library has.
    case backup

    /// The name of the object that names the current release.
    var pointer: String {
        switch self {
        case .published: ReleasePointer.object
        case .backup: "backup.json"
        }
    }

    var other: ReleaseKind { self == .published ? .backup : .published }
}

/// `release.json`, the only object that changes: it names the current release.
public struct ReleasePointer: Codable, Sendable, Equatable {
    /// The object's name.
    public static let object = "release.json"
    /// The maximum length, in bytes.
    public static let byteLimit = 1 << 20
    /// The maximum number of kept releases.
    public static let keptLimit = 1000
    /// The highest number of a release, which is never reached.
    static let numberLimit = 1 << 40

    /// 1.
    public var format = Release.format
    /// The id of the current release.
    public var release: String
    /// Its number; each publication gets the next one.
    public var number: Int
    /// The ids of the kept releases, newest first, the current one included.
    public var kept: [String]

    /// What is wrong with what was read; `nil` if nothing is.
    package var fault: String? {
        if format != Release.format { return "has the format \(format), expected \(Release.format)" }
        if !(1...Self.numberLimit).contains(number) { return "has the number \(number), expected 1 or more" }
        if !(1...Self.keptLimit).contains(kept.count) || Set(kept).count != kept.count {
            return "keeps \(kept.count) releases, expected 1 to \(Self.keptLimit), each once"
        }
        if !kept.allSatisfy(Digest.isOne) || !kept.contains(release) {
            return "does not name a release, expected the digits of a SHA-256 that is among the kept"
        }
        return nil
    }
}

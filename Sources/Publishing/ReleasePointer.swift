/// `release.json`, the one object that changes: which release is served.
public struct ReleasePointer: Codable, Sendable, Equatable {
    /// The object's name.
    public static let object = "release.json"
    /// How long it may be, in bytes.
    public static let byteLimit = 1 << 20
    /// How many releases may be kept.
    public static let keptLimit = 1000
    /// The highest number of a release, which nobody reaches.
    static let numberLimit = 1 << 40

    /// 1.
    public var format = Release.format
    /// The id of the release that is served.
    public var release: String
    /// Its number; each publication has the next one.
    public var number: Int
    /// The ids of the releases that are kept, the newest first; the one that is served is among them.
    public var kept: [String]

    /// What is wrong with what was read; `nil` where nothing is.
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

/// What a verification of the releases in a store found.
public struct ReleaseVerification: Sendable, Equatable {
    /// An object that is not as a kept release needs it.
    public struct Damage: Sendable, Equatable {
        /// Its name below the address.
        public let object: String
        /// What is wrong with it.
        public let reason: String
        /// The numbers of the kept releases that need it, newest first; none for a release.
        public let releases: [Int]
        /// Its SHA-256; nil for a release.
        let sha256: String?
        /// Whether it was uploaded again.
        public var isRepaired = false
    }

    /// The number of kept releases.
    public var releaseCount = 0
    /// The number of objects that they need, each counted once.
    public var objectCount = 0
    /// Their total length, in bytes.
    public var byteCount: Int64 = 0
    /// How many of these bytes were read and compared with their SHA-256.
    public var readByteCount: Int64 = 0
    /// What is wrong, by object.
    public var damages: [Damage] = []

    /// Whether nothing is damaged, or not any more.
    public var isSound: Bool { damages.allSatisfy(\.isRepaired) }
}

/// An object that releases need.
struct NeededObject: Sendable {
    let name: String
    let byteCount: Int64
    let sha256: String
    /// Its tag after it was written, without quotes.
    let etag: String?
    /// The numbers of the releases.
    var releases: [Int]
}

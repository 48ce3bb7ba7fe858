/// The result of verifying the releases in a store.
public struct ReleaseVerification: Sendable, Equatable {
    /// An object that is missing or damaged.
    public struct Damage: Sendable, Equatable {
        /// The object's name below the address.
        public let object: String
        /// What is wrong with the object.
        public let reason: String
        /// The numbers of the kept releases that need the object, newest first; empty for a release.
        public let releases: [Int]
        /// The object's expected SHA-256; nil for a release.
        let sha256: String?
        /// Whether the object was uploaded again.
        public var isRepaired = false
    }

    /// The number of kept releases.
    public var releaseCount = 0
    /// The number of objects that the releases need, each counted once.
    public var objectCount = 0
    /// The total length of the objects, in bytes.
    public var byteCount: Int64 = 0
    /// The number of bytes read and compared with their SHA-256.
    public var readByteCount: Int64 = 0
    /// The damaged objects, by name.
    public var damages: [Damage] = []

    /// Whether no damage was found, or all of it has been repaired.
    public var isSound: Bool { damages.allSatisfy(\.isRepaired) }
}

/// An object that kept releases need.
struct NeededObject: Sendable {
    let name: String
    let byteCount: Int64
    let sha256: String
    /// The object's ETag after it was written, without quotes.
    let etag: String?
    /// The numbers of the releases that need the object.
    var releases: [Int]
}

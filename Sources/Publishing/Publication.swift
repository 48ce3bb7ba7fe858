/// What a publication did.
public struct Publication: Sendable, Equatable {
    /// The release that is served now.
    public var release: String
    /// Its number.
    public var number: Int
    /// Whether there is a new release: not where nothing changed since the last one.
    public var isNew = true
    /// How many files the release has.
    public var fileCount: Int
    /// How long they are together, with the database, in bytes.
    public var byteCount: Int64
    /// How many objects were sent.
    public var sentObjectCount = 0
    /// How long they are together, in bytes.
    public var sentByteCount: Int64 = 0
    /// The ids of the releases that are kept, the newest first.
    public var kept: [String]
}

/// What a publication is made with.
public struct PublishingOptions: Sendable {
    /// Whether original scans belong to the release.
    public var includesOriginals = false
    /// How many releases are kept, with the new one.
    public var keptCount = 3
    /// Whether nothing is sent, but only told what would be.
    public var isDryRun = false
    /// How many files are sent at once.
    public var fileCount = 4
    /// An object that no kept release uses, and that is older than this in seconds, may be pruned at any moment: it is sent
    /// again rather than relied upon. Half of ``ReleaseShelf/pruningGraceSeconds``.
    public var trustedSeconds = ReleaseShelf.pruningGraceSeconds / 2

    /// The usual ones.
    public init() {}
}

/// How far a publication has come.
public struct PublishingProgress: Sendable, Equatable {
    /// What is being done.
    public enum Stage: String, Sendable {
        /// The database is copied.
        case copying
        /// Files are looked at, and those that are new are sent.
        case sending
        /// The database is sent.
        case finishing
    }

    /// What is being done.
    public var stage: Stage
    /// How much of it is done, 0 to 1.
    public var fraction: Double
}

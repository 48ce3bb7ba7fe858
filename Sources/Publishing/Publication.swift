/// The result of a publication.
public struct Publication: Sendable, Equatable {
    /// The id of the current release.
    public var release: String
    /// The number of the current release.
    public var number: Int
    /// Whether a new release was created; false if nothing has changed since the last one.
    public var isNew = true
    /// The number of files of the release.
    public var fileCount: Int
    /// The total length of the files and the database, in bytes.
    public var byteCount: Int64
    /// The number of objects uploaded.
    public var sentObjectCount = 0
    /// The total length of the uploaded objects, in bytes.
    public var sentByteCount: Int64 = 0
    /// The ids of the kept releases, newest first.
    public var kept: [String]
    /// The ids of former releases that are no longer kept because their objects are missing or damaged.
    public var lost: [String] = []
    /// The number of other former releases that are no longer kept.
    public var droppedCount = 0
}

/// Options of a publication.
public struct PublishingOptions: Sendable {
    /// Whether the release includes original scans.
    public var includesOriginals = false
    /// The number of releases to keep, including the new one.
    public var keptCount = 3
    /// Whether this is a public release or a backup, which contains the whole library and is never served by replicas.
    public var kind = ReleaseKind.published
    /// Whether to report what would be uploaded, without uploading.
    public var isDryRun = false
    /// The number of files uploaded at once.
    public var fileCount = 4
    /// The age, in seconds, up to which an object that no kept release uses is reused. An older one could be pruned at
    /// any moment, so it is uploaded again. Half of ``ReleaseRepository/pruningGraceSeconds``.
    public var trustedSeconds = ReleaseRepository.pruningGraceSeconds / 2
    /// The time limits of the lease; tests shorten them.
    package var leaseTimes = LeaseTimes()

    /// The default options.
    public init() {}
}

/// The progress of a publication.
public struct PublishingProgress: Sendable, Equatable {
    /// The current stage.
    public enum Stage: String, Sendable {
        /// Copying the database.
        case copying
        /// Comparing files, and uploading new ones.
        case sending
        /// Uploading the database.
        case finishing
    }

    /// The current stage.
    public var stage: Stage
    /// The completed fraction of the stage, 0 to 1.
    public var fraction: Double
}

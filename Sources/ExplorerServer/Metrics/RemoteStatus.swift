/// The fault that prevents a replica from following the releases of its store.
public struct RemoteFault: Sendable, Equatable {
    /// The location of a fault.
    public enum Kind: Sendable {
        /// The store does not respond, or with errors.
        case store
        /// The store denies access.
        case access
        /// The release in the store is damaged or incomplete.
        case release
        /// The folder for fetched data cannot be written.
        case cache
    }

    /// The location of the fault.
    public let kind: Kind
    /// The error, as one line for the log.
    public let reason: String

    /// Creates a fault.
    public init(kind: Kind, reason: String) { (self.kind, self.reason) = (kind, reason) }
}

/// The state of a replica's connection to its object store.
public struct RemoteStatus: Sendable {
    /// The fault that prevents the replica from following the releases, if one is known.
    public let fault: RemoteFault?
    /// The number of the release in use.
    public let release: Int
    /// The number of successful checks of the published release.
    public let lookCount: UInt64
    /// The number of completed reads, and the bytes that they returned.
    public let readCount, byteCount: UInt64
    /// The number of reads that joined one in progress.
    public let joinedCount: UInt64
    /// The numbers of reads that failed, and that were refused without an attempt.
    public let failedCount, refusedCount: UInt64
    /// The numbers of reads in progress and waiting.
    public let runningCount, waitingCount: Int
    /// Whether requests to the store are suspended after failures.
    public let isResting: Bool
    /// The size of the cached pyramids and its limit, in bytes.
    public let diskByteCount, diskByteLimit: Int
    /// The number of cached files.
    public let fileCount: Int
    /// The size of what was evicted, in bytes.
    public let removedByteCount: Int
    /// The number of tiles that were fetched but could not be cached.
    public let lostCount: Int
    /// Whether the last tile could not be written to the disk.
    public let isDiskFull: Bool

    /// Creates the status from its properties, in the order of their declaration.
    public init(
        fault: RemoteFault?, release: Int, lookCount: UInt64, readCount: UInt64, byteCount: UInt64, joinedCount: UInt64,
        failedCount: UInt64, refusedCount: UInt64, runningCount: Int, waitingCount: Int, isResting: Bool,
        diskByteCount: Int, diskByteLimit: Int, fileCount: Int, removedByteCount: Int, lostCount: Int,
        isDiskFull: Bool
    ) {
        (self.fault, self.release, self.lookCount) = (fault, release, lookCount)
        (self.readCount, self.byteCount, self.joinedCount) = (readCount, byteCount, joinedCount)
        (self.failedCount, self.refusedCount) = (failedCount, refusedCount)
        (self.runningCount, self.waitingCount, self.isResting) = (runningCount, waitingCount, isResting)
        (self.diskByteCount, self.diskByteLimit, self.fileCount) = (diskByteCount, diskByteLimit, fileCount)
        (self.removedByteCount, self.lostCount, self.isDiskFull) = (removedByteCount, lostCount, isDiskFull)
    }

    /// The faults for `/health/ready`, by part.
    var faults: [(part: String, words: String)] {
        var faults: [(part: String, words: String)] = []
        switch fault?.kind {
        case nil: break
        case .store: faults.append(("store", "cannot be reached"))
        case .access: faults.append(("store", "denies access"))
        case .release: faults.append(("release", "damaged in the store; the former one is served"))
        case .cache: faults.append(("cache", "cannot be written; the former release is served"))
        }
        if isDiskFull, fault?.kind != .cache { faults.append(("cache", "cannot be written; tiles are not kept")) }
        return faults
    }
}

extension Metrics {
    /// Reports the store.
    func watch(_ status: @escaping @Sendable () -> RemoteStatus) {
        watch("remote") { Self.families(of: status()) }
    }

    private static func families(of status: RemoteStatus) -> [MetricFamily] {
        func gauge(_ name: String, _ help: String, _ value: Int) -> MetricFamily {
            MetricFamily("explore_replica_" + name, .gauge, help, .whole(UInt64(max(0, value))))
        }
        func counter(_ name: String, _ help: String, _ value: UInt64) -> MetricFamily {
            MetricFamily("explore_replica_" + name, .counter, help, .whole(value))
        }
        return [
            gauge("release", "The number of the release in use.", status.release),
            counter(
                "looks_total", "Successful checks of the published release.",
                status.lookCount),
            gauge(
                "store_reachable", "1 if the object store is reachable, as far as known.",
                status.fault?.kind == .store || status.fault?.kind == .access ? 0 : 1),
            gauge(
                "release_damaged",
                "1 if the published release is damaged in the object store and a former one is served.",
                status.fault?.kind == .release ? 1 : 0),
            gauge(
                "cache_writable", "0 if this machine's disk has no room for a release or a tile.",
                status.fault?.kind == .cache || status.isDiskFull ? 0 : 1),
            gauge(
                "store_resting", "1 while requests to the object store are suspended after failures.",
                status.isResting ? 1 : 0),
            counter("reads_total", "Completed reads of tiles and directories from the object store.", status.readCount),
            counter("read_bytes_total", "Bytes read from the object store.", status.byteCount),
            counter("reads_joined_total", "Reads that joined one in progress.", status.joinedCount),
            counter("reads_failed_total", "Reads that failed after all attempts.", status.failedCount),
            counter(
                "reads_refused_total", "Reads refused because too many were waiting or requests are suspended.",
                status.refusedCount),
            gauge("reads_running", "Reads in progress.", status.runningCount),
            gauge("reads_waiting", "Waiting reads.", status.waitingCount),
            gauge("disk_bytes", "Bytes of cached pyramids on this machine's disk.", status.diskByteCount),
            gauge("disk_limit_bytes", "Maximum bytes of cached pyramids.", status.diskByteLimit),
            gauge("disk_files", "Files of cached pyramids.", status.fileCount),
            counter(
                "disk_removed_bytes_total", "Bytes of evicted entries.", UInt64(max(0, status.removedByteCount))),
            counter(
                "tiles_lost_total", "Tiles that were fetched and served, but could not be cached.",
                UInt64(max(0, status.lostCount))),
        ]
    }
}

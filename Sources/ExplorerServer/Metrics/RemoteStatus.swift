/// What keeps a replica from following the releases of its store.
public struct RemoteFault: Sendable, Equatable {
    /// Where the fault lies.
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

    /// Where the fault lies.
    public let kind: Kind
    /// The error, as one line for the log.
    public let reason: String

    /// A fault.
    public init(kind: Kind, reason: String) { (self.kind, self.reason) = (kind, reason) }
}

/// What goes on between a server and the object store that its pyramids are in.
public struct RemoteStatus: Sendable {
    /// What keeps the replica from following the releases, as far as it is known.
    public let fault: RemoteFault?
    /// The number of the release in use.
    public let release: Int
    /// How often the store has said which release is published.
    public let lookCount: UInt64
    /// Reads that ended, and the bytes that they brought.
    public let readCount, byteCount: UInt64
    /// Who asked for what was being read already.
    public let joinedCount: UInt64
    /// Reads that failed, and those that were not tried.
    public let failedCount, refusedCount: UInt64
    /// Reads that go on and that wait.
    public let runningCount, waitingCount: Int
    /// Whether the store is left alone for a while, since it did not answer.
    public let isResting: Bool
    /// What is here of pyramids, and what may be, in bytes.
    public let diskByteCount, diskByteLimit: Int
    /// How many files that is.
    public let fileCount: Int
    /// What was removed to make room, in bytes.
    public let removedByteCount: Int
    /// Tiles that were fetched and could not be kept.
    public let lostCount: Int
    /// Whether the last tile could not be written to the disk.
    public let isDiskFull: Bool

    /// Takes the numbers, in the order of their declaration.
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

    /// What `/health/ready` says is wrong, by part.
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
    /// Tells of the store whenever the numbers are read.
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

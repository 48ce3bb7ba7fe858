public import TileEngine

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
    /// Counters of reads from the store.
    public struct Reads: Sendable {
        /// The number of completed reads.
        public var readCount: UInt64 = 0
        /// The number of bytes that they returned.
        public var byteCount: UInt64 = 0
        /// The number of reads that joined one in progress.
        public var joinedCount: UInt64 = 0
        /// The number of reads that failed.
        public var failedCount: UInt64 = 0
        /// The number of reads refused without an attempt, because the queue was full or reads were suspended.
        public var refusedCount: UInt64 = 0
        /// The number of reads in progress.
        public var runningCount = 0
        /// The number of waiting reads.
        public var waitingCount = 0
        /// Whether reads are suspended after failures.
        public var isResting = false

        /// Creates counters of no reads.
        public init() {}
    }

    /// The fault that prevents the replica from following the releases, if one is known.
    public let fault: RemoteFault?
    /// The number of the release in use.
    public let release: Int
    /// The number of successful checks of the published release.
    public let lookCount: UInt64
    /// The reads from the store.
    public let reads: Reads
    /// The cached pyramids.
    public let disk: RemoteArchiveCache.Usage

    /// Creates the status.
    public init(
        fault: RemoteFault?, release: Int, lookCount: UInt64, reads: Reads, disk: RemoteArchiveCache.Usage
    ) {
        (self.fault, self.release, self.lookCount) = (fault, release, lookCount)
        (self.reads, self.disk) = (reads, disk)
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
        if disk.isFull, fault?.kind != .cache { faults.append(("cache", "cannot be written; tiles are not kept")) }
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
            MetricFamily("explore_replica_" + name, .gauge, help, value)
        }
        func counter(_ name: String, _ help: String, _ value: some BinaryInteger) -> MetricFamily {
            MetricFamily("explore_replica_" + name, .counter, help, value)
        }
        return [
            gauge("release", "The number of the release in use.", status.release),
            counter("looks_total", "Successful checks of the published release.", status.lookCount),
            gauge(
                "store_reachable", "1 if the object store is reachable, as far as known.",
                status.fault?.kind == .store || status.fault?.kind == .access ? 0 : 1),
            gauge(
                "release_damaged",
                "1 if the published release is damaged in the object store and a former one is served.",
                status.fault?.kind == .release ? 1 : 0),
            gauge(
                "cache_writable", "0 if this machine's disk is too full for a release or a tile.",
                status.fault?.kind == .cache || status.disk.isFull ? 0 : 1),
            gauge(
                "store_resting", "1 while requests to the object store are suspended after failures.",
                status.reads.isResting ? 1 : 0),
            counter(
                "reads_total", "Completed reads of tiles and directories from the object store.", status.reads.readCount
            ),
            counter("read_bytes_total", "Bytes read from the object store.", status.reads.byteCount),
            counter("reads_joined_total", "Reads that joined one in progress.", status.reads.joinedCount),
            counter("reads_failed_total", "Reads that failed after all attempts.", status.reads.failedCount),
            counter(
                "reads_refused_total", "Reads refused because too many were waiting or requests are suspended.",
                status.reads.refusedCount),
            gauge("reads_running", "Reads in progress.", status.reads.runningCount),
            gauge("reads_waiting", "Waiting reads.", status.reads.waitingCount),
            gauge("disk_bytes", "Bytes of cached pyramids on this machine's disk.", status.disk.byteCount),
            gauge("disk_limit_bytes", "Maximum bytes of cached pyramids.", status.disk.byteLimit),
            gauge("disk_files", "Files of cached pyramids.", status.disk.fileCount),
            counter("disk_removed_bytes_total", "Bytes of evicted entries.", status.disk.removedByteCount),
            counter(
                "tiles_lost_total", "Tiles that were fetched and served, but could not be cached.",
                status.disk.lostCount),
        ]
    }
}

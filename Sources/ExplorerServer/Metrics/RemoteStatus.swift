/// What goes on between a server and the object store that its pyramids are in.
public struct RemoteStatus: Sendable {
    /// Whether the store answers, as far as it is known.
    public let isReachable: Bool
    /// The number of the release that was taken last.
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

    /// Takes the numbers, in the order of their declaration.
    public init(
        isReachable: Bool, release: Int, lookCount: UInt64, readCount: UInt64, byteCount: UInt64, joinedCount: UInt64,
        failedCount: UInt64, refusedCount: UInt64, runningCount: Int, waitingCount: Int, isResting: Bool,
        diskByteCount: Int, diskByteLimit: Int, fileCount: Int, removedByteCount: Int, lostCount: Int
    ) {
        (self.isReachable, self.release, self.lookCount) = (isReachable, release, lookCount)
        (self.readCount, self.byteCount, self.joinedCount) = (readCount, byteCount, joinedCount)
        (self.failedCount, self.refusedCount) = (failedCount, refusedCount)
        (self.runningCount, self.waitingCount, self.isResting) = (runningCount, waitingCount, isResting)
        (self.diskByteCount, self.diskByteLimit, self.fileCount) = (diskByteCount, diskByteLimit, fileCount)
        (self.removedByteCount, self.lostCount) = (removedByteCount, lostCount)
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
            gauge("release", "The number of the release that was taken last.", status.release),
            counter(
                "looks_total", "Times that the object store said which release is published, and that one was taken.",
                status.lookCount),
            gauge(
                "store_reachable", "1 where the object store answers, as far as it is known.",
                status.isReachable ? 1 : 0),
            gauge(
                "store_resting", "1 while the object store is left alone, since it did not answer.",
                status.isResting ? 1 : 0),
            counter("reads_total", "Reads of the object store for tiles and directories that ended.", status.readCount),
            counter("read_bytes_total", "Bytes that these reads brought.", status.byteCount),
            counter("reads_joined_total", "Askers who waited for a read that went on already.", status.joinedCount),
            counter("reads_failed_total", "Reads that failed with all their attempts.", status.failedCount),
            counter(
                "reads_refused_total", "Reads that were not tried, as too many waited or the store is left alone.",
                status.refusedCount),
            gauge("reads_running", "Reads that go on.", status.runningCount),
            gauge("reads_waiting", "Reads that wait for their turn.", status.waitingCount),
            gauge("disk_bytes", "What is kept of pyramids on this machine's disk.", status.diskByteCount),
            gauge("disk_limit_bytes", "What may be kept of pyramids.", status.diskByteLimit),
            gauge("disk_files", "Files that this is kept in.", status.fileCount),
            counter(
                "disk_removed_bytes_total", "What was removed to make room.", UInt64(max(0, status.removedByteCount))),
            counter(
                "tiles_lost_total", "Tiles that were fetched and answered, and could not be kept on the disk.",
                UInt64(max(0, status.lostCount))),
        ]
    }
}

/// The source of a response of the tile lane.
enum LaneSource {
    /// A ready response (``HotTiles``).
    case hot
    /// Read from a pyramid (``StoredTiles``).
    case stored
    /// Fetched from an object store while the connection waited.
    case fetched
    /// A 304, which needs no bytes of the tile.
    case notModified
}

/// The counters of the tile lane on one event loop. Only that loop's thread changes them, so counting costs only a load
/// and a store.
final class LaneCounters: Sendable {
    /// The responses, by source.
    let hot = Counter(), stored = Counter(), fetched = Counter(), notModified = Counter()
    /// The requests for tiles that the lane could have served, but passed on.
    let missed = Counter()
    /// The bytes of all responses, including their heads.
    let sentBytes = Counter()
    /// The duration of one response in ``interval``: reading the clock twice for each would cost more than all the
    /// counters.
    let seconds = Histogram.ofTiles()

    /// One in this many responses is measured.
    static let interval: UInt64 = 16

    /// Counts a response.
    ///
    /// - Returns: Whether its duration must be observed.
    func count(_ source: LaneSource, byteCount: Int) -> Bool {
        let counter =
            switch source {
            case .hot: hot
            case .stored: stored
            case .fetched: fetched
            case .notModified: notModified
            }
        counter.addUnsynchronized()
        sentBytes.addUnsynchronized(UInt64(truncatingIfNeeded: byteCount))
        return counter.total % Self.interval == 0
    }
}

/// Where an answer of the tile lane comes from.
enum LaneSource {
    /// It was ready (``HotTiles``).
    case hot
    /// It was read from a pyramid (``StoredTiles``).
    case stored
    /// Its bytes were fetched from an object store, while the connection waited.
    case fetched
    /// It is a 304, which needs no bytes of the tile.
    case notModified
}

/// What the tile lane counts on one event loop. Only that loop's thread adds, so that nothing of it costs more than a
/// load and a store.
final class LaneCounters: Sendable {
    /// Answers, by where they came from.
    let hot = Counter(), stored = Counter(), fetched = Counter(), notModified = Counter()
    /// Requests for tiles that could have been answered here, and were not.
    let missed = Counter()
    /// The bytes of all answers, with their heads.
    let sentBytes = Counter()
    /// How long an answer took, of one answer in ``interval``: to look at the clock twice for each would cost more than all
    /// the counters.
    let seconds = Histogram.ofTiles()

    /// One answer in so many is measured.
    static let interval: UInt64 = 16

    /// Counts an answer.
    ///
    /// - Returns: Whether how long it took is to be observed.
    func count(_ source: LaneSource, byteCount: Int) -> Bool {
        let counter =
            switch source {
            case .hot: hot
            case .stored: stored
            case .fetched: fetched
            case .notModified: notModified
            }
        counter.addAlone()
        sentBytes.addAlone(UInt64(truncatingIfNeeded: byteCount))
        return counter.total % Self.interval == 0
    }
}

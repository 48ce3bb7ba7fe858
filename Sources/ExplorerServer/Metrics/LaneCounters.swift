/// What the tile lane counts on one event loop. Only that loop's thread adds, so that nothing of it costs more than a
/// load and a store.
final class LaneCounters: Sendable {
    /// Answers that were ready (``HotTiles``).
    let hot = Counter()
    /// Answers read from a pyramid (``StoredTiles``).
    let stored = Counter()
    /// Answers whose bytes were fetched from an object store, while the connection waited.
    let fetched = Counter()
    /// Requests that could have been answered here, and were not.
    let missed = Counter()
    /// The bytes of all answers, with their heads.
    let sentBytes = Counter()
    /// How long an answer took, of one answer in ``interval``: to look at the clock twice for each would cost more than all
    /// the counters.
    let seconds = Histogram.ofTiles()

    /// One answer in so many is measured.
    static let interval: UInt64 = 16

    /// Counts an answer that was fetched.
    func countFetched(byteCount: Int) {
        fetched.addAlone()
        sentBytes.addAlone(UInt64(truncatingIfNeeded: byteCount))
    }

    /// Counts an answer.
    ///
    /// - Returns: Whether how long it took is to be observed.
    func count(wasHot: Bool, byteCount: Int) -> Bool {
        let counter = wasHot ? hot : stored
        counter.addAlone()
        sentBytes.addAlone(UInt64(truncatingIfNeeded: byteCount))
        return counter.total % Self.interval == 0
    }
}

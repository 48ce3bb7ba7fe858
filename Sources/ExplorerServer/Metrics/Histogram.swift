/// A histogram of durations.
///
/// Buckets are counted separately and accumulated when they are read, so that an observation touches only two numbers.
final class Histogram: Sendable {
    /// The buckets' upper bounds in nanoseconds, ascending. Longer durations are counted in an extra bucket.
    let bounds: [UInt64]
    private let buckets: [Counter]
    private let nanoseconds = Counter()

    init(bounds: [UInt64]) {
        self.bounds = bounds
        buckets = (0...bounds.count).map { _ in Counter() }
    }

    /// Creates buckets from a tenth of a millisecond to half a minute, for work that waits for disks or renders.
    static func ofWork() -> Histogram {
        Histogram(
            bounds: [
                100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000,
                100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000, 10_000_000_000,
                30_000_000_000,
            ])
    }

    /// Creates buckets from a microsecond to ten milliseconds, for work that never waits.
    static func ofTiles() -> Histogram {
        Histogram(
            bounds: [
                1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
                10_000_000,
            ])
    }

    /// Counts a duration in nanoseconds.
    ///
    /// - Complexity: O(*n*) in the number of buckets.
    func observe(_ duration: UInt64) {
        buckets[place(of: duration)].add()
        nanoseconds.add(duration)
    }

    /// Counts a duration in nanoseconds, in a histogram that only one thread ever changes.
    func observeUnsynchronized(_ duration: UInt64) {
        buckets[place(of: duration)].addUnsynchronized()
        nanoseconds.addUnsynchronized(duration)
    }

    /// Measures and counts the duration of the body, even if it throws.
    func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
        let start = ContinuousClock.now
        defer { observe(start.nanosecondsUntilNow) }
        return try body()
    }

    var reading: Reading {
        Reading(bounds: bounds, counts: buckets.map(\.total), nanoseconds: nanoseconds.total)
    }

    private func place(of duration: UInt64) -> Int {
        bounds.firstIndex { duration <= $0 } ?? bounds.count
    }

    /// The content of a histogram at one moment.
    struct Reading: Sendable {
        let bounds: [UInt64]
        /// The count of each bucket, with the extra bucket last.
        var counts: [UInt64]
        var nanoseconds: UInt64

        /// Adds the content of another histogram with the same bounds.
        mutating func add(_ other: Reading) {
            for place in counts.indices { counts[place] += other.counts[place] }
            nanoseconds &+= other.nanoseconds
        }
    }
}

extension ContinuousClock.Instant {
    /// The nanoseconds that have passed since then.
    var nanosecondsUntilNow: UInt64 {
        let (seconds, attoseconds) = duration(to: .now).components
        return UInt64(max(0, seconds)) &* 1_000_000_000 &+ UInt64(max(0, attoseconds)) / 1_000_000_000
    }
}

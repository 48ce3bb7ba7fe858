/// How often something took how long.
///
/// The buckets are counted apart and summed up when they are read, so that an observation touches two numbers.
final class Histogram: Sendable {
    /// The buckets' upper bounds in nanoseconds, rising; what is longer than the last is counted behind it.
    let bounds: [UInt64]
    private let buckets: [Counter]
    private let nanoseconds = Counter()

    init(bounds: [UInt64]) {
        self.bounds = bounds
        buckets = (0...bounds.count).map { _ in Counter() }
    }

    /// From a tenth of a millisecond to half a minute, for work that waits for disks or makes pictures.
    static func ofWork() -> Histogram {
        Histogram(
            bounds: [
                100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000,
                100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000, 10_000_000_000,
                30_000_000_000,
            ])
    }

    /// From a microsecond to ten milliseconds, for what never waits.
    static func ofTiles() -> Histogram {
        Histogram(
            bounds: [
                1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
                10_000_000,
            ])
    }

    /// Counts a duration.
    ///
    /// - Complexity: O(*n*) in the number of buckets.
    func observe(_ duration: UInt64) {
        buckets[place(of: duration)].add()
        nanoseconds.add(duration)
    }

    /// Counts a duration where only one thread ever does.
    func observeAlone(_ duration: UInt64) {
        buckets[place(of: duration)].addAlone()
        nanoseconds.addAlone(duration)
    }

    /// Counts how long the body took, also when it throws.
    func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
        let start = ContinuousClock.now
        defer { observe(start.nanosecondsUntilNow) }
        return try body()
    }

    /// What was counted so far.
    var reading: Reading {
        Reading(bounds: bounds, counts: buckets.map(\.total), nanoseconds: nanoseconds.total)
    }

    private func place(of duration: UInt64) -> Int {
        bounds.firstIndex { duration <= $0 } ?? bounds.count
    }

    /// What a histogram held at a moment.
    struct Reading: Sendable {
        let bounds: [UInt64]
        /// How many fell into each bucket, and behind the last bound.
        var counts: [UInt64]
        var nanoseconds: UInt64

        /// Adds what another histogram of the same bounds held.
        mutating func add(_ other: Reading) {
            for place in counts.indices { counts[place] += other.counts[place] }
            nanoseconds &+= other.nanoseconds
        }
    }
}

extension ContinuousClock.Instant {
    /// The nanoseconds since then.
    var nanosecondsUntilNow: UInt64 {
        let (seconds, attoseconds) = duration(to: .now).components
        return UInt64(max(0, seconds)) &* 1_000_000_000 &+ UInt64(max(0, attoseconds)) / 1_000_000_000
    }
}

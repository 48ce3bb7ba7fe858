import Synchronization

/// A number that only grows, whoever adds to it.
final class Counter: Sendable {
    private let value = Atomic<UInt64>(0)

    /// Adds to the number; the order among threads does not matter.
    func add(_ amount: UInt64 = 1) {
        value.wrappingAdd(amount, ordering: .relaxed)
    }

    /// Adds to the number where only one thread ever does, such as that of an event loop: a load and a store, which cost a
    /// nanosecond, where the addition that other threads may interrupt costs six.
    func addAlone(_ amount: UInt64 = 1) {
        value.store(value.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }

    /// Takes away from a number that tells how much there is now.
    func subtract(_ amount: UInt64 = 1) {
        value.wrappingSubtract(amount, ordering: .relaxed)
    }

    /// The number now.
    var total: UInt64 { value.load(ordering: .relaxed) }
}

/// A counter for each case of a kind.
struct Counters<Kind: CaseIterable & Hashable & Sendable>: Sendable {
    private let counters = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, Counter()) })

    subscript(kind: Kind) -> Counter {
        guard let counter = counters[kind] else { preconditionFailure("\(kind) is not among allCases") }
        return counter
    }
}

/// What a pool of threads, or the store, counts of its work.
final class WorkCounters: Sendable {
    /// What runs now.
    let running = Counter()
    /// What was sent away because the queue was full.
    let refused = Counter()
    /// What ended with an error.
    let failed = Counter()
    /// How long work took, without its time in the queue.
    let seconds = Histogram.ofWork()

    /// Runs the body and counts it.
    func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
        running.add()
        defer { running.subtract() }
        do {
            return try seconds.measure(body)
        } catch {
            failed.add()
            throw error
        }
    }
}

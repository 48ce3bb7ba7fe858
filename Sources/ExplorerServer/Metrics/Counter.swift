import Synchronization

/// A number that many threads can add to.
final class Counter: Sendable {
    private let value = Atomic<UInt64>(0)

    /// Adds to the number. The order among threads does not matter.
    func add(_ amount: UInt64 = 1) {
        value.wrappingAdd(amount, ordering: .relaxed)
    }

    /// Adds to a number that only one thread, such as an event loop, ever changes. The load and store take a
    /// nanosecond, where an atomic addition takes six.
    func addUnsynchronized(_ amount: UInt64 = 1) {
        value.store(value.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }

    /// Subtracts from a number that represents a current amount.
    func subtract(_ amount: UInt64 = 1) {
        value.wrappingSubtract(amount, ordering: .relaxed)
    }

    var total: UInt64 { value.load(ordering: .relaxed) }
}

/// A counter for each case of an enumeration.
struct Counters<Kind: CaseIterable & Hashable & Sendable>: Sendable {
    private let counters = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, Counter()) })

    subscript(kind: Kind) -> Counter {
        guard let counter = counters[kind] else { preconditionFailure("\(kind) is not among allCases") }
        return counter
    }
}

/// Counters of work, for a thread pool or the store.
final class WorkCounters: Sendable {
    /// The work that is running now.
    let running = Counter()
    /// The work refused because the queue was full.
    let refused = Counter()
    /// The work that ended with an error.
    let failed = Counter()
    /// The duration of work, excluding its time in the queue.
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

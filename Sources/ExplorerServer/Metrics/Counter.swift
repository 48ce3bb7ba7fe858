import Synchronization

/// A number that only grows, whoever adds to it.
final class Counter: Sendable {
    private let value = Atomic<UInt64>(0)

    /// Adds to the number; the order among threads does not matter.
    func add(_ amount: UInt64 = 1) {
        value.wrappingAdd(amount, ordering: .relaxed)
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

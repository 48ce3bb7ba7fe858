import NIOConcurrencyHelpers

/// Limits how many tasks run a section at once, without blocking a thread. The queue of waiting tasks is bounded, too.
///
/// A client that is slow to read its response keeps its permit. So that a few such clients do not lock out the others,
/// an address can be limited to some of the permits.
final class AsyncSemaphore: Sendable {
    private struct Waiting {
        let number: Int
        let address: String
        let turn: AsyncStream<Never>.Continuation
    }

    private struct State {
        var permitCount = 0
        var countByAddress: [String: Int] = [:]
        /// In order of arrival. While there are free permits, all of these wait for one of their own address.
        var waiting: [Waiting] = []
        var lastNumber = 0

        mutating func take(for address: String) {
            permitCount += 1
            if !address.isEmpty { countByAddress[address, default: 0] += 1 }
        }

        mutating func giveBack(from address: String) {
            permitCount -= 1
            guard let count = countByAddress[address] else { return }
            countByAddress[address] = count > 1 ? count - 1 : nil
        }
    }

    private let limit: Int
    private let addressLimit: Int
    private let waitingLimit: Int
    private let state = NIOLockedValueBox(State())

    /// - Parameters:
    ///   - limit: The number of permits.
    ///   - addressLimit: The maximum number of permits of one address.
    ///   - waitingLimit: The maximum number of waiting tasks.
    init(limit: Int, addressLimit: Int = .max, waitingLimit: Int) {
        (self.limit, self.addressLimit, self.waitingLimit) = (limit, addressLimit, waitingLimit)
    }

    /// The number of permits in use.
    var permitCount: Int { state.withLockedValue { $0.permitCount } }

    /// The number of tasks waiting for a permit.
    var waitingCount: Int { state.withLockedValue { $0.waiting.count } }

    /// Waits for a permit, first come, first served. Tasks of an address that has all its permits are passed over.
    ///
    /// - Parameter address: The client's address, see ``RateLimit/name(of:)``; empty if it is not counted.
    /// - Throws: ``Problem/busy`` if the queue is full; `CancellationError` if the task is cancelled while waiting.
    func acquire(for address: String = "") async throws -> Reservation {
        let (turns, turn) = AsyncStream<Never>.makeStream()
        let number = try state.withLockedValue { state -> Int? in
            if isFree(for: address, in: state) {
                state.take(for: address)
                return nil
            }
            guard state.waiting.count < waitingLimit else { throw Problem.busy }
            state.lastNumber += 1
            state.waiting.append(Waiting(number: state.lastNumber, address: address, turn: turn))
            return state.lastNumber
        }
        let permit = { Reservation { [self] in release(address) } }
        guard let number else { return permit() }
        for await _ in turns {}
        // A task that received a permit is no longer in the queue.
        let isCancelled = state.withLockedValue { state in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return false }
            state.waiting.remove(at: index)
            return true
        }
        if isCancelled { throw CancellationError() }
        return permit()
    }

    private func isFree(for address: String, in state: State) -> Bool {
        state.permitCount < limit && state.countByAddress[address, default: 0] < addressLimit
    }

    /// Passes the permit to the next task in the queue that may have it.
    private func release(_ address: String) {
        let next = state.withLockedValue { state -> Waiting? in
            state.giveBack(from: address)
            let index = state.waiting.firstIndex { isFree(for: $0.address, in: state) }
            guard let next = index.map({ state.waiting.remove(at: $0) }) else { return nil }
            state.take(for: next.address)
            return next
        }
        next?.turn.finish()
    }
}

import NIOConcurrencyHelpers

/// Places for answers that are sent while they are made, each of which lasts as long as its reader takes. Whoever comes when
/// none is free waits in a line, which is bounded too.
final class Places: Sendable {
    private struct State {
        var takenCount = 0
        var waiting: [(number: Int, turn: AsyncStream<Never>.Continuation)] = []
        var lastNumber = 0
    }

    /// One of the places, until this is gone.
    final class Place: Sendable {
        private let places: Places

        fileprivate init(_ places: Places) { self.places = places }

        deinit { places.giveBack() }
    }

    private let count: Int
    private let waitingCount: Int
    private let state = NIOLockedValueBox(State())

    /// - Parameters:
    ///   - count: How many places there are.
    ///   - waitingCount: How many may wait for one.
    init(count: Int, waitingCount: Int) { (self.count, self.waitingCount) = (count, waitingCount) }

    /// How many places are taken.
    var takenCount: Int { state.withLockedValue { $0.takenCount } }

    /// How many wait for a place.
    var lineCount: Int { state.withLockedValue { $0.waiting.count } }

    /// A place, as soon as one is free; who came first has it first.
    ///
    /// - Throws: ``Problem/busy`` where too many wait; `CancellationError` where the task is cancelled while it waits.
    func take() async throws -> Place {
        let (turns, turn) = AsyncStream<Never>.makeStream()
        let number = try state.withLockedValue { state -> Int? in
            if state.takenCount < count {
                state.takenCount += 1
                return nil
            }
            guard state.waiting.count < waitingCount else { throw Problem.busy }
            state.lastNumber += 1
            state.waiting.append((state.lastNumber, turn))
            return state.lastNumber
        }
        guard let number else { return Place(self) }
        for await _ in turns {}
        // Who was given a place stands in the line no more.
        let isCancelled = state.withLockedValue { state in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return false }
            state.waiting.remove(at: index)
            return true
        }
        if isCancelled { throw CancellationError() }
        return Place(self)
    }

    /// Hands a place to the next in the line.
    private func giveBack() {
        let next = state.withLockedValue { state -> AsyncStream<Never>.Continuation? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst().turn }
            state.takenCount -= 1
            return nil
        }
        next?.finish()
    }
}

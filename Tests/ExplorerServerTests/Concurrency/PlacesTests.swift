import HTTPTypes
import Testing

@testable import ExplorerServer

@Suite struct PlacesTests {
    private let places = Places(count: 2, waitingCount: 2)

    /// Waits until so many stand in the line.
    private func awaitLine(_ count: Int) async throws {
        while places.lineCount != count { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func `a place is had by who came first, and the line is bounded`() async throws {
        var held = [try await places.take(), try await places.take()]
        let (order, came) = AsyncStream<Int>.makeStream()
        for number in 1...2 {
            Task { [places] in
                let place = try await places.take()
                came.yield(number)
                withExtendedLifetime(place) {}
            }
            try await awaitLine(number)
        }
        let refusal = await #expect(throws: Problem.self) { try await places.take() }
        #expect(refusal?.status == .serviceUnavailable && refusal?.refusal == .busy)
        held.removeLast()
        var numbers: [Int] = []
        for await number in order {
            numbers.append(number)
            if numbers.count == 2 { break }
        }
        #expect(numbers == [1, 2])
        held.removeAll()
        while places.takenCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func `who is cancelled leaves the line, and takes no place`() async throws {
        var held = [try await places.take(), try await places.take()]
        let waiting = Task { [places] in _ = try await places.take() }
        try await awaitLine(1)
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(places.lineCount == 0 && places.takenCount == 2)
        held.removeAll()
        #expect(places.takenCount == 0)
    }
}

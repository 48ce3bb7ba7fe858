import NIOConcurrencyHelpers
import Testing

@testable import TileEngine

@Suite("CoalescingCache")
struct CoalescingCacheTests {
    @Test func `a value is computed once and then cached`() async throws {
        let cache = CoalescingCache<Int, [UInt8]>(byteLimit: 100)
        let computations = Counter()
        for _ in 0..<3 {
            let value = try await cache.value(for: 1, cost: \.count) {
                computations.increment()
                return [1, 2, 3]
            }
            #expect(value == [1, 2, 3])
        }
        #expect(computations.count == 1)
        #expect(cache.usage.byteCount == 3 && cache.usage.count == 1)
        #expect(cache.cachedValue(for: 1) == [1, 2, 3])
        #expect(cache.cachedValue(for: 2) == nil)
    }

    @Test func `the cost stays within the limit by evicting the least recently used value`() async throws {
        let reported = Counter()
        let cache = CoalescingCache<Int, [UInt8]>(byteLimit: 30) { reported.increment(by: $0) }
        for key in 0..<3 { _ = try await cache.value(for: key, cost: \.count) { [UInt8](repeating: 0, count: 10) } }
        _ = cache.cachedValue(for: 0)
        _ = try await cache.value(for: 3, cost: \.count) { [UInt8](repeating: 0, count: 10) }
        #expect(cache.cachedValue(for: 1) == nil)
        #expect([0, 2, 3].allSatisfy { cache.cachedValue(for: $0) != nil })
        #expect(cache.usage.byteCount == 30)
        _ = try await cache.value(for: 4, cost: \.count) { [UInt8](repeating: 0, count: 25) }
        #expect(cache.usage.byteCount == 25 && cache.usage.count == 1)
        #expect(reported.count == 25)
    }

    @Test func `a value larger than the limit is returned but not cached`() async throws {
        let cache = CoalescingCache<Int, [UInt8]>(byteLimit: 10)
        let value = try await cache.value(for: 1, cost: \.count) { [UInt8](repeating: 7, count: 11) }
        #expect(value.count == 11)
        #expect(cache.usage.byteCount == 0 && cache.usage.count == 0)
    }

    @Test func `concurrent requests for one key share one computation`() async throws {
        let cache = CoalescingCache<Int, Int>(byteLimit: 100)
        let computations = Counter()
        let gate = Gate()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await cache.value(for: 1, cost: { _ in 1 }) {
                        computations.increment()
                        await gate.wait()
                        return 42
                    }
                }
            }
            while computations.count == 0 { await Task.yield() }
            gate.open()
            for try await value in group { #expect(value == 42) }
        }
        #expect(computations.count == 1)
    }

    @Test func `a failure is thrown to every waiting caller and not cached`() async throws {
        let cache = CoalescingCache<Int, Int>(byteLimit: 100)
        let computations = Counter()
        let gate = Gate()
        let callers = (0..<3).map { _ in
            Task {
                try await cache.value(for: 1, cost: { _ in 1 }) {
                    computations.increment()
                    await gate.wait()
                    throw TileEngineError(.damaged, "broken")
                }
            }
        }
        while cache.usage.missCount < callers.count { await Task.yield() }
        gate.open()
        for caller in callers {
            let error = await #expect(throws: TileEngineError.self) { try await caller.value }
            #expect(error?.description == "broken")
        }
        #expect(computations.count == 1)
        #expect(try await cache.value(for: 1, cost: { _ in 1 }) { 5 } == 5)
    }

    @Test func `a cancelled caller returns at once while the computation continues for others`() async throws {
        let cache = CoalescingCache<Int, Int>(byteLimit: 100)
        let gate = Gate()
        let started = Gate()
        let waiting = Task {
            try await cache.value(for: 1, cost: { _ in 1 }) {
                started.open()
                await gate.wait()
                return 7
            }
        }
        await started.wait()
        let cancelled = Task { try await cache.value(for: 1, cost: { _ in 1 }) { 8 } }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        gate.open()
        #expect(try await waiting.value == 7)
        #expect(cache.cachedValue(for: 1) == 7)
    }

    @Test func `the computation ends when its only caller is cancelled, and the next call restarts it`() async throws {
        let cache = CoalescingCache<Int, Int>(byteLimit: 100)
        let started = Gate()
        let ended = Gate()
        let caller = Task {
            try await cache.value(for: 1, cost: { _ in 1 }) {
                started.open()
                while !Task.isCancelled { await Task.yield() }
                ended.open()
                throw CancellationError()
            }
        }
        await started.wait()
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        await ended.wait()
        #expect(try await cache.value(for: 1, cost: { _ in 1 }) { 9 } == 9)
    }

    @Test func `under random load and cancellation values are right and costs within the limit`() async throws {
        let cache = CoalescingCache<Int, Int>(byteLimit: 50)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in 0..<16 {
                group.addTask {
                    var numbers = RepeatableNumbers(seed: UInt64(seed))
                    for _ in 0..<500 {
                        let key = Int.random(in: 0..<40, using: &numbers)
                        let task = Task {
                            try await cache.value(for: key, cost: { _ in key % 7 + 1 }) {
                                await Task.yield()
                                return key * 2
                            }
                        }
                        if Int.random(in: 0..<4, using: &numbers) == 0 { task.cancel() }
                        do {
                            let value = try await task.value
                            #expect(value == key * 2)
                        } catch is CancellationError {}
                        #expect(cache.usage.byteCount <= 50)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `RecencyList agrees with a naive least-recently-used list`() {
        var list = RecencyList<Int, Int>(costLimit: 20)
        var plain: [(key: Int, value: Int, cost: Int)] = []
        var numbers = RepeatableNumbers(seed: 5)
        for step in 0..<20_000 {
            let key = Int.random(in: 0..<12, using: &numbers)
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0:
                list.remove(key)
                plain.removeAll { $0.key == key }
            case 1:
                let cost = Int.random(in: 0..<24, using: &numbers)
                list.insert(step, for: key, cost: cost)
                plain.removeAll { $0.key == key }
                if cost <= 20 {
                    while plain.reduce(cost, { $0 + $1.cost }) > 20 { plain.removeFirst() }
                    plain.append((key, step, cost))
                }
            default:
                let index = plain.firstIndex { $0.key == key }
                #expect(list.value(for: key) == index.map { plain[$0].value })
                if let index { plain.append(plain.remove(at: index)) }
            }
            #expect(list.cost == plain.reduce(0) { $0 + $1.cost } && list.count == plain.count)
        }
    }
}

/// A gate to wait for, which remains open once opened.
final class Gate: Sendable {
    private let state = NIOLockedValueBox<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

    func open() {
        let waiters = state.withLockedValue { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLockedValue { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// A counter that any task may increment.
final class Counter: Sendable {
    private let state = NIOLockedValueBox(0)

    var count: Int { state.withLockedValue { $0 } }

    func increment(by amount: Int = 1) { state.withLockedValue { $0 += amount } }
}

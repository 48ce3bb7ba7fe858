import NIOCore
import NIOConcurrencyHelpers
import ObjectStore

/// The exclusive right to change the releases at an address. A lease is an object in the store that its holder renews.
/// Others take it only after it has expired, or if its holder was a process on the same system that has ended.
///
/// Where the store enforces conditional writes, only one of several publishers can create the object. On other stores
/// each publisher writes the object and reads it back after a while. Every publisher that found no lease has written
/// its own by then; the last writer holds the lease, and the others stop. A write that takes longer than that is not
/// valid and is repeated. The holder may upload in the meantime, but ``confirm()``, which is called before the pointer
/// is written, waits for it. The age of a lease is measured by the store's clock, so the clocks of publishers may
/// differ.
final class Lease: Sendable {
    private struct State {
        var record = LeaseRecord()
        var (isWritten, isConfirmed) = (false, false)
        /// The time after which others may take the lease.
        var end = ContinuousClock.now
        /// The time from which the lease is certain.
        var settled = ContinuousClock.now
    }

    private typealias Found = (record: LeaseRecord, etag: String?, ageSeconds: Double)

    /// The maximum number of attempts to write a lease, if a write was too slow or collided with another one.
    private static let attemptCount = 10
    /// The time limit for each request concerning the lease, in seconds.
    private static let requestSeconds = 15.0

    private let store: any ObjectPlace
    let times: LeaseTimes
    private let state = NIOLockedValueBox(State())

    private init(_ store: any ObjectPlace, _ times: LeaseTimes) { (self.store, self.times) = (store, times) }

    /// Takes the lease, runs the body, and removes the lease afterwards, even after an error or cancellation.
    ///
    /// - Throws: ``PublishingError/inProgress(_:holder:since:expiresInSeconds:)`` if another process holds it,
    ///   ``PublishingError/leaseLost(_:holder:)`` if it is lost while the body runs (the body is then cancelled), and
    ///   `StoreError`.
    static func whileHeld<Value: Sendable>(
        _ store: any ObjectPlace, _ times: LeaseTimes, _ body: @escaping @Sendable (Lease) async throws -> Value
    ) async throws -> Value {
        let lease = Lease(store, times)
        let result: Result<Value, any Error>
        do {
            try await lease.take()
            result = .success(try await lease.whileRenewed(body))
        } catch {
            result = .failure(error)
        }
        // An unstructured task, so that the lease is removed even if this task is cancelled.
        await Task { await lease.remove() }.value
        return try result.get()
    }

    private func whileRenewed<Value: Sendable>(
        _ body: @escaping @Sendable (Lease) async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                try await self.keep()
                return nil
            }
            group.addTask { try await body(self) }
            while let value = try await group.next() { if let value { return value } }
            throw CancellationError()
        }
    }

    /// Waits until this process certainly holds the lease, for at least as long as writing the pointer may take.
    ///
    /// - Throws: ``PublishingError/leaseLost(_:holder:)``, `StoreError`, `CancellationError`.
    func confirm() async throws {
        try await Task.sleep(until: state.withLockedValue { $0.settled }, clock: .continuous)
        try check(try await read())
        state.withLockedValue { $0.isConfirmed = true }
    }

    // MARK: Steps

    private func take() async throws {
        for _ in 0..<Self.attemptCount {
            let begin = ContinuousClock.now
            let found = try await read()
            let isOurs = found?.record.id == state.withLockedValue { $0.record.id }
            if let found, !isOurs, found.ageSeconds < times.validSeconds, !found.record.isLeftOver {
                throw inProgress(found)
            }
            do {
                try await write(found.map { $0.etag.map { .hasTag($0) } ?? .none } ?? .isAbsent)
            } catch StoreError.changed {
                continue
            }
            let isInTime = begin.duration(to: .now) < .seconds(times.settleSeconds)
            if try await isExclusive(found == nil) { return state.withLockedValue { $0.settled = .now } }
            guard isInTime else { continue }
            return state.withLockedValue { $0.settled = .now + .seconds(times.settleSeconds) }
        }
        throw StoreError.unavailable(
            store.name(of: LeaseRecord.object),
            reason: "the lease could not be written in \(Self.attemptCount) attempts of \(times.settleSeconds) s each")
    }

    /// Whether the lease is certain at once, because this process created it and the store refuses to create it twice.
    private func isExclusive(_ isCreated: Bool) async throws -> Bool {
        guard isCreated else { return false }
        let record = state.withLockedValue { $0.record }
        let bytes = ByteBuffer(bytes: try ReleaseRepository.encoded(record))
        return try await Self.completely { [store] in
            try await store.enforcesConditions(probing: LeaseRecord.object, bytes, as: Self.form(.none))
        }
    }

    /// Renews the lease until it is lost or the task is cancelled.
    private func keep() async throws {
        try await confirm()
        while true {
            try await Task.sleep(for: .seconds(times.renewalSeconds))
            try await renew()
        }
    }

    private func renew() async throws {
        state.withLockedValue { $0.record.renewed = LeaseRecord.now }
        do {
            let found = try await read()
            try check(found)
            try await write(found?.etag.map { .hasTag($0) } ?? .none)
        } catch let error as StoreError {
            // The next renewal reads what the store has now, if the lease has not expired by then.
            if case .changed = error { return }
            guard error.isUnavailable else { throw error }
            try checkTime()
        }
    }

    /// Removes the lease if this process still holds it. If that fails, the lease expires.
    private func remove() async {
        let (isWritten, id) = state.withLockedValue { ($0.isWritten, $0.record.id) }
        guard isWritten, let found = try? await read(), found.record.id == id, (try? checkTime()) != nil else { return }
        try? await store.delete([LeaseRecord.object])
    }

    // MARK: The object

    private static func form(_ condition: ObjectMetadata.Condition) -> ObjectMetadata {
        ObjectMetadata(contentType: "application/json", cacheControl: "no-store", condition: condition)
    }

    private func write(_ condition: ObjectMetadata.Condition) async throws {
        let record = state.withLockedValue { state in
            state.isWritten = true
            return state.record
        }
        let begin = ContinuousClock.now
        let bytes = ByteBuffer(bytes: try ReleaseRepository.encoded(record))
        try await Self.completely { [store] in
            _ = try await store.write(
                LeaseRecord.object, bytes, as: Self.form(condition), timeLimitSeconds: Self.requestSeconds)
        }
        state.withLockedValue { $0.end = begin + .seconds(times.heldSeconds) }
    }

    /// Runs a write that is not cancelled with the task: a write that was cut off could arrive after the lease was
    /// removed.
    private static func completely<Value: Sendable>(
        _ write: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await Task { try await write() }.value
    }

    private func read() async throws -> Found? {
        do {
            let found = try await store.read(
                LeaseRecord.object, byteLimit: LeaseRecord.byteLimit, timeLimitSeconds: Self.requestSeconds)
            return (LeaseRecord(found.bytes.readableBytesView), found.etag, found.ageSeconds ?? 0)
        } catch {
            guard error.isMissing else { throw error }
            return nil
        }
    }

    private func check(_ found: Found?) throws {
        let (id, isConfirmed) = state.withLockedValue { ($0.record.id, $0.isConfirmed) }
        guard let found, found.record.id == id else {
            if !isConfirmed {
                // Another publisher started at the same moment, and may have finished by now.
                throw found.map(inProgress) ?? .overtaken(store.name)
            }
            throw PublishingError.leaseLost(store.name, holder: found?.record.holder ?? "another publication")
        }
        try checkTime()
    }

    private func checkTime() throws {
        guard state.withLockedValue({ $0.end }) > .now else {
            throw PublishingError.leaseLost(store.name, holder: nil)
        }
    }

    private func inProgress(_ found: Found) -> PublishingError {
        .inProgress(
            store.name, holder: found.record.holder, since: found.record.since,
            expiresInSeconds: Int((times.validSeconds - found.ageSeconds).rounded(.up)))
    }
}

import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import Logging
import NIOConcurrencyHelpers
import Synchronization
import TileEngine

/// Cuts uploaded scans one after another, at a lower priority than requests.
///
/// The work to do is in the database, so it continues after the browser has disconnected, and starts again after a
/// restart. This type makes unfinished images available in the meantime.
final class ScanWork: Sendable {
    private final class Job: Sendable {
        let image: ImageInProgress
        let isCancelled = Atomic(false)

        init(_ image: ImageInProgress) { self.image = image }
    }

    private struct State {
        var jobs: [String: Job] = [:]
        var isClosed = false
    }

    /// The minimum interval between progress notifications to followers.
    private static let interval = Duration.milliseconds(250)
    /// The number of attempts if an image cannot be cut or its state cannot be saved, and the delay between them.
    private static let retryCount = 20
    private static let retryInterval = Duration.seconds(3)

    private let library: EditedLibrary
    private let pool: WorkPool
    private let policy: ScanPolicy
    private let logger: Logger
    /// Called with the ids of a document and an image when the image's state changes.
    private let notify: @Sendable (_ document: String, _ image: String) -> Void
    private let state = NIOLockedValueBox(State())

    init(
        library: EditedLibrary, pool: WorkPool, policy: ScanPolicy, logger: Logger,
        notify: @escaping @Sendable (_ document: String, _ image: String) -> Void
    ) {
        (self.library, self.pool, self.policy, self.logger, self.notify) = (library, pool, policy, logger, notify)
    }

    /// Returns the image with this id while it is being cut or waiting.
    func image(_ id: String) -> ImageInProgress? { state.withLockedValue { $0.jobs[id]?.image } }

    /// Returns the fraction of an image that has been cut, from 0 to 1; nil if it is not in progress here.
    func progress(of id: String) -> Double? {
        image(id).map { min(1, Double($0.growing.tileCount) / Double(max(1, $0.growing.pyramid.storedTileCount))) }
    }

    /// Resumes the unfinished work of a previous server, and removes scans that have been unused for long and old
    /// trash. Does nothing if the library cannot be changed.
    func resume() async {
        do {
            let ids = try await library.look { library in
                library.changeRefusal == nil ? try library.store.unfinishedScanImages() : []
            }
            for id in ids { try await begin(id) }
            let now = Date()
            let (hasScans, hasTrash) = try await library.look { library in
                library.changeRefusal == nil
                    ? (library.hasUnusedScans, try library.store.hasOldTrash(at: now)) : (false, false)
            }
            if hasScans { try await library.change { try $0.removeUnusedScans() } }
            if hasTrash { _ = try await library.change { try $0.emptyTrash(keptUntil: now) } }
        } catch is CancellationError {
            // The server stops right after it started.
        } catch {
            logger.error("uploaded scans cannot be cut", metadata: ["error": "\(error)"])
        }
    }

    /// Starts cutting an image of an uploaded scan, unless it is in progress or done. The image is available when this
    /// returns.
    func begin(_ id: String) async throws {
        if image(id) != nil { return }
        let image: ImageInProgress?
        do {
            image = try await library.look { [policy] in try $0.scanInProgress(id, policy: policy) }
        } catch let error as TileEngineError {
            try await library.change { try $0.store.setState(.failed, error: "it \(error.reason)", ofScanImage: id) }
            return
        }
        guard let image else { return }
        let job = Job(image)
        let isNew = state.withLockedValue { state in
            guard !state.isClosed, state.jobs[id] == nil else { return false }
            state.jobs[id] = job
            return true
        }
        if isNew { Task.detached { [self] in await run(job) } }
    }

    /// Cancels the work on images that were removed.
    func cancel(_ ids: [String]) {
        state.withLockedValue { state in
            for id in ids { state.jobs.removeValue(forKey: id)?.isCancelled.store(true, ordering: .relaxed) }
        }
    }

    /// Cancels all work. The next server starts over with what is unfinished.
    func close() {
        state.withLockedValue { state in
            state.isClosed = true
            for job in state.jobs.values { job.isCancelled.store(true, ordering: .relaxed) }
            state.jobs = [:]
        }
    }

    private func run(_ job: Job) async {
        let (id, document) = (job.image.id, job.image.document)
        for attempt in 1...Self.retryCount {
            do {
                let library = try await library.opened()
                let lastNotification = NIOLockedValueBox(ContinuousClock.now)
                try await pool.run(.begun) { [notify] in
                    try library.cut(job.image) { _ in
                        let isTime = lastNotification.withLockedValue { last in
                            guard ContinuousClock.now - last >= Self.interval else { return false }
                            last = .now
                            return true
                        }
                        if isTime { notify(document, id) }
                    } isCancelled: {
                        job.isCancelled.load(ordering: .relaxed)
                    }
                }
                break
            } catch is CancellationError {
                break
            } catch LibraryError.cancelled {
                break
            } catch {
                logger.error(
                    "an uploaded scan cannot be cut now",
                    metadata: ["image": "\(id)", "attempt": "\(attempt)", "error": "\(error)"])
                try? await Task.sleep(for: Self.retryInterval)
                if job.isCancelled.load(ordering: .relaxed) { break }
            }
        }
        state.withLockedValue { state in
            if state.jobs[id] === job { state.jobs[id] = nil }
        }
        if !job.isCancelled.load(ordering: .relaxed) { notify(document, id) }
    }
}

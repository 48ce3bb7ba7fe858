import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import Logging
import NIOConcurrencyHelpers
import Synchronization
import TileEngine

/// The uploaded scans that are being cut, one after the other, behind all that answers requests.
///
/// What is to be cut is in the database, so that it goes on after the browser has gone, and begins anew after a restart. Here
/// is what can be looked at meanwhile.
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

    /// How often those who follow the document are told of the progress at most.
    private static let interval = Duration.milliseconds(250)
    /// How often it is tried again where the end of the work cannot be noted, and how long that is waited for.
    private static let retryCount = 20
    private static let retryInterval = Duration.seconds(3)

    private let library: EditedLibrary
    private let pool: WorkPool
    private let policy: ScanPolicy
    private let logger: Logger
    /// Told the id of a document and of an image, when there is something new to tell of it.
    private let tell: @Sendable (_ document: String, _ image: String) -> Void
    private let state = NIOLockedValueBox(State())

    init(
        library: EditedLibrary, pool: WorkPool, policy: ScanPolicy, logger: Logger,
        tell: @escaping @Sendable (_ document: String, _ image: String) -> Void
    ) {
        (self.library, self.pool, self.policy, self.logger, self.tell) = (library, pool, policy, logger, tell)
    }

    /// The image with this id, while it is being cut or waits for it.
    func image(_ id: String) -> ImageInProgress? { state.withLockedValue { $0.jobs[id]?.image } }

    /// How much of an image is cut, 0 to 1; nil for one that is not being cut here.
    func progress(of id: String) -> Double? {
        image(id).map { min(1, Double($0.growing.tileCount) / Double(max(1, $0.growing.pyramid.storedTileCount))) }
    }

    /// Goes on with what a former server has not finished, and removes what nobody has used for long. Where the library
    /// cannot be changed, nothing happens.
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
            // The server ends as soon as it began.
        } catch {
            logger.error("uploaded scans cannot be cut", metadata: ["error": "\(error)"])
        }
    }

    /// Begins to cut an image of an uploaded scan, unless that is being done, or was. It can be looked at when this returns.
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

    /// Ends the work on images that were removed.
    func cancel(_ ids: [String]) {
        state.withLockedValue { state in
            for id in ids { state.jobs.removeValue(forKey: id)?.isCancelled.store(true, ordering: .relaxed) }
        }
    }

    /// Ends all work. What is not finished is begun anew by the next server.
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
                let told = NIOLockedValueBox(ContinuousClock.now)
                try await pool.run(.begun) { [tell] in
                    try library.cut(job.image) { _ in
                        let isTime = told.withLockedValue { last in
                            guard ContinuousClock.now - last >= Self.interval else { return false }
                            last = .now
                            return true
                        }
                        if isTime { tell(document, id) }
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
        if !job.isCancelled.load(ordering: .relaxed) { tell(document, id) }
    }
}

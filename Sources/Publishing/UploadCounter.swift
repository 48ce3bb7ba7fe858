import NIOConcurrencyHelpers
import ObjectStore

/// Counts uploads, from any thread, and reports progress.
final class UploadCounter: Sendable {
    private struct State {
        var total: Int64 = 0
        var done: Int64 = 0
        var objectCount = 0
        var sentByteCount: Int64 = 0
        var etags: [String: String] = [:]
    }

    private let state = NIOLockedValueBox(State())
    private let report: @Sendable (PublishingProgress) -> Void

    init(_ report: @escaping @Sendable (PublishingProgress) -> Void) { self.report = report }

    var sent: (objectCount: Int, byteCount: Int64) { state.withLockedValue { ($0.objectCount, $0.sentByteCount) } }

    /// The recorded ETags, by object name.
    var etags: [String: String] { state.withLockedValue(\.etags) }

    /// Records the ETag of an object in the store.
    func note(_ etag: String?, of object: String) {
        guard let etag else { return }
        state.withLockedValue { $0.etags[object] = ObjectStore.bare(etag) }
    }

    /// Starts a stage of this length in bytes.
    func begin(_ stage: PublishingProgress.Stage, total: Int64) {
        state.withLockedValue { ($0.total, $0.done) = (total, 0) }
        report(PublishingProgress(stage: stage, fraction: 0))
    }

    /// Adds processed bytes.
    func add(_ byteCount: Int64, _ stage: PublishingProgress.Stage) {
        let fraction = state.withLockedValue { state in
            state.done += byteCount
            return Double(state.done) / Double(max(state.total, 1))
        }
        report(PublishingProgress(stage: stage, fraction: min(fraction, 1)))
    }

    /// Records an uploaded object.
    func sent(byteCount: Int64) {
        state.withLockedValue { state in
            state.objectCount += 1
            state.sentByteCount += byteCount
        }
    }
}

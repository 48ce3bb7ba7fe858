import CVips
import NIOConcurrencyHelpers

/// Follows libvips while it computes an image: tells how far it is, and stops it when asked to.
final class EvaluationWatch: Sendable {
    private let report: @Sendable (Double) -> Void
    private let isCancelled: @Sendable () -> Bool
    private let state = NIOLockedValueBox((reported: -1.0, cancelled: false))

    /// Makes a watch.
    ///
    /// - Parameters:
    ///   - report: Told the fraction that is done whenever it has grown by a thousandth.
    ///   - isCancelled: Asked whenever libvips has come further.
    init(report: @escaping @Sendable (Double) -> Void, isCancelled: @escaping @Sendable () -> Bool) {
        self.report = report
        self.isCancelled = isCancelled
    }

    /// Runs the body while the image is watched.
    ///
    /// - Throws: `CancellationError` once `isCancelled` has said yes, whatever the body throws then.
    func watching<Result>(_ image: VipsImage, _ body: () throws -> Result) throws -> Result {
        if isCancelled() { throw CancellationError() }
        let handler = cvips_image_watch(
            image.pointer,
            { context, done, total in
                guard let context else { return 0 }
                return Unmanaged<EvaluationWatch>.fromOpaque(context).takeUnretainedValue().advance(done, of: total)
            }, Unmanaged.passUnretained(self).toOpaque())
        defer { withExtendedLifetime(self) { cvips_image_unwatch(image.pointer, handler) } }
        do {
            let result = try body()
            // A request that came with the last pixels still counts.
            if isCancelled() { throw CancellationError() }
            return result
        } catch {
            throw state.withLockedValue(\.cancelled) ? CancellationError() : error
        }
    }

    /// - Returns: Other than 0 when the computation is to stop.
    private func advance(_ done: Int64, of total: Int64) -> Int32 {
        if isCancelled() {
            state.withLockedValue { $0.cancelled = true }
            return 1
        }
        let fraction = total > 0 ? min(1, Double(done) / Double(total)) : 0
        let isNews = state.withLockedValue { state in
            guard fraction >= state.reported + 0.001 else { return false }
            state.reported = fraction
            return true
        }
        if isNews { report(fraction) }
        return 0
    }
}

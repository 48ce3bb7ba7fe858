import CVips
import NIOConcurrencyHelpers

/// Monitors libvips while it computes an image: reports progress, and stops it on cancellation.
final class EvaluationWatch: Sendable {
    private let report: @Sendable (Double) -> Void
    private let isCancelled: @Sendable () -> Bool
    private let state = NIOLockedValueBox((reported: -1.0, cancelled: false))

    /// Creates a watch.
    ///
    /// - Parameters:
    ///   - report: Called with the completed fraction whenever it has grown by at least a thousandth.
    ///   - isCancelled: Called whenever libvips reports progress; returns whether to stop.
    init(report: @escaping @Sendable (Double) -> Void, isCancelled: @escaping @Sendable () -> Bool) {
        self.report = report
        self.isCancelled = isCancelled
    }

    /// Runs the body while monitoring the image.
    ///
    /// - Throws: `CancellationError` if `isCancelled` has returned true, regardless of what the body throws.
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
            // A cancellation that arrives with the last pixels still counts.
            if isCancelled() { throw CancellationError() }
            return result
        } catch {
            throw state.withLockedValue(\.cancelled) ? CancellationError() : error
        }
    }

    /// - Returns: A nonzero value if the computation must stop.
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

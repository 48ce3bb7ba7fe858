/// Puts rows that come in any number into native strips, and hands those over that are full. One thread at a time uses
/// it.
final class StripFiller {
    private let plan: StripPlan
    private let pipeline: StripPipeline
    private let report: (Double) -> Void
    private var strip: PixelStrip?
    private var index = 0
    private var row = 0

    init(plan: StripPlan, pipeline: StripPipeline, report: @escaping (Double) -> Void) {
        self.plan = plan
        self.pipeline = pipeline
        self.report = report
    }

    /// Adds rows; it works for others while there is no room.
    ///
    /// - Throws: What ``StripPipeline/nativeStrip(_:)`` throws.
    func append(_ rows: UnsafeRawPointer, stride: Int, count: Int) throws {
        var done = 0
        while done < count, index < plan.levels[0].stripCount {
            let strip = try strip ?? pipeline.nativeStrip(index)
            self.strip = strip
            let batch = min(count - done, strip.rowCount - row)
            for number in 0..<batch {
                (strip.pixels + (row + number) * strip.stride)
                    .copyMemory(from: rows + (done + number) * stride, byteCount: strip.stride)
            }
            done += batch
            row += batch
            if row == strip.rowCount { handOver(strip) }
        }
    }

    private func handOver(_ strip: PixelStrip) {
        pipeline.publish(strip)
        self.strip = nil
        index += 1
        row = 0
        report(Double(index) / Double(plan.levels[0].stripCount + 1))
    }
}

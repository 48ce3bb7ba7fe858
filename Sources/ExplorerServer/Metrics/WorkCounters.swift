/// What a pool of threads, or the store, counts of its work.
final class WorkCounters: Sendable {
    /// What runs now.
    let running = Counter()
    /// What was sent away because the queue was full.
    let refused = Counter()
    /// What ended with an error.
    let failed = Counter()
    /// How long work took, without its time in the queue.
    let seconds = Histogram.ofWork()

    /// Runs the body and counts it.
    func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
        running.add()
        defer { running.subtract() }
        do {
            return try seconds.measure(body)
        } catch {
            failed.add()
            throw error
        }
    }
}

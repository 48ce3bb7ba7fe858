import DocumentLibrary
import Foundation
import Logging
import Synchronization

/// Reads the whole library in the background, soon after the start and then periodically, and reports damage to
/// ``ServiceHealth``.
///
/// It reads on a separate thread at the lowest priority, no faster than ``byteRate``. Damaged files are read again
/// every minute, so that repairs are noticed soon.
final class LibraryCheck: Sendable {
    /// The maximum bytes read per second. An archive of 100 GB takes an hour and a half, and a disk delivers ten times
    /// as much.
    static let byteRate = 20 << 20
    /// The delay after which newly met damage is checked, and the interval at which it is checked again, in seconds.
    private static let (closerLookSeconds, nextLookSeconds) = (2.0, 60.0)

    private let library: Library
    private let health: ServiceHealth
    private let logger: Logger
    private let intervalSeconds: Int
    private let delaySeconds: Double
    private let isStopped = Atomic(false)
    /// Signalled when damage was met, and when the check must stop.
    private let news = AsyncEvent()

    /// - Parameters:
    ///   - intervalSeconds: The delay between full checks in seconds; 0 for none.
    ///   - delaySeconds: The delay before the first check in seconds, which leaves time for the first readers.
    init(
        library: Library, health: ServiceHealth, logger: Logger, intervalSeconds: Int, delaySeconds: Double = 5
    ) {
        (self.library, self.health, self.logger) = (library, health, logger)
        (self.intervalSeconds, self.delaySeconds) = (intervalSeconds, delaySeconds)
        health.onDamage { [news] in news.signal() }
    }

    /// Checks repeatedly, until it is stopped or the task is cancelled. Cancelling does not wait for the current step:
    /// a large document is compared with its source in one step, which takes seconds.
    func run() async {
        await withTaskCancellationHandler {
            await loop()
        } onCancel: {
            stop()
        }
    }

    private func loop() async {
        let pool = WorkPool(threadCount: 1, waitingCount: 1, niceness: 19, isDiskIdle: true)
        var nextCheck = intervalSeconds == 0 ? Date.distantFuture : Date(timeIntervalSinceNow: delaySeconds)
        var nextLook = Date.distantFuture
        while !isStopped.load(ordering: .relaxed), !Task.isCancelled {
            let rest = min(nextCheck, nextLook).timeIntervalSinceNow
            if rest > 0 {
                // Waits at most an hour at a time, because no sleep may end in the distant future.
                if await news.wait(atMost: .seconds(min(rest, 3_600))) {
                    news.reset()
                    nextLook = min(nextLook, Date(timeIntervalSinceNow: Self.closerLookSeconds))
                }
                continue
            }
            let isDue = nextCheck.timeIntervalSinceNow <= 0
            let files = isDue ? nil : health.damagedFiles
            let end = AsyncEvent()
            Task {
                try? await pool.run { self.look(at: files) }
                end.signal()
            }
            await end.wait()
            if isDue { nextCheck = Date(timeIntervalSinceNow: Double(intervalSeconds)) }
            nextLook = health.damagedFiles.isEmpty ? .distantFuture : Date(timeIntervalSinceNow: Self.nextLookSeconds)
        }
    }

    /// Stops the current check at the next tile or megabyte that it reads. Returns at once.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        news.signal()
    }

    /// Checks everything, or some files, and logs what is new.
    ///
    /// - Parameter files: The files to check, as in ``Damage/file``; nil for all.
    func look(at files: Set<String>? = nil, byteRate: Int = LibraryCheck.byteRate) {
        let pace = Pace(byteRate: byteRate)
        guard
            let found = try? library.verify(
                only: files, pace: { pace.spend($0) }, isCancelled: { isStopped.load(ordering: .relaxed) })
        else { return }
        let (new, mended) = health.found(found.damages, in: files)
        for damage in new { log(.error, "damage found", damage) }
        for damage in mended { log(.warning, "damage is gone", damage) }
    }

    private func log(_ level: Logger.Level, _ message: Logger.Message, _ damage: Damage) {
        logger.log(
            level: level, message,
            metadata: [
                "file": "\(damage.file)", "reason": "\(damage.reason)",
                "documents": "\(damage.documents.joined(separator: ", "))",
            ])
    }
}

/// Limits the rate of reading by sleeping.
private final class Pace {
    private let byteRate: Int
    private let start = Date()
    private var byteCount = 0

    init(byteRate: Int) { self.byteRate = max(1, byteRate) }

    /// Records bytes that were read, and sleeps if they exceed the rate: for a tenth of a second at most, so that
    /// stopping is noticed.
    func spend(_ count: Int) {
        byteCount &+= count
        let ahead = Double(byteCount) / Double(byteRate) + start.timeIntervalSinceNow
        if ahead > 0.01 { usleep(UInt32(min(ahead, 0.1) * 1_000_000)) }
    }
}

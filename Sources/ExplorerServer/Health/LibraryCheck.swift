import DocumentLibrary
import Foundation
import Logging
import Synchronization

/// Reads the whole library in the background, soon after the start and then again and again, and tells ``ServiceHealth``
/// what is not as it was written.
///
/// It reads on a thread of its own at the lowest priority, no faster than ``byteRate``. What is damaged is read again every
/// minute, so that what was mended is known soon.
final class LibraryCheck: Sendable {
    /// How many bytes are read in a second: an archive of 100 GB is read in an hour and a half, and a disk has ten times
    /// as many to give.
    static let byteRate = 20 << 20
    /// How long after damage was met it is looked at, in seconds, and how often it is looked at again.
    private static let (closerLookSeconds, nextLookSeconds) = (2.0, 60.0)

    private let library: Library
    private let health: ServiceHealth
    private let logger: Logger
    private let intervalSeconds: Int
    private let delaySeconds: Double
    private let isStopped = Atomic(false)
    /// Signalled when damage was met, and at the end.
    private let news = AsyncEvent()

    /// - Parameters:
    ///   - intervalSeconds: How long after a check of everything the next begins; 0 for none at all.
    ///   - delaySeconds: How long after the start the first begins: the first readers come first.
    init(
        library: Library, health: ServiceHealth, logger: Logger, intervalSeconds: Int, delaySeconds: Double = 5
    ) {
        (self.library, self.health, self.logger) = (library, health, logger)
        (self.intervalSeconds, self.delaySeconds) = (intervalSeconds, delaySeconds)
        health.onDamage { [news] in news.signal() }
    }

    /// Checks again and again, until it is stopped or the task is cancelled. The latter does not wait for what is being
    /// looked at: a large document is compared with its source in one go, which takes seconds.
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
                // In parts, as no sleep ends in the distant future.
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

    /// Ends what runs, at the next tile or megabyte that is read; returns at once.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        news.signal()
    }

    /// Looks at everything, or at some files alone, and tells what is new.
    ///
    /// - Parameter files: The files to look at, as ``Damage/file`` names them; nil for all.
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

/// Keeps reading to a rate by sleeping.
private final class Pace {
    private let byteRate: Int
    private let start = Date()
    private var byteCount = 0

    init(byteRate: Int) { self.byteRate = max(1, byteRate) }

    /// Takes note of bytes that were read, and sleeps where they came too fast: for a tenth of a second at most, so that
    /// an end is noticed.
    func spend(_ count: Int) {
        byteCount &+= count
        let ahead = Double(byteCount) / Double(byteRate) + start.timeIntervalSinceNow
        if ahead > 0.01 { usleep(UInt32(min(ahead, 0.1) * 1_000_000)) }
    }
}

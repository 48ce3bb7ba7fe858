import CVips
import Foundation

/// Cuts the strips of a scan on several threads.
///
/// The caller's thread decodes, or publishes bands to be decoded. The other threads halve strips and encode their
/// tiles, and the caller's thread helps them whenever it must wait. There is memory for only a few native strips, so
/// that one is decoded while others are cut. This also paces the rest: work from the top of the scan is done first, so
/// little accumulates.
///
/// `@unchecked Sendable`: every variable is accessed only while `condition` is locked, except the archive, which
/// belongs to the thread that has set `isWriting` under that lock. See ``PixelStrip`` for the pixels.
final class StripPipeline: @unchecked Sendable {
    private let plan: StripPlan
    private let condition = NSCondition()
    /// Complete strips with work that no thread has taken, ordered by ``StripPlan/stripOrder``.
    private var ready: [PixelStrip] = []
    /// Bands with pieces that no thread has started to decode, from top to bottom.
    private var bands: [PixelBand] = []
    /// Strips that are being halved into, by level.
    private var filling: [[PixelStrip]]
    /// Strips whose memory is free, by level.
    private var free: [[PixelStrip]]
    private let lanes: [[EncodingLane]]
    private var nativeStripCount = 0
    private var threadCount = 0
    private var failure: (any Error)?

    private var chunks = ChunkOrder()
    private var isWriting = false
    private var archive: StripArchive

    /// A unit of work for one thread.
    private enum Work {
        case decode(PixelBand, piece: Int)
        case halve(PixelStrip, into: PixelStrip)
        case encode(PixelStrip, lane: Int)
    }

    /// The maximum number of native strips in memory, which paces all work.
    private let maxNativeStripCount: Int
    /// Whether threads encode with libvips, which keeps per-thread data that must be released.
    private let usesVips: Bool
    private let isCancelled: @Sendable () -> Bool
    /// The maximum number of tile rows between the first strip not yet published and the first row not yet written.
    private static let longestLag = 2
    /// The longest time that the caller's thread waits before it checks for cancellation, in seconds.
    private static let longestWaitSeconds = 0.1

    /// - Parameter isCancelled: Called on the caller's thread between two units of work and while it waits.
    init(
        plan: StripPlan, maxNativeStripCount: Int, encoding: TileEncoding, names: EntryNames,
        archive: consuming StripArchive, isCancelled: @escaping @Sendable () -> Bool
    ) {
        self.plan = plan
        self.maxNativeStripCount = maxNativeStripCount
        self.archive = archive
        usesVips = encoding.format != .jpeg
        self.isCancelled = isCancelled
        filling = plan.levels.map { _ in [] }
        free = plan.levels.map { _ in [] }
        lanes = plan.levels.enumerated().map { halvings, level in
            (0..<level.laneCount).map {
                EncodingLane(halvings: halvings, index: $0, plan: plan, encoding: encoding, names: names)
            }
        }
    }

    /// Whether all tiles are in the archive.
    private var isWhole: Bool { chunks.next.rank == plan.tileRowOrder.count }
}

// MARK: - Called by threads

extension StripPipeline {
    /// Starts more threads, which work until everything is done. The system may start fewer, or one only after
    /// ``waitForThreads()``, which then finds nothing to do.
    func start(threads count: Int) {
        for _ in 0..<count {
            Thread.detachNewThread { [self] in
                condition.withLock { threadCount += 1 }
                work()
                condition.withLock {
                    threadCount -= 1
                    condition.broadcast()
                }
            }
        }
    }

    /// Waits until all threads that work have ended, once everything is done or has failed.
    func waitForThreads() {
        condition.withLock { while threadCount > 0 { condition.wait() } }
    }

    /// Stops all work. Only the first failure is kept.
    func fail(_ error: any Error) {
        condition.withLock {
            if failure == nil { failure = error }
            condition.broadcast()
        }
    }

    /// Returns memory for a native strip, which the caller fills and then publishes. Works on other strips until memory
    /// is free and most of what was published is written.
    ///
    /// - Parameters:
    ///   - index: The index of the strip.
    ///   - publishedCount: The number of strips, from the top, of which every row is published. This waits only for
    ///     these to be written, because a tall band has further strips above `index` that are not published yet.
    func nativeStrip(_ index: Int, publishedCount: Int) throws -> PixelStrip {
        let tileRow = publishedCount / plan.stripsPerTileRow - Self.longestLag
        let needed = tileRow < 0 ? 0 : plan.tileRowOrder.rank(halvings: 0, part: tileRow) + 1
        try work(until: { nativeStripCount < maxNativeStripCount && chunks.next.rank >= needed })
        return condition.withLock {
            nativeStripCount += 1
            let strip = takeFree(halvings: 0)
            strip.index = index
            strip.rowCount = plan.rowCount(halvings: 0, strip: index)
            return strip
        }
    }

    /// Publishes a strip whose pixels are complete.
    func publish(_ strip: PixelStrip) { condition.withLock { publishLocked(strip) } }

    /// Publishes a band for decoding into strips obtained from ``nativeStrip(_:publishedCount:)``.
    func publish(_ band: PixelBand) {
        condition.withLock {
            bands.append(band)
            condition.broadcast()
        }
    }

    /// Works until all tiles are in the archive, then finishes the archive.
    func finish() throws {
        try work(until: { isWhole })
        try archive.finish()
    }

    /// Works until a condition holds. The condition is evaluated under the lock.
    private func work(until isEnough: () -> Bool) throws {
        var isDone = false
        while !isDone {
            if isCancelled() { throw CancellationError() }
            let work: Work? = try condition.withLock {
                if let failure { throw failure }
                isDone = isEnough()
                if isDone { return nil }
                if let work = takeWork() { return work }
                // Nothing signals a cancellation, so the wait is short.
                _ = condition.wait(until: Date(timeIntervalSinceNow: Self.longestWaitSeconds))
                return nil
            }
            if let work { try perform(work) }
        }
    }

    /// Runs a worker thread until all work is done or has failed.
    private func work() {
        do {
            defer { if usesVips { cvips_thread_end() } }
            while true {
                let work: Work? = condition.withLock {
                    while true {
                        if failure != nil || isWhole { return nil }
                        if let work = takeWork() { return work }
                        condition.wait()
                    }
                }
                guard let work else { return }
                try perform(work)
            }
        } catch {
            fail(error)
        }
    }

    private func perform(_ work: Work) throws {
        switch work {
        case .decode(let band, let piece):
            try band.decode(piece: piece)
            condition.withLock {
                band.unfinishedCount -= 1
                if band.unfinishedCount == 0 { band.strips.forEach(noteSourceLocked) }
            }
        case .halve(let strip, let target):
            strip.halve(into: target, plan: plan)
            condition.withLock {
                noteSourceLocked(target)
                releaseLocked(strip)
            }
        case .encode(let strip, let lane):
            let level = lanes[strip.halvings]
            let chunk = try level[lane].encode(strip)
            let row = strip.index / plan.stripsPerTileRow
            let rank = plan.tileRowOrder.rank(halvings: strip.halvings, part: row)
            condition.withLock {
                level[lane].nextStrip += 1
                level[lane].isBusy = false
                releaseLocked(strip)
                condition.broadcast()
            }
            guard let chunk else { return }
            try write(chunk, at: ChunkOrder.Place(rank: rank, lane: lane))
        }
    }
}

// MARK: - Called with the lock held

extension StripPipeline {
    private func takeFree(halvings: Int) -> PixelStrip {
        free[halvings].popLast() ?? PixelStrip(halvings: halvings, plan: plan)
    }

    /// Records that one of a strip's sources is complete, and publishes the strip if it was the last.
    private func noteSourceLocked(_ strip: PixelStrip) {
        strip.missingSourceCount -= 1
        guard strip.missingSourceCount == 0 else { return }
        filling[strip.halvings].removeAll { $0 === strip }
        publishLocked(strip)
    }

    private func publishLocked(_ strip: PixelStrip) {
        let hasNextLevel = strip.halvings + 1 < plan.levels.count
        strip.awaitsHalving = hasNextLevel
        strip.nextLane = 0
        strip.unfinishedCount = lanes[strip.halvings].count + (hasNextLevel ? 1 : 0)
        let rank = rank(of: strip)
        let place = ready.firstIndex { self.rank(of: $0) > rank } ?? ready.endIndex
        ready.insert(strip, at: place)
        condition.broadcast()
    }

    /// Returns the next unit of work: that of the first strip whose next lane is not still busy with the preceding
    /// strip.
    ///
    /// - Complexity: O(*n*) in the number of strips with work, a few per level.
    private func takeWork() -> Work? {
        for (place, strip) in ready.enumerated() {
            if strip.awaitsHalving {
                strip.awaitsHalving = false
                return .halve(strip, into: target(of: strip))
            }
            let index = strip.nextLane
            let lane = lanes[strip.halvings][index]
            guard !lane.isBusy, lane.nextStrip == strip.index else { continue }
            lane.isBusy = true
            strip.nextLane += 1
            if strip.nextLane == lanes[strip.halvings].count { ready.remove(at: place) }
            return .encode(strip, lane: index)
        }
        guard let band = bands.first else { return nil }
        let piece = band.nextPiece
        band.nextPiece += 1
        if band.nextPiece == band.source.pieceCount { bands.removeFirst() }
        return .decode(band, piece: piece)
    }

    /// Returns the strip of the next level that a strip is halved into.
    private func target(of strip: PixelStrip) -> PixelStrip {
        let halvings = strip.halvings + 1
        let index = strip.index / 2
        if let target = filling[halvings].first(where: { $0.index == index }) { return target }
        let target = takeFree(halvings: halvings)
        target.index = index
        target.rowCount = plan.rowCount(halvings: halvings, strip: index)
        target.missingSourceCount = plan.sourceCount(halvings: halvings, strip: index)
        filling[halvings].append(target)
        return target
    }

    /// Records that a unit of work on a strip has ended, and frees the strip if it was the last.
    private func releaseLocked(_ strip: PixelStrip) {
        strip.unfinishedCount -= 1
        guard strip.unfinishedCount == 0 else { return }
        free[strip.halvings].append(strip)
        if strip.halvings == 0 { nativeStripCount -= 1 }
        condition.broadcast()
    }

    private func rank(of strip: PixelStrip) -> Int { plan.stripOrder.rank(halvings: strip.halvings, part: strip.index) }
}

// MARK: - Writing the archive

extension StripPipeline {
    /// Writes a chunk to the archive once all preceding ones are there. The thread that brings the missing chunk also
    /// writes those that were waiting for it.
    private func write(_ chunk: TileChunk, at place: ChunkOrder.Place) throws {
        let isWriter = condition.withLock {
            chunks.insert(chunk, at: place)
            guard !isWriting else { return false }
            isWriting = true
            return true
        }
        guard isWriter else { return }
        while let chunk = condition.withLock({ takeChunk() }) {
            try archive.append(chunk)
            condition.withLock {
                chunks.advance(past: chunk)
                if chunk.endsRow { condition.broadcast() }
            }
        }
    }

    /// Returns the next chunk for the archive. If there is none, ends the writer's turn.
    private func takeChunk() -> TileChunk? {
        let chunk = chunks.takeNext()
        if chunk == nil { isWriting = false }
        return chunk
    }
}

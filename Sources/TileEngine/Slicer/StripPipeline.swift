import CVips
import Foundation

/// Cuts the strips of a scan on several threads.
///
/// One thread, the caller's, decodes, or shares out what is to be decoded; the others halve strips and encode their
/// tiles, and the caller's joins them whenever it must wait. There is memory for a few native strips, so that one is decoded while others are cut, and it
/// is that which paces the rest: what comes first in the scan is done first, so little piles up behind it.
///
/// `@unchecked Sendable`: every variable is touched only while `condition` is locked, but the archive, which belongs to
/// whoever has set `isWriting` under that lock. See ``PixelStrip`` for the pixels.
final class StripPipeline: @unchecked Sendable {
    private let plan: StripPlan
    private let condition = NSCondition()
    /// Strips with work that nobody has taken, in the order in which they become whole.
    private var ready: [PixelStrip] = []
    /// Bands with pieces that nobody decodes yet, from top to bottom.
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

    /// A piece of work for one thread.
    private enum Work {
        case decode(PixelBand, piece: Int)
        case halve(PixelStrip, into: PixelStrip)
        case encode(PixelStrip, lane: Int)
    }

    /// How many native strips there may be at once.
    private let mostNativeStrips: Int
    /// Whether threads encode by libvips, which keeps something for each.
    private let usesVips: Bool
    private let isCancelled: @Sendable () -> Bool
    /// How many rows of tiles may lie between the one that is decoded and the first that is not wholly written.
    private static let longestLag = 2

    /// Makes a pipeline.
    ///
    /// - Parameters:
    ///   - plan: What is to be cut.
    ///   - mostNativeStrips: How many native strips there may be at once, which paces all.
    ///   - encoding: How tiles are encoded.
    ///   - names: How they are called.
    ///   - archive: Where they go.
    ///   - isCancelled: Asked by the caller's thread between two pieces of work.
    init(
        plan: StripPlan, mostNativeStrips: Int, encoding: TileEncoding, names: EntryNames,
        archive: consuming StripArchive, isCancelled: @escaping @Sendable () -> Bool
    ) {
        self.plan = plan
        self.mostNativeStrips = mostNativeStrips
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

    private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        condition.lock()
        defer { condition.unlock() }
        return try body()
    }
}

// MARK: - What threads call

extension StripPipeline {
    /// Has more threads help until all is done.
    func start(threads count: Int) {
        locked { threadCount += count }
        for _ in 0..<count {
            Thread.detachNewThread { [self] in
                work()
                locked {
                    threadCount -= 1
                    condition.broadcast()
                }
            }
        }
    }

    /// Waits until the threads that were started have ended.
    func waitForThreads() {
        locked { while threadCount > 0 { condition.wait() } }
    }

    /// Ends all work; the first failure is the one that counts.
    func fail(_ error: any Error) {
        locked {
            if failure == nil { failure = error }
            condition.broadcast()
        }
    }

    /// Memory for a native strip, which the caller fills and then publishes. Works while there is none.
    func nativeStrip(_ index: Int) throws -> PixelStrip {
        let tileRow = index / plan.stripsPerTileRow - Self.longestLag
        let needed = tileRow < 0 ? 0 : plan.tileRowOrder.rank(halvings: 0, part: tileRow) + 1
        try help { nativeStripCount < mostNativeStrips && chunks.next.rank >= needed }
        return locked {
            nativeStripCount += 1
            let strip = takeFree(halvings: 0)
            strip.index = index
            strip.rowCount = plan.rowCount(halvings: 0, strip: index)
            return strip
        }
    }

    /// Hands a strip over whose pixels are there.
    func publish(_ strip: PixelStrip) { locked { publishLocked(strip) } }

    /// Has a band decoded whose strips were taken by ``nativeStrip(_:)``.
    func publish(_ band: PixelBand) {
        locked {
            bands.append(band)
            condition.broadcast()
        }
    }

    /// Works until everything is in the archive, and ends it.
    func finish() throws {
        try help { isWhole }
        try archive.finish()
    }

    /// Works until a condition holds, which is asked while the lock is held.
    private func help(until isEnough: () -> Bool) throws {
        while true {
            if isCancelled() { throw CancellationError() }
            let work: Work? = try locked {
                while true {
                    if let failure { throw failure }
                    if isEnough() { return nil }
                    if let work = takeWork() { return work }
                    condition.wait()
                }
            }
            guard let work else { return }
            try perform(work)
        }
    }

    /// What a thread does until all is done.
    private func work() {
        do {
            defer { if usesVips { cvips_thread_end() } }
            while true {
                let work: Work? = locked {
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
            locked {
                band.unfinishedCount -= 1
                if band.unfinishedCount == 0 { band.strips.forEach(noteSourceLocked) }
            }
        case .halve(let strip, let target):
            strip.halve(into: target, plan: plan)
            locked {
                noteSourceLocked(target)
                releaseLocked(strip)
            }
        case .encode(let strip, let lane):
            let level = lanes[strip.halvings]
            let chunk = try level[lane].encode(strip)
            let row = strip.index / plan.stripsPerTileRow
            let rank = plan.tileRowOrder.rank(halvings: strip.halvings, part: row)
            locked {
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

// MARK: - Under the lock

extension StripPipeline {
    private func takeFree(halvings: Int) -> PixelStrip {
        free[halvings].popLast() ?? PixelStrip(halvings: halvings, plan: plan)
    }

    /// Notes that one of the sources of a strip is in it.
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

    /// The next piece of work: that of the first strip whose next lane is not still busy with the strip before.
    ///
    /// - Complexity: O(*n*) in the number of strips with work, a few a level.
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

    /// The strip of the next level that a strip is halved into.
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

    /// Notes that a piece of work on a strip has ended.
    private func releaseLocked(_ strip: PixelStrip) {
        strip.unfinishedCount -= 1
        guard strip.unfinishedCount == 0 else { return }
        free[strip.halvings].append(strip)
        if strip.halvings == 0 { nativeStripCount -= 1 }
        condition.broadcast()
    }

    private func rank(of strip: PixelStrip) -> Int { plan.stripOrder.rank(halvings: strip.halvings, part: strip.index) }
}

// MARK: - The archive

extension StripPipeline {
    /// Puts a chunk into the archive once all before it are there; whoever brings the missing one writes those behind.
    private func write(_ chunk: TileChunk, at place: ChunkOrder.Place) throws {
        let isWriter = locked {
            chunks.insert(chunk, at: place)
            guard !isWriting else { return false }
            isWriting = true
            return true
        }
        guard isWriter else { return }
        while let chunk = locked({ takeChunk() }) {
            try archive.append(chunk)
            locked {
                chunks.advance(past: chunk)
                if chunk.endsRow { condition.broadcast() }
            }
        }
    }

    /// The next chunk for the archive; without one, writing ends.
    private func takeChunk() -> TileChunk? {
        let chunk = chunks.takeNext()
        if chunk == nil { isWriting = false }
        return chunk
    }
}

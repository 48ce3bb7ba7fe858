import Foundation
import NIOConcurrencyHelpers

/// Which tiles of an archive that is elsewhere are on this disk: in a file as long as the archive, which takes room for what
/// was fetched alone.
///
/// What is said to be there is a guess, and is proved by the tile's checksum whenever it is read. So nothing is written down
/// of it: after a restart it is what takes room on the disk, and a tile that is being removed while it is read is one that is
/// not there.
final class FetchedTiles: Sendable {
    /// Tiles are removed by stretches of the archive of this size.
    static let segmentByteCount: Int64 = 4 << 20

    /// Hands over the bytes of a tile, with its header.
    typealias WithBytes = @Sendable ((UnsafeRawBufferPointer) -> Void) -> Void

    /// A stretch of the archive: the tiles whose headers begin in it.
    struct Segment {
        /// What its tiles take that are there.
        var byteCount = 0
        /// When one of them was asked for last, in nanoseconds since 1970.
        var lastUse = 0
    }

    private struct State {
        /// A bit for each tile.
        var bits: [UInt64]
        var segments: [Segment]
        /// What was fetched and is not written yet, by number.
        var waiting: [Int: WithBytes] = [:]
        /// The tiles that were fetched and did not match their checksums.
        var damaged: Set<Int> = []
        /// The numbers of the tiles by their places in the archive; made when tiles are removed for the first time.
        var order: [Int]?
    }

    private let fetched: FetchedFile
    private let byteCount: Int64
    private let index: TileIndex
    /// What comes before a tile's bytes, by its number.
    private let entry: @Sendable (Int) -> StoredEntry?
    private let extraByteCount: Int
    private let state: NIOLockedValueBox<State>
    /// Held while something is written or removed, so that what is counted is what is there.
    private let changing = NIOLockedValueBox(())

    init(
        _ fetched: FetchedFile, byteCount: Int64, index: TileIndex, extraByteCount: Int,
        entry: @escaping @Sendable (Int) -> StoredEntry?
    ) {
        (self.fetched, self.byteCount, self.index) = (fetched, byteCount, index)
        (self.entry, self.extraByteCount) = (entry, extraByteCount)
        let segmentCount = Int(byteCount / Self.segmentByteCount) + 1
        state = NIOLockedValueBox(
            State(
                bits: [UInt64](repeating: 0, count: (index.count + 63) / 64),
                segments: [Segment](repeating: Segment(), count: segmentCount)))
    }

    private var file: OpenFile { fetched.file }

    private func segment(of number: Int) -> Int {
        Int(clamping: index[number].headerOffset / UInt64(Self.segmentByteCount))
    }

    /// Whether a tile is thought to be there, or waits to be written; it is asked for.
    ///
    /// - Complexity: O(1).
    func holds(_ number: Int) -> Bool {
        let segment = segment(of: number)
        return state.withLockedValue { state in
            state.segments[segment].lastUse = FetchedFiles.now
            return state.bits[number >> 6] & (1 << UInt64(number & 63)) != 0 || state.waiting[number] != nil
        }
    }

    /// A tile that was fetched and waits to be written.
    func waiting(_ number: Int) -> WithBytes? { state.withLockedValue { $0.waiting[number] } }

    /// Takes note that a tile waits to be written, or does not any more.
    func setWaiting(_ number: Int, _ withBytes: WithBytes?) { state.withLockedValue { $0.waiting[number] = withBytes } }

    /// Takes note that a tile is not there after all.
    func forget(_ number: Int) { change(number, isThere: false) }

    /// Sets or clears a tile's bit, and gives by how much what is there grew.
    @discardableResult
    private func change(_ number: Int, isThere: Bool) -> Int {
        guard let range = range(of: number) else { return 0 }
        let (segment, bit) = (segment(of: number), UInt64(1) << UInt64(number & 63))
        return state.withLockedValue { state in
            guard (state.bits[number >> 6] & bit != 0) != isThere else { return 0 }
            state.bits[number >> 6] ^= bit
            let growth = isThere ? Self.cost(of: range) : -Self.cost(of: range)
            state.segments[segment].byteCount += growth
            return growth
        }
    }

    /// What a part of a file takes of the disk: the blocks that it touches.
    private static func cost(of range: Range<Int64>) -> Int {
        let block: Int64 = 4_096
        return Int(((range.upperBound + block - 1) / block - range.lowerBound / block) * block)
    }

    /// Where a tile lies in the archive, its header before it.
    func range(of number: Int) -> Range<Int64>? {
        entry(number)?.range(extraByteCount: extraByteCount, within: byteCount)
    }

    /// Writes a tile with its header to the file on the disk; blocks.
    ///
    /// - Returns: By how much what is there grew; nil where there is no room. What is half written is not counted, and has
    ///   a wrong checksum.
    func write(_ bytes: UnsafeRawBufferPointer, of number: Int) -> Int? {
        guard let range = range(of: number), bytes.count == range.count else { return 0 }
        return changing.withLockedValue { _ in
            guard fetched.moveToDisk(), (try? file.write(bytes, at: range.lowerBound)) != nil else { return nil }
            return change(number, isThere: true)
        }
    }

    // MARK: Damage

    /// Takes note that a tile did not match its checksum when it was fetched, or that it does now.
    func setDamaged(_ number: Int, _ isDamaged: Bool) {
        state.withLockedValue { state in
            if isDamaged { state.damaged.insert(number) } else { state.damaged.remove(number) }
        }
    }

    /// The tiles that did not match their checksums when they were fetched.
    var damaged: [Int] { state.withLockedValue { $0.damaged.sorted() } }

    /// The tiles that are thought to be there, by number.
    var numbers: [Int] {
        let bits = state.withLockedValue { $0.bits }
        return (0..<index.count).filter { bits[$0 >> 6] & (1 << UInt64($0 & 63)) != 0 }
    }

    // MARK: Room

    /// The stretches that take room, and when each was used last.
    var segments: [(number: Int, segment: Segment)] {
        state.withLockedValue { state in
            state.segments.enumerated().filter { $0.element.byteCount > 0 }.map { ($0.offset, $0.element) }
        }
    }

    /// Removes the tiles of a stretch; blocks.
    ///
    /// - Returns: By how much what is there grew: a negative number.
    func remove(segment: Int) -> Int {
        changing.withLockedValue { _ in
            let numbers = numbers(inSegment: segment)
            var growth = numbers.reduce(0) { $0 + change($1, isThere: false) }
            guard let first = numbers.first.flatMap(range(of:)), let last = numbers.last.flatMap(range(of:)) else {
                return growth
            }
            if !file.giveBack(first.lowerBound..<last.upperBound) {
                // A file system without holes: then all of it goes, and all of it can be fetched again.
                growth += self.numbers.reduce(0) { $0 + change($1, isThere: false) }
                try? file.empty(byteCount: byteCount)
            }
            return growth
        }
    }

    private func numbers(inSegment segment: Int) -> ArraySlice<Int> {
        let order = state.withLockedValue { $0.order }
        let sorted = order ?? index.numbersByOffset
        if order == nil { state.withLockedValue { $0.order = sorted } }
        let start = sorted.partitioningIndex { self.segment(of: $0) >= segment }
        let end = sorted.partitioningIndex { self.segment(of: $0) > segment }
        return sorted[start..<end]
    }

    /// Takes note of the tiles that take room on the disk, as a run before this one has left them; blocks.
    ///
    /// - Returns: By how much what is there grew.
    /// - Complexity: O(*n* log *k*) in the number of tiles and of the file's parts.
    func findKept() -> Int {
        let parts = file.partsWithData()
        guard !parts.isEmpty else { return 0 }
        var growth = 0
        for number in 0..<index.count {
            guard let range = range(of: number) else { continue }
            let place = parts.partitioningIndex { $0.upperBound > range.lowerBound }
            if place < parts.count, parts[place].lowerBound <= range.lowerBound,
                range.upperBound <= parts[place].upperBound
            {
                growth += change(number, isThere: true)
            }
        }
        return growth
    }
}

extension RandomAccessCollection {
    /// The first place from which on the condition holds, where it holds from some place on.
    ///
    /// - Complexity: O(log *n*).
    func partitioningIndex(where holds: (Element) -> Bool) -> Index {
        var (start, count) = (startIndex, count)
        while count > 0 {
            let middle = index(start, offsetBy: count / 2)
            if holds(self[middle]) {
                count /= 2
            } else {
                start = index(after: middle)
                count -= count / 2 + 1
            }
        }
        return start
    }
}

import FileSupport
import Foundation
import NIOConcurrencyHelpers

/// Tracks which tiles of a remote archive are on this disk, in a sparse file as long as the archive that takes space
/// only for what was fetched.
///
/// The record is only a hint; a tile's checksum verifies it on every read. Therefore nothing is persisted: after a
/// restart, the allocated ranges of the file serve as the record, and a tile that is removed while it is read simply
/// counts as missing.
final class LocalTileStore: Sendable {
    /// The size of the archive segments in which tiles are removed.
    static let segmentByteCount: Int64 = 4 << 20

    /// Calls its argument with the bytes of a tile, including its header.
    typealias WithBytes = @Sendable ((UnsafeRawBufferPointer) -> Void) -> Void

    /// A segment of the archive: the tiles whose headers begin in it.
    struct Segment {
        /// The disk space of the segment's stored tiles, in bytes.
        var byteCount = 0
        /// The time when one of the tiles was last requested, in nanoseconds since 1970.
        var lastUse = 0
    }

    private struct State {
        /// One bit per tile: whether it is on disk.
        var bits: [UInt64]
        var segments: [Segment]
        /// The fetched tiles that are not yet written, by index.
        var waiting: [Int: WithBytes] = [:]
        /// The tiles that did not match their checksums when they were fetched.
        var damaged: Set<Int> = []
        /// The tile indices in the order of their offsets in the archive, computed when tiles are first removed.
        var order: [Int]?
    }

    private let fetched: LocalArchiveFile
    private let byteCount: Int64
    private let index: TileIndex
    private let extraByteCount: Int
    private let state: NIOLockedValueBox<State>
    /// Held during writes and removals, so that the counts match the file.
    private let changing = NIOLockedValueBox(())

    init(_ fetched: LocalArchiveFile, byteCount: Int64, index: TileIndex, extraByteCount: Int) {
        (self.fetched, self.byteCount, self.index, self.extraByteCount) = (fetched, byteCount, index, extraByteCount)
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

    /// Returns whether a tile should be on disk or is waiting to be written, and records the access.
    ///
    /// - Complexity: O(1).
    func holds(_ number: Int) -> Bool {
        let segment = segment(of: number)
        return state.withLockedValue { state in
            state.segments[segment].lastUse = RemoteArchiveCache.now
            return state.bits[number >> 6] & (1 << UInt64(number & 63)) != 0 || state.waiting[number] != nil
        }
    }

    /// Returns a fetched tile that is waiting to be written.
    func waiting(_ number: Int) -> WithBytes? { state.withLockedValue { $0.waiting[number] } }

    /// Records that a tile is waiting to be written, or no longer is.
    func setWaiting(_ number: Int, _ withBytes: WithBytes?) { state.withLockedValue { $0.waiting[number] = withBytes } }

    /// Records that a tile is not on disk after all.
    ///
    /// - Returns: The change in disk usage, a negative number or 0.
    func forget(_ number: Int) -> Int { change(number, isThere: false) }

    /// Sets or clears a tile's bit, and returns the change in disk usage.
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

    /// Returns the disk space of a part of a file: the blocks that it touches.
    private static func cost(of range: Range<Int64>) -> Int {
        let block: Int64 = 4_096
        return Int(((range.upperBound + block - 1) / block - range.lowerBound / block) * block)
    }

    /// Returns the byte range of a tile in the archive, including its header.
    func range(of number: Int) -> Range<Int64>? {
        index.entry(ofPlace: number)?.range(extraByteCount: extraByteCount, within: byteCount)
    }

    /// Writes a tile with its header to the file. Blocks.
    ///
    /// - Returns: The change in disk usage, or nil if there is no space. A partially written tile is not counted and
    ///   fails its checksum.
    func write(_ bytes: UnsafeRawBufferPointer, of number: Int) -> Int? {
        guard let range = range(of: number), bytes.count == range.count else { return 0 }
        return changing.withLockedValue { _ in
            guard fetched.moveToDisk(), (try? file.write(bytes, at: range.lowerBound)) != nil else { return nil }
            return change(number, isThere: true)
        }
    }

    // MARK: Damaged tiles

    /// Records whether a tile failed its checksum when it was last fetched.
    func setDamaged(_ number: Int, _ isDamaged: Bool) {
        state.withLockedValue { state in
            if isDamaged { state.damaged.insert(number) } else { state.damaged.remove(number) }
        }
    }

    /// The tiles that failed their checksums when they were fetched.
    var damaged: [Int] { state.withLockedValue { $0.damaged.sorted() } }

    /// The indices of the tiles that should be on disk.
    var numbers: [Int] {
        let bits = state.withLockedValue { $0.bits }
        return (0..<index.count).filter { bits[$0 >> 6] & (1 << UInt64($0 & 63)) != 0 }
    }

    // MARK: Disk space

    /// The segments that use disk space, with the time of their last use.
    var segments: [(number: Int, segment: Segment)] {
        state.withLockedValue { state in
            state.segments.enumerated().filter { $0.element.byteCount > 0 }.map { ($0.offset, $0.element) }
        }
    }

    /// Removes the tiles of a segment. Blocks.
    ///
    /// - Returns: The change in disk usage, a negative number.
    func remove(segment: Int) -> Int {
        changing.withLockedValue { _ in
            let numbers = numbers(inSegment: segment)
            var growth = numbers.reduce(0) { $0 + change($1, isThere: false) }
            guard let first = numbers.first.flatMap(range(of:)), let last = numbers.last.flatMap(range(of:)) else {
                return growth
            }
            if !file.punchHole(at: first.lowerBound..<last.upperBound) {
                // The file system does not support holes, so the whole file is emptied and everything must be fetched
                // again.
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

    /// Marks the tiles whose ranges are allocated in a file left by an earlier run. Blocks.
    ///
    /// - Returns: The change in disk usage.
    /// - Complexity: O(*n* log *k*) in the number of tiles and of allocated ranges.
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

import FileSupport
import Foundation
import NIOConcurrencyHelpers
import Synchronization

// A pyramid can be stored in an object store. Its `TileArchive` then has a sparse local file of the same length, which
// takes disk space only for what was fetched: the directory when it is opened, a tile when it is requested. After a
// restart, the allocated extents of the file suggest which tiles are present; the CRC-32 of each tile verifies it on
// every read. `RemoteArchiveCache` limits all such files in bytes and number.

/// A folder of local files with the fetched parts of remote archives, limited in bytes and number of files.
///
/// The least recently used data is removed first: files that are not open are removed whole, and from open files
/// segments of a few MiB. Removal cannot corrupt a read, because every tile is verified against its checksum.
public final class RemoteArchiveCache: Sendable {
    /// The usage of the folder.
    public struct Usage: Sendable {
        /// The disk space used by the files, in bytes.
        public var byteCount: Int
        /// The maximum disk space, in bytes.
        public var byteLimit: Int
        /// The number of files.
        public var fileCount: Int
        /// The amount removed so far to free space, in bytes.
        public var removedByteCount: Int
        /// The number of tiles that were not kept because the disk was full or too slow.
        public var lostCount: Int
        /// Whether the latest tile could not be written.
        public var isFull: Bool
    }

    private struct Entry {
        weak var tiles: LocalTileStore?
        var byteCount: Int
        var lastUse: Int
        /// The number of callers that are opening the file.
        var openerCount = 0
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var byteCount = 0
        var removedByteCount = 0
        var lostCount = 0
        var isFull = false

        /// Adds to the disk space of a file.
        mutating func add(_ growth: Int, to name: String) {
            entries[name]?.byteCount += growth
            byteCount += growth
        }
    }

    /// The path of the folder.
    public let folder: String
    /// The maximum disk space of the files, in bytes.
    public let byteLimit: Int
    private let fileLimit: Int
    private let moveSeconds: Double
    private let state = NIOLockedValueBox(State())
    /// The queue that writes fetched tiles, so that requests do not wait for the disk.
    private let queue = DispatchQueue(label: "explore.fetched", qos: .utility)
    /// The amount of data waiting to be written, in bytes.
    private let waitingByteCount = Atomic(0)
    private static let waitingByteLimit = 64 << 20

    /// Scans the files left by an earlier run, and removes those that exceed the limits.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is created if it does not exist.
    ///   - byteLimit: The maximum disk space of the files, in bytes.
    ///   - fileLimit: The maximum number of files.
    ///   - moveSeconds: The interval between attempts to move a file to disk that is in memory because the disk was
    ///     full.
    /// - Throws: ``TileEngineError`` of kind `unreadable` if the folder cannot be created.
    public init(folder: String, byteLimit: Int, fileLimit: Int = 20_000, moveSeconds: Double = 5) throws {
        (self.folder, self.byteLimit, self.fileLimit) = (folder, max(0, byteLimit), max(1, fileLimit))
        self.moveSeconds = moveSeconds
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw TileEngineError(.unreadable, path: folder, "cannot be made: \(SystemError.text())")
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        state.withLockedValue { state in
            for name in names where Self.isName(name) {
                var status = stat()
                guard lstat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
                let byteCount = Int(clamping: status.st_blocks) &* 512
                state.entries[name] = Entry(byteCount: byteCount, lastUse: Self.nanoseconds(status.st_mtim))
                state.byteCount += byteCount
            }
        }
        removeOldest()
    }

    /// The current usage of the folder.
    public var usage: Usage {
        state.withLockedValue {
            Usage(
                byteCount: $0.byteCount, byteLimit: byteLimit, fileCount: $0.entries.count,
                removedByteCount: $0.removedByteCount, lostCount: $0.lostCount, isFull: $0.isFull)
        }
    }

    /// Returns the disk space used by a file in bytes, or nil if there is none.
    public func keptByteCount(of name: String) -> Int64? {
        state.withLockedValue { $0.entries[name] }.flatMap { $0.byteCount > 0 ? Int64($0.byteCount) : nil }
    }

    /// Waits until all pending tiles are written. For tests.
    package func waitForWrites() { queue.sync {} }

    /// Returns whether a name is valid for a file in the folder. Such a name cannot refer to anything outside it.
    static func isName(_ name: String) -> Bool {
        name.hasSuffix(".szi") && !name.hasPrefix(".") && !name.contains("/") && !name.contains("\0")
            && name.utf8.count <= 200
    }

    /// The current time in nanoseconds since 1970. The resolution also orders uses within the same second.
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(time)
    }

    private static func nanoseconds(_ time: timespec) -> Int { time.tv_sec &* 1_000_000_000 &+ time.tv_nsec }

    // MARK: Files

    /// Opens or creates the local file of an archive; in memory if the disk is full.
    ///
    /// - Returns: The file. Call ``finishOpening(_:as:)`` afterwards.
    func open(_ name: String, byteCount: Int64) throws -> LocalArchiveFile {
        guard Self.isName(name) else {
            throw TileEngineError(
                .outOfRange, path: name, "is not the name of a pyramid, expected one that ends in .szi")
        }
        state.withLockedValue { state in
            var entry = state.entries[name] ?? Entry(byteCount: 0, lastUse: 0)
            entry.lastUse = Self.now
            entry.openerCount += 1
            state.entries[name] = entry
        }
        do {
            let opened = try LocalArchiveFile(folder + "/" + name, byteCount: byteCount, moveSeconds: moveSeconds) {
                freeSpace(forByteCount: 0)
            }
            if !opened.existed { setByteCount(0, of: name) }
            return opened
        } catch {
            finishOpening(name, as: nil)
            throw error
        }
    }

    /// Records that opening has ended, with the tiles if it succeeded.
    func finishOpening(_ name: String, as tiles: LocalTileStore?) {
        state.withLockedValue { state in
            state.entries[name]?.openerCount -= 1
            if let tiles { state.entries[name]?.tiles = tiles }
        }
        let isCrowded = state.withLockedValue { $0.entries.count > fileLimit }
        if isCrowded { queue.async { [self] in removeOldest() } }
    }

    /// Sets the disk space of a file when it is opened.
    func setByteCount(_ byteCount: Int, of name: String) {
        state.withLockedValue { state in
            guard let former = state.entries[name]?.byteCount else { return }
            state.add(byteCount - former, to: name)
        }
    }

    // MARK: Tiles

    /// Schedules writing a tile to its file. If too much is waiting already, the tile is not kept.
    ///
    /// - Parameters:
    ///   - number: The index of the tile.
    ///   - byteCount: The size of the tile with its header, in bytes.
    ///   - withBytes: Calls its argument with the bytes.
    func keep(
        _ number: Int, in tiles: LocalTileStore, named name: String, byteCount: Int,
        _ withBytes: @escaping LocalTileStore.WithBytes
    ) {
        let waiting = waitingByteCount.add(byteCount, ordering: .relaxed).newValue
        guard waiting <= Self.waitingByteLimit else {
            waitingByteCount.subtract(byteCount, ordering: .relaxed)
            return state.withLockedValue { $0.lostCount += 1 }
        }
        tiles.setWaiting(number, withBytes)
        queue.async { [self] in
            defer {
                tiles.setWaiting(number, nil)
                waitingByteCount.subtract(byteCount, ordering: .relaxed)
            }
            var growth: Int?
            withBytes { growth = tiles.write($0, of: number) }
            if growth == nil {
                removeOldest(for: Int64(byteCount))
                withBytes { growth = tiles.write($0, of: number) }
            }
            let isTooMuch = state.withLockedValue { state in
                state.isFull = growth == nil
                guard let growth else {
                    state.lostCount += 1
                    return false
                }
                state.add(growth, to: name)
                return state.byteCount > byteLimit
            }
            if isTooMuch { removeOldest() }
        }
    }

    /// Records that a tile is not in its file after all, so that its space is counted once when it is fetched again.
    func forget(_ number: Int, in tiles: LocalTileStore, named name: String) {
        let growth = tiles.forget(number)
        state.withLockedValue { $0.add(growth, to: name) }
    }

    // MARK: Disk space

    private enum Removable {
        case file
        case segment(LocalTileStore, Int)
    }

    /// The number of bytes freed beyond what is needed if the disk is full.
    private static let spareByteCount: Int64 = 16 << 20

    /// Removes the least recently used data until the disk has a given amount of free space, as far as possible.
    /// Blocks.
    public func freeSpace(forByteCount byteCount: Int64) { queue.sync { removeOldest(for: byteCount) } }

    /// Returns whether the disk has a given amount of free space, as far as is known.
    public func hasSpace(forByteCount byteCount: Int64) -> Bool { freeByteCount.map { $0 > byteCount } ?? true }

    /// The free disk space in bytes, or nil if it cannot be determined.
    private var freeByteCount: Int64? { DiskSpace.freeByteCount(of: folder).map(Int64.init) }

    /// Removes the least recently used data until the limits are met. Must be called on the queue.
    ///
    /// - Parameter needed: The free disk space to attain, in bytes, or nil to enforce the limits only.
    private func removeOldest(for needed: Int64? = nil) {
        let wanted = needed.map { $0.addingReportingOverflow(Self.spareByteCount) }.map { $0.overflow ? .max : $0.0 }
        let isScarce = { [self] in wanted.map { freeByteCount ?? .max < $0 } ?? false }
        let (isOverLimit, isOverCount) = state.withLockedValue {
            ($0.byteCount > byteLimit, $0.entries.count > fileLimit)
        }
        guard isOverLimit || isOverCount || isScarce() else { return }
        let entries = state.withLockedValue { $0.entries }
        var candidates: [(lastUse: Int, name: String, what: Removable)] = []
        for (name, entry) in entries {
            guard let tiles = entry.tiles else {
                candidates.append((entry.lastUse, name, .file))
                continue
            }
            let segments = tiles.segments
            let lastUse = segments.map(\.segment.lastUse).max() ?? 0
            state.withLockedValue { $0.entries[name]?.lastUse = max(entry.lastUse, lastUse) }
            candidates += segments.map { ($0.segment.lastUse, name, .segment(tiles, $0.number)) }
        }
        candidates.sort { $0.lastUse < $1.lastUse }
        let byteGoal = isOverLimit ? byteLimit - byteLimit / 16 : .max
        let fileGoal = fileLimit - fileLimit / 16
        var isCrowded = isOverCount
        for candidate in candidates {
            let (byteCount, fileCount) = state.withLockedValue { ($0.byteCount, $0.entries.count) }
            if fileCount <= fileGoal { isCrowded = false }
            let isTooMuch = byteCount > byteGoal || isScarce()
            guard isTooMuch || isCrowded else { return }
            switch candidate.what {
            case .file: remove(candidate.name)
            case .segment(let tiles, let number):
                // Removing a segment does not reduce the number of files.
                guard isTooMuch else { continue }
                let growth = tiles.remove(segment: number)
                state.withLockedValue { state in
                    state.add(growth, to: candidate.name)
                    state.removedByteCount -= growth
                }
            }
        }
    }

    /// Removes a file that is not open.
    private func remove(_ name: String) {
        state.withLockedValue { state in
            guard let entry = state.entries[name], entry.tiles == nil, entry.openerCount == 0 else { return }
            guard unlink(folder + "/" + name) == 0 || errno == ENOENT else { return }
            state.entries[name] = nil
            state.byteCount -= entry.byteCount
            state.removedByteCount += entry.byteCount
        }
    }
}

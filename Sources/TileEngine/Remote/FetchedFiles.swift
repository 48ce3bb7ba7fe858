import Foundation
import NIOConcurrencyHelpers
import Synchronization

// A pyramid may be in an object store. Its `TileArchive` then has a sparse local file of the same length, which takes
// disk space only for what was fetched: the directory when it is opened, a tile when it is requested. After a restart,
// the allocated extents of the file suggest which tiles are there; the CRC-32 of each tile proves it on every read.
// `FetchedFiles` limits all such files in bytes and number.

/// A folder of files that hold what was fetched of archives that are elsewhere, within a limit of bytes and of files.
///
/// Where there is too much, what was asked for last longest ago goes first: files that nobody has open as a whole, and of the
/// others stretches of a few MiB. Nothing that is read can become wrong by it, as every tile is compared with its checksum.
public final class FetchedFiles: Sendable {
    /// How the folder is used.
    public struct Usage: Sendable {
        /// What the files take of the disk.
        public var byteCount: Int
        /// What they may take.
        public var byteLimit: Int
        /// How many files there are.
        public var fileCount: Int
        /// What was removed to make room, in bytes.
        public var removedByteCount: Int
        /// How many tiles were not kept, as the disk was full or too slow.
        public var lostCount: Int
        /// Whether the last tile could not be written.
        public var isFull: Bool
    }

    private struct Entry {
        weak var tiles: FetchedTiles?
        var byteCount: Int
        var lastUse: Int
        /// How many are about to open it.
        var openerCount = 0
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var byteCount = 0
        var removedByteCount = 0
        var lostCount = 0
        var isFull = false
    }

    /// The folder.
    public let folder: String
    /// How many bytes the files may take.
    public let byteLimit: Int
    private let fileLimit: Int
    private let moveSeconds: Double
    private let state = NIOLockedValueBox(State())
    /// Writes what was fetched, so that nobody waits for the disk who answers.
    private let queue = DispatchQueue(label: "explore.fetched", qos: .utility)
    /// What waits to be written, in bytes.
    private let waitingByteCount = Atomic(0)
    private static let waitingByteLimit = 64 << 20

    /// Looks what a run before this one has left, and removes what is too much.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is made where it does not exist.
    ///   - byteLimit: How many bytes the files may take, at least.
    ///   - fileLimit: How many files there may be.
    ///   - moveSeconds: How often a file that is in memory, since the disk had no room for it, is tried to be moved there.
    /// - Throws: ``TileEngineError`` of kind `unreadable` where the folder cannot be made.
    public init(folder: String, byteLimit: Int, fileLimit: Int = 20_000, moveSeconds: Double = 5) throws {
        (self.folder, self.byteLimit, self.fileLimit) = (folder, max(0, byteLimit), max(1, fileLimit))
        self.moveSeconds = moveSeconds
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw TileEngineError(.unreadable, path: folder, "cannot be made: \(OpenFile.lastSystemError())")
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

    /// How the folder is used now.
    public var usage: Usage {
        state.withLockedValue {
            Usage(
                byteCount: $0.byteCount, byteLimit: byteLimit, fileCount: $0.entries.count,
                removedByteCount: $0.removedByteCount, lostCount: $0.lostCount, isFull: $0.isFull)
        }
    }

    /// What a file takes of the disk; nil where there is none.
    public func keptByteCount(of name: String) -> Int64? {
        state.withLockedValue { $0.entries[name] }.flatMap { $0.byteCount > 0 ? Int64($0.byteCount) : nil }
    }

    /// Waits until all that was to be kept is written: for tests.
    package func waitForWrites() { queue.sync {} }

    /// Whether a name is that of one of our files: it leads nowhere else.
    static func isName(_ name: String) -> Bool {
        name.hasSuffix(".szi") && !name.hasPrefix(".") && !name.contains("/") && !name.contains("\0")
            && name.utf8.count <= 200
    }

    /// Nanoseconds since 1970: of what was used within the same second, too, the first goes first.
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(time)
    }

    private static func nanoseconds(_ time: timespec) -> Int { time.tv_sec &* 1_000_000_000 &+ time.tv_nsec }

    // MARK: Files

    /// Opens the file of an archive, or makes it: in memory where the disk has no room.
    ///
    /// - Returns: The file. ``ends(opening:as:)`` is to be called afterwards.
    func open(_ name: String, byteCount: Int64) throws -> FetchedFile {
        guard Self.isName(name) else {
            throw TileEngineError(.outOfRange, path: name, "is no name of a pyramid, expected one that ends in .szi")
        }
        state.withLockedValue { state in
            var entry = state.entries[name] ?? Entry(byteCount: 0, lastUse: 0)
            entry.lastUse = Self.now
            entry.openerCount += 1
            state.entries[name] = entry
        }
        do {
            let opened = try FetchedFile(folder + "/" + name, byteCount: byteCount, moveSeconds: moveSeconds) {
                makeRoom(forByteCount: 0)
            }
            if !opened.wasThere { grow(name, to: 0) }
            return opened
        } catch {
            ends(opening: name, as: nil)
            throw error
        }
    }

    /// Takes note of what was opened, or that nothing was.
    func ends(opening name: String, as tiles: FetchedTiles?) {
        state.withLockedValue { state in
            state.entries[name]?.openerCount -= 1
            if let tiles { state.entries[name]?.tiles = tiles }
        }
        let isCrowded = state.withLockedValue { $0.entries.count > fileLimit }
        if isCrowded { queue.async { [self] in removeOldest() } }
    }

    private func grow(_ name: String, to byteCount: Int) {
        state.withLockedValue { state in
            guard let former = state.entries[name]?.byteCount else { return }
            state.entries[name]?.byteCount = byteCount
            state.byteCount += byteCount - former
        }
    }

    /// Takes note of how much is in a file, as it is opened.
    func setByteCount(_ byteCount: Int, of name: String) { grow(name, to: byteCount) }

    // MARK: Tiles

    /// Has a tile written to its file, soon. Where too much waits already, it is not kept.
    ///
    /// - Parameters:
    ///   - number: The tile's number.
    ///   - byteCount: How many bytes it has, with its header.
    ///   - withBytes: Hands the bytes over.
    func keep(
        _ number: Int, in tiles: FetchedTiles, named name: String, byteCount: Int,
        _ withBytes: @escaping FetchedTiles.WithBytes
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
                state.entries[name]?.byteCount += growth
                state.byteCount += growth
                return state.byteCount > byteLimit
            }
            if isTooMuch { removeOldest() }
        }
    }

    // MARK: Room

    private enum Removable {
        case file
        case segment(FetchedTiles, Int)
    }

    /// How much is removed beyond what is needed, in bytes, where the disk is full.
    private static let spareByteCount: Int64 = 16 << 20

    /// Removes what was used last longest ago until the disk has room for something else, as far as that helps; blocks.
    public func makeRoom(forByteCount byteCount: Int64) { queue.sync { removeOldest(for: byteCount) } }

    /// Whether the disk has room for something else, as far as that is known.
    public func hasRoom(forByteCount byteCount: Int64) -> Bool { freeByteCount.map { $0 > byteCount } ?? true }

    /// What the disk has room for, in bytes; nil where that cannot be found out.
    private var freeByteCount: Int64? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        return Int64(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }

    /// Removes what was used last longest ago, until there is some room. On one thread at a time: the queue's.
    ///
    /// - Parameter needed: How many bytes the disk is to have room for; nil for those of the limits alone.
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
                // For the number of files that would be of no use.
                guard isTooMuch else { continue }
                note(growth: tiles.remove(segment: number), of: candidate.name)
            }
        }
    }

    private func note(growth: Int, of name: String) {
        state.withLockedValue { state in
            state.entries[name]?.byteCount += growth
            state.byteCount += growth
            state.removedByteCount -= growth
        }
    }

    /// Removes a file that nobody has open.
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

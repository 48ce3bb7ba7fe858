import Foundation
import NIOConcurrencyHelpers
import Synchronization

/// How much of the disk derived files may take, and which of them are in use, by this program and by others.
///
/// Both stand in one small file, `.room`, in their folder:
///
/// | bytes | |
/// |---|---|
/// | 0 | magic, 8 bytes |
/// | 8 | the limit in bytes, which the last server has set; what the files take at most; 64 bits each, little-endian |
///
/// Whoever reads or writes a derived file holds a shared lock on the one byte of `.room` whose offset is the file's inode.
/// The system ends the lock with the process, however that ends, and a process needs one descriptor for all its files. The
/// locks belong to open files (`F_OFD_SETLK`, fcntl(2)), so that two stores in one process see each other's.
final class DerivedFileRoom: Sendable {
    /// What derived files may take where nobody says otherwise: 2 GiB.
    static let defaultByteLimit = 2 << 30

    static let fileName = ".room"

    private static let magic = UInt64(0x6d6f_6f52_6c70_7845)  // "ExplRoom"
    // Linux's numbers for F_OFD_GETLK, F_OFD_SETLK and F_OFD_SETLKW, which Swift's Glibc module does not show.
    private static let (askWhetherLocked, lock, lockAndWait): (Int32, Int32, Int32) = (36, 37, 38)
    /// The byte that is locked while the file itself is read and written; no inode has this number.
    private static let ownByte = 1 << 61

    private struct Uses {
        var descriptor: Int32 = -1
        var counts: [Int: Int] = [:]
    }

    private struct State {
        var byteLimit: Int
        var byteCount: Int
        /// Whether they stood in the file.
        let isSound: Bool
    }

    private let folder: String
    private let path: String
    private let uses = NIOLockedValueBox(Uses())
    /// Whether this process has counted the files itself, as it does once: an older program may have written some.
    private let hasCounted = Atomic(false)

    /// - Parameter folder: Where the derived files are; it need not exist.
    init(folder: String) {
        self.folder = folder
        path = folder + "/" + Self.fileName
    }

    deinit {
        let descriptor = uses.withLockedValue { $0.descriptor }
        if descriptor >= 0 { close(descriptor) }
    }

    // MARK: Files in use

    /// A file in use: nobody removes it to make room until the last reference is gone.
    final class Use: Sendable {
        private let room: DerivedFileRoom
        private let place: Int

        fileprivate init(_ room: DerivedFileRoom, _ place: Int) {
            (self.room, self.place) = (room, place)
        }

        deinit { room.end(place) }
    }

    /// Begins to use an open file.
    func use(_ descriptor: Int32) -> Use? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        let place = Self.place(of: status)
        uses.withLockedValue { uses in
            if uses.descriptor < 0 { uses.descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644) }
            // Where the folder cannot be written to, a lock that others see can still be had.
            if uses.descriptor < 0 { uses.descriptor = open(path, O_RDONLY | O_CLOEXEC) }
            uses.counts[place, default: 0] += 1
            if uses.counts[place] == 1 { _ = Self.set(F_RDLCK, place, uses.descriptor, Self.lock) }
        }
        return Use(self, place)
    }

    private func end(_ place: Int) {
        uses.withLockedValue { uses in
            let count = (uses.counts[place] ?? 1) - 1
            uses.counts[place] = count > 0 ? count : nil
            if count == 0 { _ = Self.set(F_UNLCK, place, uses.descriptor, Self.lock) }
        }
    }

    private static func place(of status: stat) -> Int { Int(truncatingIfNeeded: status.st_ino) & (ownByte - 1) }

    private static func set(_ kind: Int32, _ place: Int, _ descriptor: Int32, _ command: Int32) -> Bool {
        var range = flock(l_type: Int16(kind), l_whence: Int16(SEEK_SET), l_start: place, l_len: 1, l_pid: 0)
        return fcntl(descriptor, command, &range) == 0
    }

    /// Whether anybody uses a file; asked through a descriptor of its own, to which this process's locks are another's.
    private func isUsed(_ place: Int, asking descriptor: Int32) -> Bool {
        if uses.withLockedValue({ $0.counts[place] != nil }) { return true }
        var range = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: place, l_len: 1, l_pid: 0)
        return fcntl(descriptor, Self.askWhetherLocked, &range) == 0 && range.l_type != Int16(F_UNLCK)
    }

    // MARK: Room

    /// Makes room for a file that is about to grow: those that were not used for the longest time go, but none in use.
    ///
    /// - Returns: Whether there is room; without, nothing was removed, and the file must not grow.
    /// - Complexity: O(1); where the limit would be passed, and once for each process, O(*n* log *n*) in the number of files.
    func reserve(_ byteCount: Int, for file: Int32) -> Bool {
        locked { descriptor, state in
            if !hasCounted.load(ordering: .relaxed) {
                state.byteCount = files().reduce(0) { $0 + $1.byteCount }
                hasCounted.store(true, ordering: .relaxed)
            }
            var (total, isTooMuch) = state.byteCount.addingReportingOverflow(byteCount)
            if isTooMuch || total > state.byteLimit {
                state.byteCount = makeRoom(for: byteCount, within: state.byteLimit, descriptor)
                (total, isTooMuch) = state.byteCount.addingReportingOverflow(byteCount)
            }
            guard !isTooMuch, total <= state.byteLimit else { return false }
            var status = stat()
            // The file is as long as what it may grow to at once, so that whoever counts counts it.
            guard fstat(file, &status) == 0, ftruncate(file, status.st_size + byteCount) == 0 else { return false }
            state.byteCount = total
            return true
        } ?? false
    }

    /// Gives back what a file that is not there any more had reserved.
    func release(_ byteCount: Int) {
        _ = locked { _, state in state.byteCount = max(0, state.byteCount - byteCount) }
    }

    /// Sets the limit, for every program that writes derived files of this library, and removes what is above it.
    ///
    /// Where the same limit holds already nothing is looked at, as each writer keeps to it: to look at the files of 10^5
    /// documents takes half a second, and a server does this at its start.
    func setLimit(_ byteLimit: Int) {
        _ = locked { descriptor, state in
            if state.isSound, state.byteLimit == byteLimit, state.byteCount <= byteLimit { return }
            state.byteLimit = byteLimit
            state.byteCount = makeRoom(for: 0, within: byteLimit, descriptor)
            hasCounted.store(true, ordering: .relaxed)
        }
    }

    /// Removes the files of these names, but for those that are in use and not `evenUsed`.
    func remove(_ names: [String], evenUsed: (String) -> Bool) {
        guard !names.isEmpty else { return }
        _ = locked { descriptor, state in
            for name in names {
                guard let file = File(name, in: folder), evenUsed(name) || !isUsed(file.place, asking: descriptor)
                else {
                    continue
                }
                if unlink(folder + "/" + name) == 0 { state.byteCount = max(0, state.byteCount - file.byteCount) }
            }
        }
    }

    private struct File {
        let name: String
        let byteCount: Int
        let lastUse: timespec
        let place: Int

        init?(_ name: String, in folder: String) {
            var status = stat()
            guard lstat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            self.name = name
            byteCount = max(Int(status.st_size), Int(status.st_blocks) * 512)
            lastUse = status.st_mtim
            place = DerivedFileRoom.place(of: status)
        }
    }

    private func files() -> [File] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0 != Self.fileName }.compactMap { File($0, in: folder) }
    }

    /// Removes files until so many bytes can be added within the limit, if that can be done without those in use.
    ///
    /// - Returns: What the files take then.
    private func makeRoom(for byteCount: Int, within byteLimit: Int, _ descriptor: Int32) -> Int {
        let files = files()
        var total = files.reduce(0) { $0 + $1.byteCount }
        let allowed = byteLimit - byteCount
        guard allowed >= 0, total > allowed else { return total }
        let oldestFirst = files.filter { !$0.name.contains(DerivedFiles.partialMark) }.sorted {
            ($0.lastUse.tv_sec, $0.lastUse.tv_nsec) < ($1.lastUse.tv_sec, $1.lastUse.tv_nsec)
        }
        var rest = total
        var chosen: [File] = []
        for file in oldestFirst where rest > allowed && !isUsed(file.place, asking: descriptor) {
            chosen.append(file)
            rest -= file.byteCount
        }
        // For a file that has no room in any case, none is removed; above the limit itself, every one that can go.
        guard rest <= allowed || byteCount == 0 else { return total }
        for file in chosen where unlink(folder + "/" + file.name) == 0 { total -= file.byteCount }
        return total
    }

    /// Runs the body while no other program counts, and keeps what it changes; nil where the folder cannot be written to.
    private func locked<Result>(_ body: (_ descriptor: Int32, _ state: inout State) -> Result) -> Result? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        while !Self.set(F_WRLCK, Self.ownByte, descriptor, Self.lockAndWait) {
            guard errno == EINTR else { return nil }
        }
        var words: [UInt64] = [0, 0, 0]
        let count = words.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        let isSound = count == 24 && UInt64(littleEndian: words[0]) == Self.magic
        if !isSound { hasCounted.store(false, ordering: .relaxed) }
        var state = State(
            byteLimit: isSound ? Int(clamping: UInt64(littleEndian: words[1])) : Self.defaultByteLimit,
            byteCount: isSound ? Int(clamping: UInt64(littleEndian: words[2])) : 0, isSound: isSound)
        let result = body(descriptor, &state)
        words = [Self.magic, UInt64(clamping: state.byteLimit), UInt64(clamping: state.byteCount)].map(\.littleEndian)
        // Where the disk is full these bytes are there already, but for the first time; then the next one counts again.
        _ = words.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        return result
    }
}

import Foundation
import GRDB
import NIOConcurrencyHelpers
import Synchronization

/// A page of a version of a document. Neither its clauses nor their regions ever change.
struct StoredPage {
    let key: Int64
    let number: Int
    let version: Int64
}

/// Files beside the database that are made from it: each can be missing, and is then made again, also by a program that
/// only reads. They need neither be synced nor copied with the database.
struct DerivedFiles: Sendable {
    enum Kind {
        /// Which clauses hold a point.
        case index
        /// What is said of the clauses, in the language of this tag; empty for the document's first.
        case answers(tag: String)

        var suffix: String {
            switch self {
            case .index: ".index"
            case .answers(let tag): tag.isEmpty ? ".answers" : ".\(tag).answers"
            }
        }
    }

    /// What the name of a file that is being written has in it.
    static let partialMark = ".partial-"

    private static let partialCount = Atomic(0)

    /// Where the files are: the database's path and `-indexes`.
    private let folder: String
    private let room: DerivedFileRoom

    /// - Parameter path: The database's path.
    init(besideDatabase path: String) {
        folder = path + "-indexes"
        room = DerivedFileRoom(folder: folder)
    }

    /// Sets how many bytes all files may take together, for all programs that use the library.
    func setLimit(_ byteLimit: Int) {
        mkdir(folder, 0o755)
        room.setLimit(byteLimit)
    }

    /// Where a page's file is.
    ///
    /// The keys of versions are never used twice in a database, but for one whose transaction failed: the time tells them
    /// apart. Clauses are named by keys that another schema may give anew.
    func path(of page: StoredPage, _ kind: Kind, _ database: Database) throws -> String {
        let sql = "SELECT addedAt FROM version WHERE key = ?"
        let time = try Double.fetchOne(database, sql: sql, arguments: [page.version]) ?? 0
        let mark = String(time.bitPattern, radix: 16)
        return "\(folder)/\(page.version)-\(page.number)-\(mark)-\(Schema.newest)\(kind.suffix)"
    }

    /// Deletes the files of versions that are not served any more, and what a program that is gone had not finished.
    func sweep(_ database: Database) throws {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder), !names.isEmpty else { return }
        let served = try Set(Int64.fetchAll(database, sql: "SELECT version FROM document"))
        let unneeded = names.filter { name in
            let isFinished = name.hasSuffix(".index") || name.hasSuffix(".answers")
            if isFinished, let version = Int64(name.prefix { $0 != "-" }), served.contains(version) { return false }
            return name != DerivedFileRoom.fileName
        }
        room.remove(unneeded, evenUsed: { !$0.contains(Self.partialMark) })
    }

    /// Writes a file beside and gives it its name.
    ///
    /// - Parameter content: Writes it, and tells whether it is whole.
    /// - Returns: Whether it is there now; where the folder cannot be written to, the disk is full, or there is no room
    ///   within the limit, it is not.
    func write(to path: String, _ content: (borrowing NewFile) throws -> Bool) rethrows -> Bool {
        mkdir(folder, 0o755)
        let number = Self.partialCount.add(1, ordering: .relaxed).newValue
        let partial = "\(path)\(Self.partialMark)\(getpid())-\(number)"
        guard let file = NewFile(path: partial, room: room) else { return false }
        var isNamed = false
        defer {
            if !isNamed {
                unlink(partial)
                room.release(file.reservedByteCount)
            }
        }
        isNamed = try content(file) && rename(partial, path) == 0
        return isNamed
    }

    /// Opens a file to be read; nil where there is none, or an empty one. It is not removed to make room as long as it is
    /// open.
    func open(_ path: String) -> DerivedFile? { DerivedFile(path: path, room: room) }
}

/// A file that is being written, within the room that there is.
struct NewFile: ~Copyable {
    private let descriptor: Int32
    private let room: DerivedFileRoom
    private let use: DerivedFileRoom.Use?
    private let counts = NIOLockedValueBox((end: 0, reserved: 0))

    fileprivate init?(path: String, room: DerivedFileRoom) {
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        if descriptor < 0 { return nil }
        self.room = room
        use = room.use(descriptor)
    }

    deinit { close(descriptor) }

    fileprivate var reservedByteCount: Int { counts.withLockedValue { $0.reserved } }

    /// Writes at the place where the last call without a place ended, or at one that is named; tells whether that could be
    /// done.
    func write(_ bytes: UnsafeRawBufferPointer, at place: Int? = nil) -> Bool {
        let start: Int? = counts.withLockedValue { counts in
            let start = place ?? counts.end
            let end = start + bytes.count
            if end > counts.reserved {
                guard room.reserve(end - counts.reserved, for: descriptor) else { return nil }
                counts.reserved = end
            }
            if place == nil { counts.end = end }
            return start
        }
        guard let start else { return false }
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let written = pwrite(descriptor, part.baseAddress, part.count, start + bytes.count - part.count)
            if written < 0, errno != EINTR { return false }
            rest = rest.dropFirst(max(0, written))
        }
        return true
    }
}

/// A file that is read. It is never written to: a new one takes its name.
///
/// Its bytes are read, and not mapped: where the disk fails or somebody makes the file shorter, a reading returns an error,
/// and a mapping would end the process with SIGBUS.
final class DerivedFile: Sendable {
    /// How many bytes it had when it was opened.
    let byteCount: Int
    /// Keeps the file from being removed; whoever has all of its bytes may keep this alone.
    let use: DerivedFileRoom.Use?
    private let descriptor: Int32

    fileprivate init?(path: String, room: DerivedFileRoom) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let use = room.use(descriptor)
        var status = stat()
        // One without a name was removed before it could be said that it is in use.
        guard fstat(descriptor, &status) == 0, status.st_size > 0, status.st_nlink > 0 else {
            close(descriptor)
            return nil
        }
        // When it was used last; where that cannot be noted, it counts as old.
        futimens(descriptor, nil)
        (byteCount, self.descriptor, self.use) = (Int(status.st_size), descriptor, use)
    }

    deinit { close(descriptor) }

    /// Reads bytes from a place on; says whether all of them could be read.
    func read(into buffer: UnsafeMutableRawBufferPointer, at place: Int) -> Bool {
        var done = 0
        while done < buffer.count {
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = pread(descriptor, part.baseAddress, part.count, place + done)
            if count > 0 { done += count } else if count == 0 || errno != EINTR { return false }
        }
        return true
    }

    /// Reads bytes; nil where not all of them could be read.
    func bytes(_ range: Range<Int>) -> [UInt8]? {
        var isRead = false
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            let whole = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: range.count)
            isRead = read(into: whole, at: range.lowerBound)
            count = isRead ? range.count : 0
        }
        return isRead ? bytes : nil
    }
}

import Foundation
import GRDB
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

    private static let partialCount = Atomic(0)

    /// Where the files are: the database's path and `-indexes`.
    private let folder: String

    /// - Parameter path: The database's path.
    init(besideDatabase path: String) {
        folder = path + "-indexes"
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

    /// Deletes the files of versions that are not served any more, and what was not finished.
    func sweep(_ database: Database) throws {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder), !names.isEmpty else { return }
        let served = try Set(Int64.fetchAll(database, sql: "SELECT version FROM document"))
        for name in names {
            let isFinished = name.hasSuffix(".index") || name.hasSuffix(".answers")
            if isFinished, let version = Int64(name.prefix { $0 != "-" }), served.contains(version) { continue }
            unlink(folder + "/" + name)
        }
    }

    /// Writes a file beside and gives it its name.
    ///
    /// - Parameter content: Writes it, and tells whether it is whole.
    /// - Returns: Whether it is there now; where the folder cannot be written to, or the disk is full, it is not.
    func write(to path: String, _ content: (borrowing NewFile) throws -> Bool) rethrows -> Bool {
        mkdir(folder, 0o755)
        let number = Self.partialCount.add(1, ordering: .relaxed).newValue
        let partial = "\(path).partial-\(getpid())-\(number)"
        guard let file = NewFile(path: partial) else { return false }
        var isNamed = false
        defer { if !isNamed { unlink(partial) } }
        isNamed = try content(file) && rename(partial, path) == 0
        return isNamed
    }
}

/// A file that is being written.
struct NewFile: ~Copyable {
    private let descriptor: Int32

    fileprivate init?(path: String) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Writes at the place where the last call ended, or at one that is named; tells whether that could be done.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int? = nil) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let written =
                offset.map { pwrite(descriptor, part.baseAddress, part.count, $0 + bytes.count - part.count) }
                ?? Foundation.write(descriptor, part.baseAddress, part.count)
            if written < 0, errno != EINTR { return false }
            rest = rest.dropFirst(max(0, written))
        }
        return true
    }
}

/// A file's bytes in memory, as the system reads them when they are asked for. It is never written to: a new one takes its
/// name.
final class MappedFile: Sendable {
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// Maps a file; nil where there is none, or an empty one.
    init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return nil }
        let count = Int(status.st_size)
        guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED else { return nil }
        bytes = UnsafeRawBufferPointer(start: base, count: count)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}

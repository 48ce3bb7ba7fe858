import FileSupport
import Foundation
import TileEngine

/// A site as one uncompressed zip file, which any zip tool can unpack. The same site has the same bytes.
final class SiteArchive: SiteSink {
    private let path: String
    private let file: AtomicFile
    private var offset: UInt64 = 0
    private var directory: [UInt8] = []
    private var entryCount: UInt64 = 0

    /// - Throws: ``SiteError/occupied(_:)`` if the path leads to anything but a former archive of a site,
    ///   ``SiteError/file(_:reason:)``.
    init(_ path: String) throws(SiteError) {
        self.path = path
        guard !FileManager.default.fileExists(atPath: path) || Self.isSite(path) else { throw .occupied(path) }
        file = try AtomicFile(path) { SiteError.file(path, reason: $0) }
    }

    /// Whether a file ends like the archive of a site, in whose directory the list of files is the last entry.
    private static func isSite(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path), let end = try? file.seekToEnd(),
            (try? file.seek(toOffset: end - min(end, 200))) != nil, let tail = try? file.readToEnd()
        else { return false }
        return tail.range(of: Data(SiteList.name.utf8)) != nil
    }

    /// An archive is always written from scratch.
    var former: [SiteList] { [] }
    var noted: Set<String> { [] }

    func note(_ paths: [String]) {}

    func has(_ path: String, byteCount: Int64) -> Bool { false }

    func sha256(_ path: String) -> String? { nil }

    func put(_ bytes: [UInt8], at path: String) throws -> Bool {
        try begin(
            path, byteCount: Int64(bytes.count), checksum: bytes.withUnsafeBytes { ZipEntryRecord.checksum(of: $0) })
        try write(bytes)
        return true
    }

    func put(fileAt source: String, at path: String, _ isCancelled: () -> Bool) throws -> Bool {
        // Reads the file twice, because the checksum precedes the content. The file is not mapped, because a mapped
        // file that is truncated, or whose disk fails, would crash the process.
        let first = try sum(ofFileAt: source, isCancelled) { _ in }
        try begin(path, byteCount: first.byteCount, checksum: first.checksum)
        let second = try sum(ofFileAt: source, isCancelled) { try write(Array($0)) }
        guard first == second else { throw SiteError.file(source, reason: "changed while it was being read") }
        return true
    }

    /// Returns the length and checksum of a file, and passes its bytes to the body in pieces.
    private func sum(
        ofFileAt path: String, _ isCancelled: () -> Bool, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> (byteCount: Int64, checksum: UInt32) {
        var (byteCount, checksum) = (Int64(0), UInt32(0))
        try SiteDigest.forEachPiece(ofFileAt: path, isCancelled) { piece in
            byteCount += Int64(piece.count)
            checksum = ZipEntryRecord.checksum(checksum, followedBy: piece)
            try body(piece)
        }
        return (byteCount, checksum)
    }

    func remove(_ path: String) -> Bool { false }

    func synchronize() {}

    func finish() throws {
        let end = ZipEndRecords(
            directoryOffset: offset, directoryByteCount: UInt64(directory.count), entryCount: entryCount)
        try write(directory + end.bytes)
        try file.moveIntoPlace { SiteError.file(path, reason: $0) }
    }

    private func begin(_ path: String, byteCount: Int64, checksum: UInt32) throws {
        guard let count = UInt32(exactly: byteCount), count < .max else {
            throw SiteError.tooLarge(path, byteCount: byteCount)
        }
        let record = ZipEntryRecord(name: Array(path.utf8), checksum: checksum, byteCount: count, headerOffset: offset)
        directory += record.directoryEntry
        entryCount += 1
        try write(record.localHeader)
    }

    private func write(_ bytes: [UInt8]) throws {
        bytes.withUnsafeBytes { file.append($0) }
        try file.check { SiteError.file(path, reason: $0) }
        offset += UInt64(bytes.count)
    }
}

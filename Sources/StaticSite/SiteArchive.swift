import FileSupport
import Foundation
import TileEngine

/// A site as one uncompressed zip file: any zip tool unpacks it, and the same site gives the same bytes.
final class SiteArchive: SiteSink {
    private let path: String
    private let file: AtomicFile
    private var offset: UInt64 = 0
    private var directory: [UInt8] = []
    private var entryCount: UInt64 = 0

    /// - Throws: ``SiteError/occupied(_:)``, ``SiteError/file(_:reason:)``.
    init(_ path: String) throws(SiteError) {
        self.path = path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            throw .occupied(path)
        }
        file = try AtomicFile(path) { SiteError.file(path, reason: $0) }
    }

    /// An archive is always written from scratch.
    var former: [SiteList] { [] }

    func has(_ path: String, byteCount: Int64) -> Bool { false }

    func put(_ bytes: [UInt8], at path: String) throws -> Bool {
        try begin(
            path, byteCount: Int64(bytes.count), checksum: bytes.withUnsafeBytes { ZipEntryRecord.checksum(of: $0) })
        try write(bytes)
        return true
    }

    func put(fileAt source: String, at path: String, _ isCancelled: () -> Bool) throws -> Bool {
        // Read twice, because the checksum precedes the content, and not mapped: a mapped file that is truncated, or
        // whose disk fails, ends the program.
        let first = try sum(ofFileAt: source, isCancelled) { _ in }
        try begin(path, byteCount: first.byteCount, checksum: first.checksum)
        let second = try sum(ofFileAt: source, isCancelled) { try write(Array($0)) }
        guard first == second else { throw SiteError.file(source, reason: "it changed while it was read") }
        return true
    }

    /// The length and checksum of a file's bytes, which are passed to the body piece by piece.
    private func sum(
        ofFileAt path: String, _ isCancelled: () -> Bool, _ body: (Data) throws -> Void
    ) throws -> (byteCount: Int64, checksum: UInt32) {
        var (byteCount, checksum) = (Int64(0), UInt32(0))
        try SiteDigest.forEachPiece(ofFileAt: path, isCancelled) { piece in
            byteCount += Int64(piece.count)
            checksum = piece.withUnsafeBytes { ZipEntryRecord.checksum(checksum, followedBy: $0) }
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

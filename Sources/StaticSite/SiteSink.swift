import DocumentLibrary
import FileSupport
import Foundation

/// Where a site's files go.
protocol SiteSink: AnyObject {
    /// The lists of a former site, which is brought up to date.
    var former: [SiteList] { get }
    /// Whether a file is there with so many bytes.
    func has(_ path: String, byteCount: Int64) -> Bool
    /// Puts bytes at a path; says whether that changed anything.
    func put(_ bytes: [UInt8], at path: String) throws -> Bool
    /// Puts a file's bytes at a path.
    func put(fileAt source: String, at path: String, _ isCancelled: () -> Bool) throws -> Bool
    /// Removes a file of the former site; says whether it was there.
    func remove(_ path: String) throws -> Bool
    /// Waits until all that was put is on the disk.
    func synchronize()
    /// Ends: nothing is put any more.
    func finish() throws
}

/// A digest as the lists have it.
enum SiteDigest {
    static func sha256(_ bytes: [UInt8]) -> String { MessageDigest.of(bytes).hexadecimalDigits }

    /// Of a file, a megabyte at a time.
    static func sha256(fileAt path: String, _ isCancelled: () -> Bool) throws -> (sha256: String, byteCount: Int64) {
        let digest = MessageDigest()
        var count: Int64 = 0
        try forEachPiece(ofFileAt: path, isCancelled) { piece in
            digest.update(piece)
            count += Int64(piece.count)
        }
        return (digest.value.hexadecimalDigits, count)
    }

    /// The size of a regular file; nil where there is none, or something else.
    static func byteCount(ofFileAt path: String) -> Int64? {
        guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
            facts[.type] as? FileAttributeType == .typeRegular
        else { return nil }
        return (facts[.size] as? NSNumber)?.int64Value
    }

    static func forEachPiece(
        ofFileAt path: String, _ isCancelled: () -> Bool, _ body: (Data) throws -> Void
    ) throws {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw SiteError.file(path, reason: String(cString: strerror(errno)))
        }
        defer { try? handle.close() }
        while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
            if isCancelled() { throw CancellationError() }
            try body(piece)
        }
    }
}

import FileSupport
import Foundation

/// The destination of a site's files.
protocol SiteSink: AnyObject {
    /// The lists of the former site that is being updated.
    var former: [SiteList] { get }
    /// The paths of files that interrupted exports may have written.
    var noted: Set<String> { get }
    /// Notes paths of files that have to be deleted, so that the next export does so if this one is interrupted.
    func note(_ paths: [String]) throws
    /// Whether a file of this length exists.
    func has(_ path: String, byteCount: Int64) -> Bool
    /// Returns the SHA-256 of the file that is at a path, or nil if there is none.
    func sha256(_ path: String) throws -> String?
    /// Writes bytes to a path. Returns whether that changed anything.
    func put(_ bytes: [UInt8], at path: String) throws -> Bool
    /// Copies a file to a path. Returns whether that changed anything.
    func put(fileAt source: String, at path: String, _ isCancelled: () -> Bool) throws -> Bool
    /// Deletes a file of the former site. Returns whether it existed.
    func remove(_ path: String) throws -> Bool
    /// Waits until everything is on disk.
    func synchronize() throws
    /// Completes the site. Nothing can be written afterwards.
    func finish() throws
}

/// Computes digests of files in the format of the lists.
enum SiteDigest {
    /// Returns the digest and length of a file, which is read in chunks of 1 MiB.
    static func sha256(fileAt path: String, _ isCancelled: () -> Bool) throws -> (sha256: String, byteCount: Int64) {
        let digest = MessageDigest()
        var count: Int64 = 0
        try forEachPiece(ofFileAt: path, isCancelled) { piece in
            digest.update(piece)
            count += Int64(piece.count)
        }
        return (digest.value.hexadecimalDigits, count)
    }

    /// Returns the size of a regular file, or nil if there is none.
    static func byteCount(ofFileAt path: String) -> Int64? {
        guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
            facts[.type] as? FileAttributeType == .typeRegular
        else { return nil }
        return (facts[.size] as? NSNumber)?.int64Value
    }

    static func forEachPiece(
        ofFileAt path: String, _ isCancelled: () -> Bool, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try FileChunks.forEach(of: path, failure: { SiteError.file(path, reason: $0) as any Error }) { piece in
            if isCancelled() { throw CancellationError() }
            try body(piece)
        }
    }
}

import FileSupport
import Foundation

/// A file's SHA-256 and length.
package struct FileDigest: Sendable, Equatable {
    /// The digest as 64 lower-case hexadecimal digits.
    package let sha256: String
    /// The length in bytes.
    package let byteCount: Int

    /// Reads the file once, a megabyte at a time.
    ///
    /// - Parameter goesOn: Told how many bytes were read, a megabyte at most; says whether to go on.
    /// - Throws: ``LibraryError/file(_:reason:)`` when it cannot be read, ``LibraryError/cancelled``.
    package init(path: String, goesOn: (Int) -> Bool = { _ in true }) throws(LibraryError) {
        let digest = MessageDigest()
        var total = 0
        try DurableFile.forEachChunk(of: path, goesOn: goesOn) { bytes in
            digest.update(bytes)
            total += bytes.count
        }
        sha256 = digest.value.hexadecimalDigits
        byteCount = total
    }

    /// The digest of bytes that were read already.
    init(sha256: String, byteCount: Int) { (self.sha256, self.byteCount) = (sha256, byteCount) }
}

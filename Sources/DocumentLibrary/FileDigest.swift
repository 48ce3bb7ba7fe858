import FileSupport
import Foundation

/// A file's SHA-256 and length.
package struct FileDigest: Sendable, Equatable {
    /// The digest as 64 lower-case hexadecimal digits.
    package let sha256: String
    /// The length in bytes.
    package let byteCount: Int
}

extension FileDigest {
    /// Reads the file once, 1 MiB at a time.
    ///
    /// - Parameter goesOn: Called with the length of each chunk, at most 1 MiB. If it returns false, the call throws
    ///   ``LibraryError/cancelled``.
    /// - Throws: ``LibraryError/file(_:reason:)`` if the file cannot be read, ``LibraryError/cancelled``.
    package init(path: String, goesOn: (Int) -> Bool = { _ in true }) throws(LibraryError) {
        let digest = MessageDigest()
        var total = 0
        try DurableFile.forEachChunk(of: path, goesOn: goesOn) { bytes in
            digest.update(bytes)
            total += bytes.count
        }
        self.init(sha256: digest.value.hexadecimalDigits, byteCount: total)
    }
}

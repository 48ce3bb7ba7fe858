import FileSupport
package import Foundation

/// Copies and writes files of a library atomically.
package enum DurableFile {
    /// Copies a file's bytes to a new name in the library.
    ///
    /// - Throws: ``LibraryError/file(_:reason:)``; a partial copy is removed.
    static func copy(from source: String, to target: String) throws(LibraryError) {
        try replace(target) { (file: AtomicFile) throws(LibraryError) in
            try forEachChunk(of: source) { file.append($0) }
        }
    }

    /// Writes bytes to a file.
    ///
    /// - Throws: ``LibraryError/file(_:reason:)``; a partial file is removed.
    package static func write(_ data: Data, to target: String) throws(LibraryError) {
        try replace(target) { (file: AtomicFile) in data.withUnsafeBytes { file.append($0) } }
    }

    /// Reads a file in chunks of at most 1 MiB, and passes each to the body.
    ///
    /// - Parameter goesOn: Called with the length of each chunk after it was read. If it returns false, the call throws
    ///   ``LibraryError/cancelled``.
    static func forEachChunk(
        of path: String, goesOn: (Int) -> Bool = { _ in true }, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(LibraryError) {
        try FileChunks.forEach(of: path, failure: { .file(path, reason: $0) }) { bytes throws(LibraryError) in
            body(bytes)
            guard goesOn(bytes.count) else { throw .cancelled }
        }
    }

    private static func replace(
        _ target: String, write: (AtomicFile) throws(LibraryError) -> Void
    ) throws(LibraryError) {
        try AtomicFile.replace(target, failure: { .file(target, reason: $0) }, write: write)
    }
}

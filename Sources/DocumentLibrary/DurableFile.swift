import FileSupport
package import Foundation

/// Copies and writes files of a library, whole or not at all.
package enum DurableFile {
    /// Copies a file's bytes to a new name in the library.
    ///
    /// - Throws: ``LibraryError/file(_:reason:)``; what was half written is removed.
    static func copy(from source: String, to target: String) throws(LibraryError) {
        try replace(target) { (file: AtomicFile) throws(LibraryError) in
            try forEachChunk(of: source) { file.append($0) }
        }
    }

    /// Writes bytes to a name.
    ///
    /// - Throws: ``LibraryError/file(_:reason:)``; what was half written is removed.
    package static func write(_ data: Data, to target: String) throws(LibraryError) {
        try replace(target) { (file: AtomicFile) in data.withUnsafeBytes { file.append($0) } }
    }

    /// Hands the file's bytes over in pieces of at most a megabyte.
    ///
    /// - Parameter goesOn: Told how many bytes were handed over; where it says no, the call ends with
    ///   ``LibraryError/cancelled``.
    static func forEachChunk(
        of path: String, goesOn: (Int) -> Bool = { _ in true }, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(LibraryError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { chunk.deallocate() }
        while true {
            let count = read(descriptor, chunk.baseAddress, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw .file(path, reason: String(cString: strerror(errno)))
            }
            if count == 0 { return }
            body(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            guard goesOn(count) else { throw .cancelled }
        }
    }

    private static func replace(
        _ target: String, write: (AtomicFile) throws(LibraryError) -> Void
    ) throws(LibraryError) {
        try AtomicFile.replace(target, failure: { .file(target, reason: $0) }, write: write)
    }
}

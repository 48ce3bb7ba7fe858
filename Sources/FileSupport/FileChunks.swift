import Foundation

/// Reads files from the beginning to the end, in chunks.
package enum FileChunks {
    /// The maximum length of a chunk, in bytes.
    private static let byteCount = 1 << 20

    /// Passes the bytes of a file to the body, at most 1 MiB at a time.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - failure: Makes the error from the operating system's message.
    ///   - body: Receives each chunk, which is valid during the call only.
    /// - Throws: The error of the body, or `failure`.
    package static func forEach<Failure: Error>(
        of path: String, failure: (_ reason: String) -> Failure,
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(SystemError.text()) }
        defer { close(descriptor) }
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
        defer { chunk.deallocate() }
        while true {
            let count = read(descriptor, chunk.baseAddress, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(SystemError.text())
            }
            if count == 0 { return }
            try body(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        }
    }
}

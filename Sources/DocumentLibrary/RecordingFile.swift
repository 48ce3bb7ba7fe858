import FileSupport
import Foundation

/// An open recording. Its bytes stay readable, and the same, even if the library's file is removed or replaced.
///
/// Its only state is the file descriptor, which never changes; reads and writes are positional.
public final class RecordingFile: Sendable {
    /// The length of the recording in bytes.
    public let byteCount: Int64
    private let path: String
    private let descriptor: Int32

    private init(path: String, descriptor: Int32, byteCount: Int64) {
        (self.path, self.descriptor, self.byteCount) = (path, descriptor, byteCount)
    }

    deinit { close(descriptor) }

    /// Opens a file for reading.
    convenience init(path: String, byteCount: Int64) throws(LibraryError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.fault(path) }
        self.init(path: path, descriptor: descriptor, byteCount: byteCount)
    }

    /// Creates an empty file without a name in a folder. It is deleted when it is released.
    ///
    /// - Throws: ``LibraryError/file(_:reason:)``.
    package convenience init(in folder: String, byteCount: Int64) throws(LibraryError) {
        let path = "\(folder)/recording\(AtomicFile.partialMark)\(UUID().uuidString)"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.fault(path) }
        unlink(path)
        self.init(path: path, descriptor: descriptor, byteCount: byteCount)
    }

    /// Writes all bytes at an offset.
    ///
    /// - Throws: ``LibraryError/file(_:reason:)``.
    package func write(_ bytes: [UInt8], at offset: Int64) throws(LibraryError) {
        guard bytes.withUnsafeBytes({ PositionalFile.write(descriptor, $0, at: offset) }) else {
            throw Self.fault(path)
        }
    }

    /// Reads a part. Blocks.
    ///
    /// - Throws: ``LibraryError/file(_:reason:)``, also if the file is too short.
    public func bytes(_ range: Range<Int64>) throws(LibraryError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        let count = bytes.withUnsafeMutableBytes { PositionalFile.read(descriptor, into: $0, at: range.lowerBound) }
        guard let count else { throw Self.fault(path) }
        guard count == bytes.count else { throw .file(path, reason: "is shorter than when it was added") }
        return bytes
    }

    private static func fault(_ path: String) -> LibraryError { .file(path, reason: SystemError.text()) }
}

import FileSupport
import Foundation
import NIOCore
import NIOPosix

/// A local file to upload, which is read in order in parts. Its digest is computed along the way.
///
/// `@unchecked Sendable` is safe because parts are read one after another, each call awaited before the next.
final class UploadSource: @unchecked Sendable {
    let path: String
    let byteCount: Int
    private let descriptor: Int32
    private var position = 0
    private let digest = MessageDigest()

    init(_ path: String) throws(StoreError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(path, reason: SystemError.text()) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .file(path, reason: "is not a regular file")
        }
        byteCount = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Reads the next bytes on a thread that may block on the disk.
    func next(_ count: Int) async throws(StoreError) -> ByteBuffer {
        do {
            return try await NIOThreadPool.singleton.runIfActive { try self.read(count) }
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw (error as? StoreError) ?? .file(path, reason: "cannot be read")
        }
    }

    /// The SHA-256 of everything read so far, as hexadecimal digits.
    var sha256: String { digest.value.hexadecimalDigits }

    /// Reads the next bytes. Blocks.
    func read(_ count: Int) throws(StoreError) -> ByteBuffer {
        var buffer = ByteBuffer()
        var failure: Int32 = 0
        while buffer.readableBytes < count {
            let wanted = count - buffer.readableBytes
            let got = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { target in
                let got = pread(descriptor, target.baseAddress, min(wanted, target.count), off_t(position))
                if got < 0 { failure = errno }
                return max(0, got)
            }
            if failure == EINTR { failure = 0; continue }
            guard failure == 0 else { throw .file(path, reason: SystemError.text(failure)) }
            guard got > 0 else { throw .file(path, reason: "became shorter while it was read") }
            position += got
        }
        buffer.withUnsafeReadableBytes { digest.update($0) }
        return buffer
    }
}

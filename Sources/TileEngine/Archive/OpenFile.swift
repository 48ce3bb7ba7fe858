import CLinux
import FileSupport
import Foundation

/// A regular file that is open for reading or writing at offsets. It is closed when the last reference is released.
///
/// Its only state is the file descriptor, which never changes; reads and writes are positional.
final class OpenFile: Sendable {
    let path: String
    let descriptor: Int32

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Opens an existing file for reading.
    ///
    /// - Parameter expected: A description of the expected file for error messages, such as `an image file`.
    /// - Throws: ``TileEngineError`` of kind `unreadable` if the file is missing, not a regular file, empty or
    ///   forbidden.
    static func forReading(_ path: String, expected: String) throws -> OpenFile {
        // Opening a pipe would block until there is a writer. With O_NONBLOCK the open succeeds, and the pipe is
        // rejected below.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw TileEngineError(.unreadable, path: path, "\(SystemError.text()), expected \(expected)")
        }
        return try adopting(descriptor, name: path, expected: expected)
    }

    /// Takes ownership of a descriptor that is already open for reading.
    ///
    /// - Parameters:
    ///   - path: The name used in error messages.
    ///   - expected: A description of the expected file for error messages.
    /// - Throws: The errors of ``forReading(_:expected:)``.
    static func adopting(_ descriptor: Int32, name path: String, expected: String) throws -> OpenFile {
        let file = OpenFile(path: path, descriptor: descriptor)
        let status = try file.status()
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw TileEngineError(.unreadable, path: path, "is a folder, expected \(expected)")
        default: throw TileEngineError(.unreadable, path: path, "is not a regular file, expected \(expected)")
        }
        guard status.st_size > 0 else {
            throw TileEngineError(.unreadable, path: path, "is empty, expected \(expected)")
        }
        return file
    }

    /// Creates a new file for reading and writing.
    ///
    /// - Throws: ``TileEngineError`` of kind `unreadable` if the file already exists or cannot be created.
    static func creating(_ path: String) throws -> OpenFile {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw TileEngineError(.unreadable, path: path, "cannot be made: \(SystemError.text())")
        }
        return OpenFile(path: path, descriptor: descriptor)
    }

    /// Opens a file of a given size for reading and writing. A file that is missing or has another size is created anew
    /// with that length but without content, so that it takes no disk space.
    ///
    /// - Returns: The file, and whether it existed with that size.
    /// - Throws: ``TileEngineError`` of kind `unreadable` if it cannot be created.
    static func sparse(_ path: String, byteCount: Int64) throws -> (OpenFile, existed: Bool) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw TileEngineError(.unreadable, path: path, "cannot be made: \(SystemError.text())")
        }
        let file = OpenFile(path: path, descriptor: descriptor)
        let existed = try file.byteCount() == byteCount
        if !existed { try file.empty(byteCount: byteCount) }
        return (file, existed)
    }

    /// Creates a sparse file of a given length in memory. Only the parts that are written take up memory.
    ///
    /// - Parameter path: The name used in error messages.
    /// - Throws: ``TileEngineError`` of kind `unreadable` if it cannot be created.
    static func inMemory(_ path: String, byteCount: Int64) throws -> OpenFile {
        let descriptor = clinux_memory_file()
        guard descriptor >= 0 else {
            throw TileEngineError(.unreadable, path: path, "cannot be made in memory: \(SystemError.text())")
        }
        let file = OpenFile(path: path, descriptor: descriptor)
        try file.empty(byteCount: byteCount)
        return file
    }

    /// Creates a file in memory to be shared with another process, which cannot change its size.
    ///
    /// - Parameter path: The path of the scan that the other process decodes, for error messages.
    /// - Throws: ``TileEngineError`` of kind `io` if it cannot be created.
    static func sharedMemory(_ path: String, byteCount: Int64) throws -> OpenFile {
        let descriptor = clinux_shared_memory(byteCount)
        guard descriptor >= 0 else {
            throw TileEngineError(.io, path: path, "cannot be decoded in a child process: \(SystemError.text())")
        }
        return OpenFile(path: path, descriptor: descriptor)
    }

    /// Replaces the open file behind this descriptor with another one, for all holders of this object.
    func redirect(to other: OpenFile) throws {
        guard clinux_replace(descriptor, other.descriptor) == 0 else {
            throw error(.io, "cannot be replaced: \(SystemError.text())")
        }
    }

    /// Discards the content of the file and sets its length.
    func empty(byteCount: Int64) throws {
        guard ftruncate(descriptor, 0) == 0, ftruncate(descriptor, off_t(byteCount)) == 0 else {
            throw error(.io, "cannot be made \(byteCount) bytes long: \(SystemError.text())")
        }
    }

    /// Returns the size of the file in bytes.
    func byteCount() throws -> Int64 { Int64(try status().st_size) }

    /// Reads from an offset until the buffer is full or the file ends.
    ///
    /// - Returns: The number of bytes read.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        guard let count = PositionalFile.read(descriptor, into: buffer, at: offset) else {
            throw error(.io, "cannot be read at byte \(offset): \(SystemError.text())")
        }
        return count
    }

    /// Reads up to `count` bytes from an offset; returns fewer only at the end of the file.
    func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
    }

    /// Writes all bytes at an offset.
    func write(_ bytes: [UInt8], at offset: Int64) throws {
        try bytes.withUnsafeBytes { try write($0, at: offset) }
    }

    /// Writes all bytes at an offset.
    func write(_ buffer: UnsafeRawBufferPointer, at offset: Int64) throws {
        guard PositionalFile.write(descriptor, buffer, at: offset) else {
            throw error(.io, "cannot be written: \(SystemError.text())")
        }
    }

    /// Waits until the file's content has been flushed to disk.
    func synchronize() throws {
        guard fsync(descriptor) == 0 else {
            throw error(.io, "cannot be written to the disk: \(SystemError.text())")
        }
    }

    /// Returns an error that names the file.
    func error(_ kind: TileEngineError.Kind, _ reason: String) -> TileEngineError {
        TileEngineError(kind, path: path, reason)
    }

    private func status() throws -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw error(.unreadable, SystemError.text())
        }
        return status
    }
}

/// An identity that distinguishes a file from another of the same name, and from itself after a modification.
struct FileState: Equatable {
    private let device: UInt64
    private let node: UInt64
    private let byteCount: Int64
    /// The last status change (`st_ctime`), in seconds and nanoseconds.
    private let change: [Int]

    /// Creates the state of a file, or nil if it does not exist.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        node = UInt64(status.st_ino)
        byteCount = Int64(status.st_size)
        change = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }
}

/// Sparse files: unallocated ranges take no disk space and read as zeros.
extension OpenFile {
    /// The maximum number of data ranges listed. Data beyond them is fetched again.
    private static let partLimit = 1 << 20

    /// Releases the disk space of a range of the file.
    ///
    /// - Returns: Whether the file system supports this.
    func punchHole(at range: Range<Int64>) -> Bool {
        clinux_punch_hole(descriptor, range.lowerBound, Int64(range.count)) == 0
    }

    /// Returns the ranges of the file that occupy disk space, in order; the whole file if the file system cannot report
    /// them.
    func partsWithData() -> [Range<Int64>] {
        var parts: [Range<Int64>] = []
        var position: Int64 = 0
        while parts.count < Self.partLimit {
            var (start, end) = (Int64(0), Int64(0))
            let found = clinux_next_data(descriptor, position, &start, &end)
            if found < 0 { return (try? byteCount()).map { [0..<$0] } ?? [] }
            guard found > 0, end > start else { break }
            parts.append(start..<end)
            position = end
        }
        return parts
    }
}

/// The memory-mapped bytes of an open file, as a child process accesses a scan: one descriptor, any number of readers,
/// and no system calls.
///
/// If the file is truncated while mapped, the process is killed by SIGBUS. Therefore only a child process maps files
/// that this program does not own.
///
/// `@unchecked Sendable`: the memory is only read, and stays mapped until the last reference is released.
final class MappedFile: @unchecked Sendable {
    let file: OpenFile
    let bytes: UnsafeRawBufferPointer

    /// - Throws: ``TileEngineError`` of kind `unreadable` or `io`.
    init(_ file: OpenFile) throws {
        let count = Int(try file.byteCount())
        guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, file.descriptor, 0), start != MAP_FAILED else {
            throw file.error(.io, "cannot be mapped: \(SystemError.text())")
        }
        self.file = file
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}

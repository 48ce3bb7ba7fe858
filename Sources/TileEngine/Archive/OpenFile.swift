import CLinux
import Foundation

/// A regular file that is open for reading or writing at offsets. It is closed when the last owner lets go.
///
/// Its only state is the descriptor, whose number never changes, and reads and writes carry their own offset.
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
    /// - Parameter expected: What the file should be, for the error's words, such as `an image file`.
    /// - Throws: ``TileEngineError`` of kind `unreadable` for what is missing, not a regular file, empty or forbidden.
    static func forReading(_ path: String, expected: String) throws -> OpenFile {
        // A pipe would block the open call until somebody writes; non-blocking, it is refused below like a folder.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw TileEngineError(.unreadable, path: path, "\(lastSystemError()), expected \(expected)")
        }
        return try adopting(descriptor, name: path, expected: expected)
    }

    /// Takes over a descriptor that is open for reading already, and is closed in the end like any other.
    ///
    /// - Parameters:
    ///   - name: What errors call it.
    ///   - expected: What the file should be.
    /// - Throws: ``TileEngineError``, as ``forReading(_:expected:)``.
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

    /// Makes a new file for reading and writing.
    ///
    /// - Throws: ``TileEngineError`` of kind `unreadable` when there is such a file already, or it cannot be made.
    static func creating(_ path: String) throws -> OpenFile {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw TileEngineError(.unreadable, path: path, "cannot be made: \(lastSystemError())")
        }
        return OpenFile(path: path, descriptor: descriptor)
    }

    /// Opens a file of a size for reading and writing. One that is not there, or has another size, is made anew: as long as
    /// that, and empty, so that it takes no room on the disk.
    ///
    /// - Returns: The file, and whether it was there.
    /// - Throws: ``TileEngineError`` of kind `unreadable` when it cannot be made.
    static func sparse(_ path: String, byteCount: Int64) throws -> (OpenFile, wasThere: Bool) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw TileEngineError(.unreadable, path: path, "cannot be made: \(lastSystemError())")
        }
        let file = OpenFile(path: path, descriptor: descriptor)
        let wasThere = try file.byteCount() == byteCount
        if !wasThere { try file.empty(byteCount: byteCount) }
        return (file, wasThere)
    }

    /// Makes a file in memory that is so many bytes long, and takes room for what is written to it alone.
    ///
    /// - Parameter path: What errors call it.
    /// - Throws: ``TileEngineError`` of kind `unreadable` when it cannot be made.
    static func inMemory(_ path: String, byteCount: Int64) throws -> OpenFile {
        let descriptor = clinux_memory_file()
        guard descriptor >= 0 else {
            throw TileEngineError(.unreadable, path: path, "cannot be made in memory: \(lastSystemError())")
        }
        let file = OpenFile(path: path, descriptor: descriptor)
        try file.empty(byteCount: byteCount)
        return file
    }

    /// Stands for another file from now on, for all who have this one.
    func become(_ other: OpenFile) throws {
        guard clinux_replace(descriptor, other.descriptor) == 0 else {
            throw TileEngineError(.io, path: path, "cannot be replaced: \(Self.lastSystemError())")
        }
    }

    /// Takes away all that is in the file, and makes it so many bytes long.
    func empty(byteCount: Int64) throws {
        guard ftruncate(descriptor, 0) == 0, ftruncate(descriptor, off_t(byteCount)) == 0 else {
            throw TileEngineError(
                .io, path: path, "cannot be made \(byteCount) bytes long: \(Self.lastSystemError())")
        }
    }

    /// The size of the file in bytes.
    func byteCount() throws -> Int64 { Int64(try status().st_size) }

    /// Reads up to the buffer's size from an offset; fewer bytes only at the end of the file.
    ///
    /// - Returns: The number of bytes read.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        var done = 0
        while done < buffer.count {
            let count = pread(descriptor, base + done, buffer.count - done, off_t(offset) + off_t(done))
            if count == 0 { break }
            if count > 0 {
                done += count
            } else if errno != EINTR {
                throw TileEngineError(.io, path: path, "cannot be read at byte \(offset): \(Self.lastSystemError())")
            }
        }
        return done
    }

    /// Reads up to so many bytes from an offset; fewer only at the end of the file.
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
        guard let base = buffer.baseAddress else { return }
        var done = 0
        while done < buffer.count {
            let count = pwrite(descriptor, base + done, buffer.count - done, off_t(offset) + off_t(done))
            if count > 0 {
                done += count
            } else if errno != EINTR {
                throw TileEngineError(.io, path: path, "cannot be written: \(Self.lastSystemError())")
            }
        }
    }

    /// Waits until the file's content is on the disk.
    func synchronize() throws {
        guard fsync(descriptor) == 0 else {
            throw TileEngineError(.io, path: path, "cannot be written to the disk: \(Self.lastSystemError())")
        }
    }

    /// The operating system's words for the latest failure on this thread.
    static func lastSystemError() -> String {
        var text = [CChar](repeating: 0, count: 256)
        guard strerror_r(errno, &text, text.count) == 0 else { return "error \(errno)" }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func status() throws -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw TileEngineError(.unreadable, path: path, Self.lastSystemError())
        }
        return status
    }
}

/// What tells a file from another of its name, and from itself after it was written to.
struct FileState: Equatable {
    private let device: UInt64
    private let node: UInt64
    private let byteCount: Int64
    /// When its content or its names changed last, in seconds and nanoseconds.
    private let change: [Int]

    /// Nil where there is no file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        node = UInt64(status.st_ino)
        byteCount = Int64(status.st_size)
        change = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }
}

/// Files with holes: parts that take no room on the disk and read as zeros.
extension OpenFile {
    /// More parts than this are not looked at: what lies behind is fetched again.
    private static let partLimit = 1 << 20

    /// Gives the disk back what a part of the file takes.
    ///
    /// - Returns: Whether the file system can.
    func giveBack(_ range: Range<Int64>) -> Bool {
        clinux_punch_hole(descriptor, range.lowerBound, Int64(range.count)) == 0
    }

    /// The parts of the file that take room on the disk, from its beginning to its end. All of it where the file system
    /// cannot tell.
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

/// An open file's bytes in memory, as a child sees a scan: one descriptor, any number of readers, and no call of the system.
///
/// A file that becomes shorter meanwhile ends the process with SIGBUS, which is why only a child has one of a file that is
/// not this program's own.
///
/// `@unchecked Sendable`: the memory is only read and stays where it is until the last owner lets go.
final class MappedFile: @unchecked Sendable {
    let file: OpenFile
    let bytes: UnsafeRawBufferPointer

    /// - Throws: ``TileEngineError`` of kind `unreadable` or `io`.
    init(_ file: OpenFile) throws {
        let count = Int(try file.byteCount())
        guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, file.descriptor, 0), start != MAP_FAILED else {
            throw TileEngineError(.io, path: file.path, "cannot be mapped: \(OpenFile.lastSystemError())")
        }
        self.file = file
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}

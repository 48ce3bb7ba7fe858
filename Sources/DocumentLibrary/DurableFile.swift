package import Foundation

/// Files that are there whole or not at all: written beside, synced, renamed, and the folder synced.
package enum DurableFile {
    /// Copies a file's bytes to a new name in the library.
    ///
    /// - Throws: ``LibraryError/file(_:reason:)``; what was half written is removed.
    static func copy(from source: String, to target: String) throws(LibraryError) {
        try replace(target) { (descriptor: Int32) throws(LibraryError) in
            var failure: Int32 = 0
            try forEachChunk(of: source) { bytes in
                if failure == 0 { failure = writeAll(bytes, to: descriptor) }
            }
            guard failure == 0 else { throw .file(target, reason: String(cString: strerror(failure))) }
        }
    }

    /// Writes bytes to a name.
    ///
    /// - Throws: ``LibraryError/file(_:reason:)``; what was half written is removed.
    package static func write(_ data: Data, to target: String) throws(LibraryError) {
        try replace(target) { (descriptor: Int32) throws(LibraryError) in
            let failure = data.withUnsafeBytes { writeAll($0, to: descriptor) }
            guard failure == 0 else { throw .file(target, reason: String(cString: strerror(failure))) }
        }
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

    private static func replace(_ target: String, write: (Int32) throws(LibraryError) -> Void) throws(LibraryError) {
        let partial = target + ".partial-\(getpid())"
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .file(target, reason: String(cString: strerror(errno))) }
        do throws(LibraryError) {
            defer { close(descriptor) }
            try write(descriptor)
            guard fsync(descriptor) == 0 else { throw .file(target, reason: String(cString: strerror(errno))) }
        } catch {
            unlink(partial)
            throw error
        }
        guard rename(partial, target) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(partial)
            throw .file(target, reason: reason)
        }
        syncFolder(of: target)
    }

    /// Makes a rename last through a power cut. A file system that cannot sync a folder is taken as it is.
    static func syncFolder(of path: String) {
        let parent = (path as NSString).deletingLastPathComponent
        syncFolder(parent.isEmpty ? "." : parent)
    }

    /// Makes the names in a folder last through a power cut.
    static func syncFolder(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Writes all bytes; gives 0, or the system's error number.
    private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = rest.dropFirst(written)
        }
        return 0
    }
}

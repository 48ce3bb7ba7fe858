import Foundation

/// An open file's bytes in memory, as a child sees them: one descriptor, any number of readers, and no call of the system.
///
/// A file that becomes shorter meanwhile ends the process with SIGBUS, which is why only a child has one.
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

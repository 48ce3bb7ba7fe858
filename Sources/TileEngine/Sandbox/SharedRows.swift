import Foundation

/// The layout of the memory that a decoding child shares with its parent: slots, used in turn, for a chunk of rows
/// each.
struct RowSlots {
    /// The number of slots: more than one, so that the child decodes while the parent copies.
    static let count = 4
    /// The descriptor of the memory when a child starts.
    static let childDescriptor: Int32 = 3

    private static let mostRowsPerChunk = 32
    /// The size beyond which slots have fewer rows, but at least one.
    private static let largeByteCount = 32 << 20

    /// The size of a slot, in bytes.
    let byteCount: Int

    /// The size of all slots, in bytes.
    var totalByteCount: Int { byteCount * Self.count }

    /// - Parameter longestRowByteCount: The size of the longest rows, in bytes.
    init(longestRowByteCount: Int) {
        let page = Int(getpagesize())
        let wanted = max(longestRowByteCount, min(longestRowByteCount * Self.mostRowsPerChunk, Self.largeByteCount))
        byteCount = (wanted + page - 1) / page * page
    }

    /// - Parameter totalByteCount: The size of all slots, in bytes.
    init(totalByteCount: Int) { byteCount = totalByteCount / Self.count }

    /// Returns the number of rows in each chunk but the last, which is smaller.
    func rowsPerChunk(rowByteCount: Int) -> Int { min(Self.mostRowsPerChunk, byteCount / max(1, rowByteCount)) }

    /// Returns where a chunk begins in the memory, in bytes.
    func offset(ofChunk index: Int) -> Int { index % Self.count * byteCount }
}

/// The parent's side of the memory for rows.
///
/// The child may change it at any time but cannot resize it. The parent reads it like a file rather than map it:
/// reading a mapped page that the child has not written, or has given back, would make the system find memory for it,
/// and end this process if there is none.
struct SharedRows {
    let slots: RowSlots
    let file: OpenFile

    /// Creates memory for rows. Only what a child writes takes space.
    ///
    /// - Parameters:
    ///   - longestRowByteCount: The size of the longest rows, in bytes.
    ///   - path: The path of the scan, for error messages.
    /// - Throws: ``TileEngineError`` of kind `io` if the system refuses it.
    init(longestRowByteCount: Int, path: String) throws {
        slots = RowSlots(longestRowByteCount: longestRowByteCount)
        file = try .sharedMemory(path, byteCount: Int64(slots.totalByteCount))
    }

    /// Reads bytes of a chunk.
    ///
    /// - Parameter offset: The first byte in the chunk.
    /// - Throws: ``TileEngineError`` of kind `io`, which names the scan.
    func read(into buffer: UnsafeMutableRawBufferPointer, from offset: Int, ofChunk index: Int) throws {
        let count: Int
        do {
            count = try file.read(into: buffer, at: Int64(slots.offset(ofChunk: index) + offset))
        } catch let error as TileEngineError {
            // The scan itself can be read.
            throw file.error(.io, "cannot be decoded in a child process: its rows \(error.reason)")
        }
        guard count == buffer.count else {
            throw file.error(.io, "cannot be decoded in a child process: its rows end early")
        }
    }
}

/// The child's side of the memory for rows, which it decodes directly into.
final class MappedRows {
    let slots: RowSlots
    private let memory: UnsafeMutableRawPointer

    /// Maps the memory that the parent has passed to this process. Returns nil if there is none.
    init?() {
        var status = stat()
        guard fstat(RowSlots.childDescriptor, &status) == 0 else { return nil }
        slots = RowSlots(totalByteCount: Int(status.st_size))
        let memory = mmap(
            nil, slots.totalByteCount, PROT_READ | PROT_WRITE, MAP_SHARED, RowSlots.childDescriptor, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        self.memory = memory
    }

    deinit { munmap(memory, slots.totalByteCount) }

    /// Returns the memory of a chunk.
    func slot(ofChunk index: Int) -> UnsafeMutableRawPointer { memory + slots.offset(ofChunk: index) }
}

import CLinux
import Foundation

/// Memory that a decoding child shares with its parent: slots, used in turn, for a chunk of rows each.
///
/// The child decodes directly into a slot, and the parent copies the rows from it. The child may change the memory at
/// any time but cannot resize it, so that reading it is always safe.
final class SharedRows {
    /// The number of slots: more than one, so that the child decodes while the parent copies.
    static let slotCount = 4
    /// The descriptor of the memory when a child starts.
    static let childDescriptor: Int32 = 3

    private static let mostRowsPerChunk = 32
    /// The size beyond which slots have fewer rows, but at least one.
    private static let largeSlotByteCount = 32 << 20

    let descriptor: Int32
    /// The size of a slot, in bytes.
    let slotByteCount: Int
    private let memory: UnsafeMutableRawPointer

    /// The size of all slots, in bytes.
    var byteCount: Int { slotByteCount * Self.slotCount }

    /// Creates memory for rows of up to a number of bytes. Only what a child writes takes space. Returns nil, with
    /// `errno`, if the system refuses it.
    convenience init?(longestRowByteCount: Int) {
        let page = Int(getpagesize())
        let wanted = max(
            longestRowByteCount, min(longestRowByteCount * Self.mostRowsPerChunk, Self.largeSlotByteCount))
        let slotByteCount = (wanted + page - 1) / page * page
        self.init(
            clinux_shared_memory(Int64(slotByteCount * Self.slotCount)), slotByteCount: slotByteCount,
            access: PROT_READ)
    }

    /// Maps the memory that the parent has passed to this process. Returns nil if there is none.
    static func ofParent() -> SharedRows? {
        var status = stat()
        guard fstat(childDescriptor, &status) == 0 else { return nil }
        return SharedRows(
            childDescriptor, slotByteCount: Int(status.st_size) / slotCount, access: PROT_READ | PROT_WRITE)
    }

    private init?(_ descriptor: Int32, slotByteCount: Int, access: Int32) {
        guard descriptor >= 0 else { return nil }
        let memory = mmap(nil, slotByteCount * Self.slotCount, access, MAP_SHARED, descriptor, 0)
        guard let memory, memory != MAP_FAILED else {
            let failure = errno
            close(descriptor)
            errno = failure
            return nil
        }
        (self.descriptor, self.slotByteCount, self.memory) = (descriptor, slotByteCount, memory)
    }

    deinit {
        munmap(memory, byteCount)
        close(descriptor)
    }

    /// Returns the number of rows in each chunk but the last, which is smaller.
    func rowsPerChunk(rowByteCount: Int) -> Int {
        min(Self.mostRowsPerChunk, slotByteCount / max(1, rowByteCount))
    }

    /// Returns the memory of a chunk.
    func slot(ofChunk index: Int) -> UnsafeMutableRawPointer { memory + index % Self.slotCount * slotByteCount }
}

internal import CMemory

/// The bytes of an index, which are released with the last reference.
///
/// It may be shared between threads, because nothing writes to the bytes once it is made.
final class IndexStorage: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    private let release: @Sendable () -> Void

    /// Takes ownership of bytes that stay where they are, unchanged, until `release` is called.
    init(_ bytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void) {
        self.bytes = bytes
        self.release = release
    }

    deinit { release() }
}

/// Bytes that are being written, and then become those of an index.
///
/// More may be allocated than are needed in the end: memory that is never written costs nothing.
struct IndexAllocation {
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    init(byteCount: Int) {
        let isLarge = byteCount >= 1 << 23
        // Large buffers are aligned to a large page.
        base = .allocate(byteCount: byteCount, alignment: isLarge ? 1 << 21 : 64)
        self.byteCount = byteCount
        if isLarge { cmemory_prefer_large_pages(base, byteCount) }
    }

    /// The storage of the first bytes; the rest is released.
    func storage(byteCount count: Int) -> IndexStorage {
        cmemory_discard(base + count, byteCount - count)
        nonisolated(unsafe) let owned = base
        return IndexStorage(UnsafeRawBufferPointer(start: base, count: count)) { owned.deallocate() }
    }
}

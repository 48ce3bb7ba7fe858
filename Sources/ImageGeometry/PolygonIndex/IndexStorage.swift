internal import CMemory

/// The bytes of an index, which are released with the last reference.
///
/// `@unchecked Sendable`, because nothing writes to the bytes after creation.
final class IndexStorage: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    private let release: @Sendable () -> Void

    /// Takes ownership of bytes that remain in place and unchanged until `release` is called.
    init(_ bytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void) {
        self.bytes = bytes
        self.release = release
    }

    deinit { release() }
}

/// Memory for the bytes of an index while they are written.
///
/// More can be allocated than is finally needed, because memory that is never written costs nothing.
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

    /// Returns the storage of the first bytes, and releases the rest.
    func storage(byteCount count: Int) -> IndexStorage {
        cmemory_discard(base + count, byteCount - count)
        nonisolated(unsafe) let owned = base
        return IndexStorage(UnsafeRawBufferPointer(start: base, count: count)) { owned.deallocate() }
    }
}

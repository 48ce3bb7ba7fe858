internal import CMemory

/// The bytes of an index, which are given back when nobody holds it any more.
///
/// It may be shared between threads: nobody writes to the bytes once it is made.
final class IndexStorage: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    private let release: @Sendable () -> Void

    /// Takes over bytes that stay where they are, unchanged, until `release` is called.
    init(_ bytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void) {
        self.bytes = bytes
        self.release = release
    }

    deinit { release() }
}

/// Bytes that are being written, and then become an index's.
///
/// There may be more of them than are needed in the end: memory that nothing was written to costs nothing.
struct IndexAllocation {
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    init(byteCount: Int) {
        let isLarge = byteCount >= 1 << 23
        // Aligned to a large page where there are many of them.
        base = .allocate(byteCount: byteCount, alignment: isLarge ? 1 << 21 : 64)
        self.byteCount = byteCount
        if isLarge { cmemory_prefer_large_pages(base, byteCount) }
    }

    /// The storage of the first bytes; what was written behind them is given back.
    func storage(byteCount count: Int) -> IndexStorage {
        cmemory_discard(base + count, byteCount - count)
        nonisolated(unsafe) let owned = base
        return IndexStorage(UnsafeRawBufferPointer(start: base, count: count)) { owned.deallocate() }
    }
}

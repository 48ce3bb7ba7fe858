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

    /// Makes bytes and has them filled.
    ///
    /// - Parameter fill: Fills the bytes and says how many of them count.
    convenience init(byteCount: Int, fill: (UnsafeMutableRawPointer) -> Int) {
        // Aligned to a large page where there are many of them.
        let alignment = byteCount >= 1 << 23 ? 1 << 21 : 64
        let base = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: alignment)
        if byteCount >= 1 << 23 { cmemory_prefer_large_pages(base, byteCount) }
        let count = fill(base)
        nonisolated(unsafe) let owned = base
        self.init(UnsafeRawBufferPointer(start: base, count: count)) { owned.deallocate() }
    }

    deinit { release() }
}

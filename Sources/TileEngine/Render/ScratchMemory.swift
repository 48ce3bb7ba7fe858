import NIOConcurrencyHelpers

/// Temporary memory for one rendering. Fresh memory of this size costs a page fault for every 4 kB, so pieces are
/// reused.
final class ScratchMemory {
    static let pool = Pool()

    let bytes: UnsafeMutableRawPointer
    private let byteCount: Int

    private init(byteCount: Int) {
        self.byteCount = byteCount
        bytes = .allocate(byteCount: byteCount, alignment: 64)
        // Bytes after a row are read with weights of 0; they are initialised so that every run behaves the same.
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    }

    deinit { bytes.deallocate() }

    /// A pool of unused pieces, of at most 8 MB.
    ///
    /// `@unchecked Sendable`: the list is protected by a lock, and a piece belongs to one caller between `take` and
    /// `give`.
    final class Pool: @unchecked Sendable {
        private static let largestByteCount = 512 << 10
        private static let limit = 16

        private let pieces = NIOLockedValueBox<[ScratchMemory]>([])

        /// Returns a piece of at least the given size. Its content is left over from an earlier use.
        func take(byteCount: Int) -> ScratchMemory {
            guard byteCount <= Self.largestByteCount else { return ScratchMemory(byteCount: byteCount) }
            return pieces.withLockedValue { $0.popLast() } ?? ScratchMemory(byteCount: Self.largestByteCount)
        }

        /// Returns a piece to the pool.
        func recycle(_ piece: ScratchMemory) {
            guard piece.byteCount == Self.largestByteCount else { return }
            pieces.withLockedValue { if $0.count < Self.limit { $0.append(piece) } }
        }
    }
}

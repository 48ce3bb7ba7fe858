import NIOConcurrencyHelpers

/// Memory for the time of one rendering. Fresh memory of this size costs a page fault for every 4 kB, so that some is kept
/// for the next one.
final class ScratchMemory {
    static let pool = Pool()

    let bytes: UnsafeMutableRawPointer
    private let byteCount: Int

    private init(byteCount: Int) {
        self.byteCount = byteCount
        bytes = .allocate(byteCount: byteCount, alignment: 64)
        // What lies behind a row is read with weights of 0, and should be the same in every run.
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    }

    deinit { bytes.deallocate() }

    /// Memory at rest: at most 8 MB.
    ///
    /// `@unchecked Sendable`: the list is behind a lock, and a piece belongs to one caller from `take` to `give`.
    final class Pool: @unchecked Sendable {
        private struct Rest: @unchecked Sendable {
            var pieces: [ScratchMemory] = []
        }

        private static let largestByteCount = 512 << 10
        private static let limit = 16

        private let rest = NIOLockedValueBox(Rest())

        /// A piece of at least so many bytes, whose content is left over from its last use.
        func take(byteCount: Int) -> ScratchMemory {
            guard byteCount <= Self.largestByteCount else { return ScratchMemory(byteCount: byteCount) }
            return rest.withLockedValue { $0.pieces.popLast() } ?? ScratchMemory(byteCount: Self.largestByteCount)
        }

        /// Takes a piece back.
        func give(_ piece: ScratchMemory) {
            guard piece.byteCount == Self.largestByteCount else { return }
            rest.withLockedValue { if $0.pieces.count < Self.limit { $0.pieces.append(piece) } }
        }
    }
}
